-- What a bank said of a payment while something else counted: kept until two people with its paper say which is true.
ALTER TABLE disbursement ADD COLUMN contradiction jsonb;

-- One that was to be made instead of a payment that turns out to be paid ends without ever having been checked.
ALTER TABLE disbursement
	DROP CONSTRAINT disbursement_check,
	ADD CONSTRAINT disbursement_check CHECK (
		status NOT IN ('付款中', '成功', '失败', '退票')
		OR (checker_id IS NOT NULL AND checker_id <> maker_id)
		OR (status = '失败' AND checker_id IS NULL AND checked_at IS NULL));

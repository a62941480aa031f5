-- A sheet of the day that was signed stays as it was: a payment keeps the sheet that it was checked for, and each later day
-- on which something of it was booked. And it keeps whose money it was, and for which terms.
-- Calls hold the order before its payment, and so does this.
ALTER TABLE application NO FORCE ROW LEVEL SECURITY;
ALTER TABLE disbursement
	ADD COLUMN sheet_day date,
	ADD COLUMN failed_on date,
	ADD COLUMN booked_on date,
	ADD COLUMN returned_on date,
	ADD COLUMN capital_id bigint,
	ADD COLUMN terms jsonb;
SELECT nlos_refer('disbursement', 'capital_id', 'capital');

-- As the sheets of the past had it. The owner writes all tenants' rows.
ALTER TABLE disbursement NO FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE tenant NO FORCE ROW LEVEL SECURITY;
UPDATE disbursement d SET
	sheet_day = (d.checked_at AT TIME ZONE 'Asia/Shanghai')::date
		+ CASE WHEN to_char(d.checked_at AT TIME ZONE 'Asia/Shanghai', 'HH24:MI') >= t.release_cutoff THEN 1 ELSE 0 END,
	failed_on = CASE WHEN d.status = '失败' THEN (d.updated_at AT TIME ZONE 'Asia/Shanghai')::date END,
	booked_on = (d.paid_at AT TIME ZONE 'Asia/Shanghai')::date,
	returned_on = CASE WHEN d.status = '退票' THEN (d.updated_at AT TIME ZONE 'Asia/Shanghai')::date END,
	capital_id = a.capital_id
FROM application a JOIN tenant t ON t.id = a.tenant_id
WHERE a.tenant_id = d.tenant_id AND a.id = d.order_id AND d.checked_at IS NOT NULL;
UPDATE disbursement d SET capital_id = l.capital_id
FROM loan_account l WHERE l.tenant_id = d.tenant_id AND l.disbursement_id = d.id;
ALTER TABLE tenant FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account FORCE ROW LEVEL SECURITY;
ALTER TABLE application FORCE ROW LEVEL SECURITY;
ALTER TABLE disbursement FORCE ROW LEVEL SECURITY;

DROP INDEX disbursement_ended;
DROP INDEX disbursement_paid;
CREATE INDEX disbursement_failed ON disbursement (tenant_id, failed_on) WHERE failed_on IS NOT NULL;
CREATE INDEX disbursement_booked ON disbursement (tenant_id, booked_on) WHERE booked_on IS NOT NULL;
CREATE INDEX disbursement_returned ON disbursement (tenant_id, returned_on) WHERE returned_on IS NOT NULL;
-- The few that were open at the end of their day.
CREATE INDEX disbursement_overnight ON disbursement (tenant_id, sheet_day) WHERE least(failed_on, booked_on) > sheet_day;

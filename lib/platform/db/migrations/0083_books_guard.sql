-- What the application could still do to the books by mistake or by malice, the database refuses.

-- The chart of accounts, as lib/rules/ledger.ts has it.
ALTER TABLE gl_line ADD CONSTRAINT gl_line_account CHECK (account_code IN (
	'1002', '1132', '1122.01', '1122.02', '1221.01', '1531.01', '1534', '2203', '2221',
	'2241.01', '2241.02', '2241.03', '2241.04', '2241.05', '2401',
	'6011.01', '6011.02', '6021', '6051', '6421', '6702', '7001', '7002', '7003'
));

-- A reversal says of what, and nothing else is one.
ALTER TABLE gl_voucher ADD CONSTRAINT gl_voucher_reversal CHECK ((event = 'E22') = (reversed_of IS NOT NULL));

-- A voucher is whole when its transaction ends: no later one adds lines to it, though they balance.
CREATE FUNCTION nlos_voucher_is_new() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	made bigint;
BEGIN
	SELECT xmin::text::bigint INTO made FROM gl_voucher WHERE tenant_id = NEW.tenant_id AND id = NEW.voucher_id;
	IF FOUND AND made <> (pg_current_xact_id()::text::bigint & 4294967295) THEN
		RAISE EXCEPTION 'voucher % is posted: it takes no more lines', NEW.voucher_id USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;
CREATE TRIGGER gl_line_joins BEFORE INSERT ON gl_line
	FOR EACH ROW EXECUTE FUNCTION nlos_voucher_is_new();

-- The live rows of a plan repay its loan, to the cent.
CREATE FUNCTION nlos_plan_repays() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	which bigint := CASE TG_TABLE_NAME WHEN 'repay_plan' THEN (to_jsonb(NEW) ->> 'loan_id')::bigint ELSE NEW.id END;
	owed numeric;
	planned numeric;
BEGIN
	SELECT principal INTO owed FROM loan_account
		WHERE tenant_id = NEW.tenant_id AND id = which AND status <> '已撤销';
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	SELECT sum(principal) INTO planned FROM repay_plan
		WHERE tenant_id = NEW.tenant_id AND loan_id = which AND status <> '已作废';
	IF planned IS DISTINCT FROM owed THEN
		RAISE EXCEPTION 'the plan of loan % repays % of %', which, planned, owed USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER repay_plan_repays AFTER INSERT ON repay_plan
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nlos_plan_repays();
CREATE CONSTRAINT TRIGGER repay_plan_still_repays AFTER UPDATE ON repay_plan
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	WHEN (
		OLD.loan_id <> NEW.loan_id OR OLD.principal <> NEW.principal
		OR (OLD.status = '已作废') <> (NEW.status = '已作废')
	)
	EXECUTE FUNCTION nlos_plan_repays();
CREATE CONSTRAINT TRIGGER loan_account_is_repaid AFTER INSERT OR UPDATE OF principal, status ON loan_account
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nlos_plan_repays();

-- A row of a plan ends as 已作废 and stays: what is deleted repays nothing, and nobody sees that it was there.
CREATE TRIGGER repay_plan_row_stays BEFORE DELETE ON repay_plan
	FOR EACH ROW EXECUTE FUNCTION nlos_posted_stays();

-- 科目表, 会计期间 and the day of each line (lib/domains/ledger/table.ts).
ALTER TABLE gl_voucher NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_line NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_period NO FORCE ROW LEVEL SECURITY;

-- The chart of accounts: another name is another row from its day on, so that an older report keeps the old one.
CREATE TABLE gl_account (
	LIKE nlos_row INCLUDING ALL,
	code text NOT NULL,
	valid_from date NOT NULL,
	name text NOT NULL,
	kind text NOT NULL,
	normal_side text NOT NULL,
	parent text,
	outside_code text NOT NULL DEFAULT '',
	CHECK (kind IN ('asset', 'liability', 'equity', 'income', 'expense', 'off_book')),
	CHECK (normal_side IN ('debit', 'credit'))
);
CREATE UNIQUE INDEX gl_account_version ON gl_account (tenant_id, code, valid_from);
SELECT nlos_protect('gl_account');

-- The product posts to these codes: an account keeps its code, its kind and its side, and is never removed.
CREATE FUNCTION nlos_account_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' OR (NEW.code, NEW.valid_from, NEW.kind, NEW.normal_side)
		IS DISTINCT FROM (OLD.code, OLD.valid_from, OLD.kind, OLD.normal_side) THEN
		RAISE EXCEPTION 'account % stays as it is posted to', OLD.code USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END
$$;
CREATE TRIGGER gl_account_stays BEFORE UPDATE OR DELETE ON gl_account
	FOR EACH ROW EXECUTE FUNCTION nlos_account_stays();

ALTER TABLE gl_period
	ADD COLUMN moved_at timestamptz,
	ADD COLUMN moved_by bigint,
	ADD COLUMN checked_by bigint,
	ADD COLUMN reason text NOT NULL DEFAULT '',
	ADD CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
	ADD CHECK (state IN ('open', 'closed')),
	ADD CHECK (checked_by <> moved_by);
SELECT nlos_refer('gl_period', 'moved_by', 'sys_user');
SELECT nlos_refer('gl_period', 'checked_by', 'sys_user');
INSERT INTO gl_period (tenant_id, month)
	SELECT DISTINCT tenant_id, to_char(biz_date, 'YYYY-MM') FROM gl_voucher ON CONFLICT DO NOTHING;

-- Postings hold the periods of their tenant together, a close holds them alone: whichever comes second sees what the
-- first one did. A voucher into a closed month is refused as a conflict, because the call that runs again posts it into
-- the open one.
CREATE FUNCTION nlos_periods(tenant integer) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
	SELECT hashtextextended('["period",' || tenant || ']', 0)
$$;
CREATE FUNCTION nlos_voucher_in_open_period() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	posted text := to_char(NEW.biz_date, 'YYYY-MM');
BEGIN
	PERFORM pg_advisory_xact_lock_shared(nlos_periods(NEW.tenant_id));
	IF EXISTS (SELECT FROM gl_period WHERE tenant_id = NEW.tenant_id AND state = 'closed' AND month >= posted) THEN
		RAISE EXCEPTION 'the period of % is closed', NEW.biz_date USING ERRCODE = 'serialization_failure';
	END IF;
	IF NOT EXISTS (SELECT FROM gl_period WHERE tenant_id = NEW.tenant_id AND month = posted) THEN
		INSERT INTO gl_period (tenant_id, month) VALUES (NEW.tenant_id, posted) ON CONFLICT DO NOTHING;
	END IF;
	RETURN NEW;
END
$$;
CREATE TRIGGER gl_voucher_in_open_period BEFORE INSERT ON gl_voucher
	FOR EACH ROW EXECUTE FUNCTION nlos_voucher_in_open_period();
CREATE FUNCTION nlos_period_moves_alone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(nlos_periods(NEW.tenant_id));
	RETURN NEW;
END
$$;
CREATE TRIGGER gl_period_moves_alone BEFORE UPDATE OF state ON gl_period
	FOR EACH ROW EXECUTE FUNCTION nlos_period_moves_alone();

-- A line has the day of its voucher: an account is read and summed by days without looking at vouchers.
ALTER TABLE gl_line ADD COLUMN biz_date date;
ALTER TABLE gl_line DISABLE TRIGGER gl_line_stays;
UPDATE gl_line l SET biz_date = v.biz_date FROM gl_voucher v WHERE v.tenant_id = l.tenant_id AND v.id = l.voucher_id;
ALTER TABLE gl_line ENABLE TRIGGER gl_line_stays;
ALTER TABLE gl_line ALTER COLUMN biz_date SET NOT NULL;
CREATE OR REPLACE FUNCTION nlos_voucher_is_new() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	made bigint;
	posted date;
BEGIN
	SELECT xmin::text::bigint, biz_date INTO made, posted
		FROM gl_voucher WHERE tenant_id = NEW.tenant_id AND id = NEW.voucher_id;
	IF FOUND THEN
		IF made <> (pg_current_xact_id()::text::bigint & 4294967295) THEN
			RAISE EXCEPTION 'voucher % is posted: it takes no more lines', NEW.voucher_id USING ERRCODE = 'check_violation';
		END IF;
		NEW.biz_date := posted;
	END IF;
	RETURN NEW;
END
$$;
CREATE INDEX gl_line_account ON gl_line (tenant_id, account_code, biz_date, id, debit, credit);
CREATE INDEX gl_voucher_day ON gl_voucher (tenant_id, biz_date, id);

ALTER TABLE gl_period FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_line FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_voucher FORCE ROW LEVEL SECURITY;

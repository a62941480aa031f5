-- 借据的事实: what happened to a loan. Only this is kept for its own sake; plan, amounts, class and postings follow from it
-- (lib/domains/loans/rules), and the columns that lists read are a projection.
CREATE TABLE loan_fact (
	LIKE nlos_row INCLUDING ALL,
	loan_id bigint NOT NULL,
	fact_no integer NOT NULL,
	event_id text NOT NULL,
	kind text NOT NULL,
	value_date date NOT NULL,
	booked_at timestamptz NOT NULL,
	amount numeric(18, 2),
	details jsonb NOT NULL DEFAULT '{}',
	checked_by bigint,
	CHECK (fact_no > 0),
	CHECK (amount >= 0),
	CHECK (checked_by <> created_by),
	CHECK (kind IN ('release', 'plan', 'receipt', 'reversal', 'fee', 'waiver', 'deposit', 'prepayment', 'settlement',
		'overpayment', 'compensation', 'pass_on', 'service_fee', 'rebate', 'write_off', 'recovery', 'downgrade'))
);
CREATE UNIQUE INDEX loan_fact_no ON loan_fact (tenant_id, loan_id, fact_no);
-- One event is one fact, however often it is sent.
CREATE UNIQUE INDEX loan_fact_once ON loan_fact (tenant_id, event_id);
CREATE INDEX loan_fact_day ON loan_fact (tenant_id, value_date, id);
SELECT nlos_refer('loan_fact', 'loan_id', 'loan_account');
SELECT nlos_refer('loan_fact', 'checked_by', 'sys_user');
SELECT nlos_protect('loan_fact', append_only => true);

CREATE FUNCTION nlos_fact_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'what happened to a loan is reversed, not changed' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER loan_fact_stays BEFORE UPDATE OR DELETE ON loan_fact
	FOR EACH ROW EXECUTE FUNCTION nlos_fact_stays();

-- The projection.
ALTER TABLE loan_account
	ADD COLUMN terms jsonb,
	ADD COLUMN folded_to date,
	ADD COLUMN plan_version integer NOT NULL DEFAULT 1,
	ADD COLUMN accrued_interest numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN overdue_amount numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN penalty_due numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN fee_due numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN dpd integer NOT NULL DEFAULT 0,
	ADD COLUMN bucket text NOT NULL DEFAULT 'M0',
	ADD COLUMN five_class text NOT NULL DEFAULT '正常',
	ADD COLUMN max_dpd integer NOT NULL DEFAULT 0,
	ADD COLUMN overdue_times integer NOT NULL DEFAULT 0,
	ADD COLUMN is_accruing boolean NOT NULL DEFAULT true,
	ADD COLUMN compensated boolean NOT NULL DEFAULT false,
	ADD COLUMN settled_on date;

ALTER TABLE repay_plan
	ADD COLUMN fee numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN penalty numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN paid_principal numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN paid_interest numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN paid_service_fee numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN paid_fee numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN paid_penalty numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN waived_interest numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN waived_fee numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN waived_penalty numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN overdue_days integer NOT NULL DEFAULT 0,
	ADD COLUMN paid_off_on date;

-- A posting of a loan's fold says which of its entries it is, and the how manieth time: one that was mirrored may come again.
ALTER TABLE gl_voucher
	ADD COLUMN entry_key text,
	ADD COLUMN entry_no integer,
	ADD CHECK ((ref_type = 'loan') = (entry_key IS NOT NULL) AND (entry_key IS NULL) = (entry_no IS NULL));
DROP INDEX gl_voucher_once;
CREATE UNIQUE INDEX gl_voucher_once ON gl_voucher (tenant_id, event, ref_type, ref_id) WHERE entry_key IS NULL;
CREATE UNIQUE INDEX gl_voucher_entry ON gl_voucher (tenant_id, ref_id, entry_key, entry_no) WHERE entry_key IS NOT NULL;
CREATE UNIQUE INDEX gl_voucher_mirror ON gl_voucher (tenant_id, reversed_of) WHERE reversed_of IS NOT NULL;

-- Accounts off the balance sheet (7xxx) are kept on one side alone; all others balance in every voucher.
CREATE OR REPLACE FUNCTION nlos_voucher_balances() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	which bigint := CASE TG_TABLE_NAME WHEN 'gl_line' THEN (to_jsonb(NEW) ->> 'voucher_id')::bigint ELSE NEW.id END;
	off numeric;
BEGIN
	SELECT sum(CASE WHEN account_code LIKE '7%' THEN 0 ELSE debit - credit END) INTO off
		FROM gl_line WHERE tenant_id = NEW.tenant_id AND voucher_id = which;
	IF off IS DISTINCT FROM 0 THEN
		RAISE EXCEPTION 'voucher % does not balance', which USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;

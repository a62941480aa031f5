-- 放款单, 借据, 还款计划, 总账 (schema/releases.ts).

CREATE TABLE disbursement (
	LIKE nlos_row INCLUDING ALL,
	pay_no text NOT NULL,
	order_id bigint NOT NULL,
	amount numeric(18, 2) NOT NULL,
	payer_account text NOT NULL,
	payee_kind text NOT NULL,
	payee_id bigint NOT NULL,
	payee_name text NOT NULL,
	payee_account text NOT NULL,
	payee_bank text NOT NULL,
	maker_id bigint NOT NULL,
	checker_id bigint,
	checked_at timestamptz,
	status text NOT NULL DEFAULT '待制单',
	silent boolean NOT NULL DEFAULT false,
	fail_reason text,
	bank_reference text,
	paid_at timestamptz,
	remark text NOT NULL DEFAULT '',
	CHECK (amount > 0),
	CHECK (status IN ('待制单', '待复核', '付款中', '成功', '失败', '退票')),
	-- Nobody sends the money that he asked to send, whatever the code does.
	CHECK (status NOT IN ('付款中', '成功', '失败', '退票') OR (checker_id IS NOT NULL AND checker_id <> maker_id)),
	CHECK (status NOT IN ('成功', '退票') OR (bank_reference IS NOT NULL AND paid_at IS NOT NULL))
);
CREATE UNIQUE INDEX disbursement_pay_no ON disbursement (tenant_id, pay_no);
CREATE UNIQUE INDEX disbursement_live ON disbursement (tenant_id, order_id)
	WHERE status IN ('待制单', '待复核', '付款中', '成功');
CREATE INDEX disbursement_order ON disbursement (tenant_id, order_id, id);
SELECT nlos_refer('disbursement', 'order_id', 'application');
SELECT nlos_refer('disbursement', 'maker_id', 'sys_user');
SELECT nlos_refer('disbursement', 'checker_id', 'sys_user');
SELECT nlos_protect('disbursement');

CREATE TABLE loan_account (
	LIKE nlos_row INCLUDING ALL,
	loan_no text NOT NULL,
	order_id bigint NOT NULL,
	disbursement_id bigint NOT NULL,
	customer_id bigint NOT NULL,
	capital_id bigint,
	principal numeric(18, 2) NOT NULL,
	own_principal numeric(18, 2) NOT NULL,
	annual_rate numeric(9, 4),
	flat_rate_month numeric(10, 6),
	term integer NOT NULL,
	repay_method text NOT NULL,
	payment_timing text NOT NULL,
	day_count text NOT NULL,
	value_date date NOT NULL,
	maturity date NOT NULL,
	repay_day integer NOT NULL,
	outstanding_principal numeric(18, 2) NOT NULL,
	deposit_balance numeric(18, 2) NOT NULL,
	next_due_date date,
	next_due_amount numeric(18, 2),
	status text NOT NULL DEFAULT '还款中',
	CHECK (principal > 0 AND own_principal >= 0 AND own_principal <= principal),
	CHECK (outstanding_principal >= 0 AND outstanding_principal <= principal)
);
CREATE UNIQUE INDEX loan_account_no ON loan_account (tenant_id, loan_no);
CREATE UNIQUE INDEX loan_account_order ON loan_account (tenant_id, order_id) WHERE status <> '已撤销';
CREATE INDEX loan_account_value ON loan_account (tenant_id, value_date, id);
SELECT nlos_refer('loan_account', 'order_id', 'application');
SELECT nlos_refer('loan_account', 'disbursement_id', 'disbursement');
SELECT nlos_refer('loan_account', 'customer_id', 'customer');
SELECT nlos_refer('loan_account', 'capital_id', 'capital');
SELECT nlos_protect('loan_account');

CREATE TABLE repay_plan (
	LIKE nlos_row INCLUDING ALL,
	loan_id bigint NOT NULL,
	plan_version integer NOT NULL DEFAULT 1,
	period_no integer NOT NULL,
	kind text NOT NULL,
	start_date date NOT NULL,
	due_date date NOT NULL,
	principal numeric(18, 2) NOT NULL,
	interest numeric(18, 2) NOT NULL,
	service_fee numeric(18, 2) NOT NULL DEFAULT '0',
	amount numeric(18, 2) NOT NULL,
	balance_after numeric(18, 2) NOT NULL,
	capital_principal numeric(18, 2),
	capital_interest numeric(18, 2),
	status text NOT NULL DEFAULT '未到期',
	CHECK (amount = principal + interest + service_fee)
);
CREATE UNIQUE INDEX repay_plan_row ON repay_plan (tenant_id, loan_id, plan_version, period_no, kind);
SELECT nlos_refer('repay_plan', 'loan_id', 'loan_account');
SELECT nlos_protect('repay_plan');

CREATE TABLE gl_voucher (
	LIKE nlos_row INCLUDING ALL,
	voucher_no text NOT NULL,
	event text NOT NULL,
	biz_date date NOT NULL,
	ref_type text NOT NULL,
	ref_id bigint NOT NULL,
	order_id bigint,
	reversed_of bigint
);
CREATE UNIQUE INDEX gl_voucher_no ON gl_voucher (tenant_id, voucher_no);
CREATE UNIQUE INDEX gl_voucher_once ON gl_voucher (tenant_id, event, ref_type, ref_id);
CREATE INDEX gl_voucher_order ON gl_voucher (tenant_id, order_id, id);
SELECT nlos_refer('gl_voucher', 'order_id', 'application');
SELECT nlos_refer('gl_voucher', 'reversed_of', 'gl_voucher');
SELECT nlos_protect('gl_voucher', append_only => true);

CREATE TABLE gl_line (
	LIKE nlos_row INCLUDING ALL,
	voucher_id bigint NOT NULL,
	account_code text NOT NULL,
	loan_id bigint,
	debit numeric(18, 2) NOT NULL,
	credit numeric(18, 2) NOT NULL,
	CHECK (debit >= 0 AND credit >= 0 AND (debit = 0) <> (credit = 0))
);
CREATE INDEX gl_line_voucher ON gl_line (tenant_id, voucher_id);
CREATE INDEX gl_line_loan ON gl_line (tenant_id, loan_id, account_code);
SELECT nlos_refer('gl_line', 'voucher_id', 'gl_voucher');
SELECT nlos_refer('gl_line', 'loan_id', 'loan_account');
SELECT nlos_protect('gl_line', append_only => true);

-- Debit is credit in every voucher when its transaction ends, and a voucher has lines.
CREATE FUNCTION nlos_voucher_balances() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	which bigint := CASE TG_TABLE_NAME WHEN 'gl_line' THEN (to_jsonb(NEW) ->> 'voucher_id')::bigint ELSE NEW.id END;
	off numeric;
BEGIN
	SELECT sum(debit) - sum(credit) INTO off FROM gl_line WHERE tenant_id = NEW.tenant_id AND voucher_id = which;
	IF off IS DISTINCT FROM 0 THEN
		RAISE EXCEPTION 'voucher % does not balance', which USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER gl_voucher_balances AFTER INSERT ON gl_voucher
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nlos_voucher_balances();
CREATE CONSTRAINT TRIGGER gl_line_balances AFTER INSERT ON gl_line
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION nlos_voucher_balances();

-- What is posted stays, whoever asks: it is reversed.
CREATE FUNCTION nlos_posted_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a posted voucher is reversed, not changed' USING ERRCODE = 'check_violation';
END
$$;
CREATE TRIGGER gl_voucher_stays BEFORE UPDATE OR DELETE ON gl_voucher
	FOR EACH ROW EXECUTE FUNCTION nlos_posted_stays();
CREATE TRIGGER gl_line_stays BEFORE UPDATE OR DELETE ON gl_line
	FOR EACH ROW EXECUTE FUNCTION nlos_posted_stays();

CREATE TABLE release_task (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	kind text NOT NULL,
	due_day date NOT NULL,
	done_at timestamptz,
	ended_at timestamptz
);
CREATE UNIQUE INDEX release_task_open ON release_task (tenant_id, order_id, kind) WHERE ended_at IS NULL;
CREATE INDEX release_task_due ON release_task (tenant_id, due_day, id) WHERE done_at IS NULL AND ended_at IS NULL;
SELECT nlos_refer('release_task', 'order_id', 'application');
SELECT nlos_protect('release_task');

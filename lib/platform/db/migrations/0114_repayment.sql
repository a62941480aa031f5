-- 还款记录: money that came in for a loan. What became of it is a projection of the loan's facts
-- (lib/domains/loans/rules/repayment.ts).
CREATE TABLE repayment (
	LIKE nlos_row INCLUDING ALL,
	repay_no text NOT NULL,
	loan_id bigint NOT NULL,
	order_id bigint NOT NULL,
	fact_no integer NOT NULL,
	amount numeric(18, 2) NOT NULL,
	value_date date NOT NULL,
	channel text NOT NULL,
	payer_name text NOT NULL DEFAULT '',
	payer_card text NOT NULL DEFAULT '',
	third_no text NOT NULL,
	proof_id bigint,
	kind text NOT NULL,
	principal numeric(18, 2) NOT NULL,
	interest numeric(18, 2) NOT NULL,
	penalty numeric(18, 2) NOT NULL,
	fee numeric(18, 2) NOT NULL,
	unapplied numeric(18, 2) NOT NULL,
	state text NOT NULL DEFAULT '成功',
	reversed_by integer,
	CHECK (amount > 0),
	CHECK ((state = '已冲正') = (reversed_by IS NOT NULL))
);
CREATE UNIQUE INDEX repayment_no ON repayment (tenant_id, repay_no);
CREATE UNIQUE INDEX repayment_fact ON repayment (tenant_id, loan_id, fact_no);
-- The same number of the same channel counts once; what was registered on a wrong loan is reversed and comes again.
CREATE UNIQUE INDEX repayment_third ON repayment (tenant_id, channel, third_no) WHERE state = '成功';
CREATE INDEX repayment_day ON repayment (tenant_id, value_date, id);
CREATE INDEX repayment_order ON repayment (tenant_id, order_id);
SELECT nlos_refer('repayment', 'loan_id', 'loan_account');
SELECT nlos_refer('repayment', 'order_id', 'application');
SELECT nlos_refer('repayment', 'proof_id', 'attachment');
SELECT nlos_protect('repayment');

-- Instalments due on a day, in the order of the list.
CREATE INDEX repay_plan_due ON repay_plan (tenant_id, due_date, id) WHERE status <> '已作废';

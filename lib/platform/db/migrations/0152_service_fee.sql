-- 服务费对账 (lib/domains/service-fees/table.ts).
CREATE TABLE service_fee_batch (
	LIKE nlos_row INCLUDING ALL,
	batch_no text NOT NULL,
	capital_id bigint NOT NULL,
	period_from date NOT NULL,
	period_to date NOT NULL,
	our_count integer NOT NULL,
	our_amount numeric(18, 2) NOT NULL,
	their_count integer NOT NULL DEFAULT 0,
	their_amount numeric(18, 2) NOT NULL DEFAULT '0',
	matched_count integer NOT NULL DEFAULT 0,
	diff_count integer NOT NULL DEFAULT 0,
	diff_amount numeric(18, 2) NOT NULL DEFAULT '0',
	statement_name text,
	statement jsonb NOT NULL DEFAULT '[]',
	wrong jsonb NOT NULL DEFAULT '[]',
	status text NOT NULL DEFAULT '待对账',
	first_confirmed_at timestamptz,
	first_confirmed_by bigint,
	confirmed_at timestamptz,
	confirmed_by bigint,
	invoice_no text,
	flow_id bigint,
	settled_on date,
	settled_amount numeric(18, 2),
	cancel_reason text,
	CONSTRAINT service_fee_batch_two CHECK (first_confirmed_by IS NULL OR first_confirmed_by <> confirmed_by)
);
CREATE UNIQUE INDEX service_fee_batch_no ON service_fee_batch (tenant_id, batch_no);
CREATE UNIQUE INDEX service_fee_batch_live ON service_fee_batch (tenant_id, capital_id, period_from) WHERE status <> '已作废';
CREATE INDEX service_fee_batch_period ON service_fee_batch (tenant_id, period_from, id);
SELECT nlos_refer('service_fee_batch', 'capital_id', 'capital');
SELECT nlos_refer('service_fee_batch', 'first_confirmed_by', 'sys_user');
SELECT nlos_refer('service_fee_batch', 'confirmed_by', 'sys_user');
SELECT nlos_refer('service_fee_batch', 'flow_id', 'fund_flow');
SELECT nlos_protect('service_fee_batch');

CREATE TABLE service_fee_line (
	LIKE nlos_row INCLUDING ALL,
	batch_id bigint NOT NULL,
	loan_id bigint,
	loan_no text NOT NULL,
	period_no integer NOT NULL,
	our_amount numeric(18, 2) NOT NULL,
	received boolean NOT NULL DEFAULT false,
	their_amount numeric(18, 2),
	diff numeric(18, 2) NOT NULL DEFAULT '0',
	match_status text NOT NULL DEFAULT '未比对',
	resolve text NOT NULL DEFAULT '未处理',
	note text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX service_fee_line_of ON service_fee_line (tenant_id, batch_id, loan_no, period_no);
CREATE INDEX service_fee_line_loan ON service_fee_line (tenant_id, loan_id);
SELECT nlos_refer('service_fee_line', 'batch_id', 'service_fee_batch');
SELECT nlos_refer('service_fee_line', 'loan_id', 'loan_account');
SELECT nlos_protect('service_fee_line');

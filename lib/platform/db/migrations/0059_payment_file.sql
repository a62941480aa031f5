-- 付款文件: payments that go to the bank as a file, and its answer (schema/payment-files.ts).

ALTER TABLE tenant
	ADD COLUMN pay_by text NOT NULL DEFAULT 'port',
	ADD COLUMN release_cutoff text,
	ADD CONSTRAINT tenant_pay_by CHECK (pay_by IN ('port', 'file'));

ALTER TABLE disbursement ADD COLUMN pay_by text NOT NULL DEFAULT 'port';
CREATE INDEX disbursement_status ON disbursement (tenant_id, status, id) WHERE status IN ('待复核', '付款中');
CREATE INDEX disbursement_paid ON disbursement (tenant_id, paid_at) WHERE paid_at IS NOT NULL;

CREATE TABLE payment_file (
	LIKE nlos_row INCLUDING ALL,
	file_no text NOT NULL,
	payer_account text NOT NULL,
	hash text NOT NULL,
	count integer NOT NULL,
	amount numeric(18, 2) NOT NULL,
	status text NOT NULL DEFAULT '待回盘',
	cancelled_at timestamptz,
	cancelled_by bigint,
	cancel_reason text,
	CHECK (count > 0 AND amount > 0),
	CHECK ((status = '已作废') = (cancelled_at IS NOT NULL))
);
CREATE UNIQUE INDEX payment_file_no ON payment_file (tenant_id, file_no);
CREATE INDEX payment_file_hash ON payment_file (tenant_id, hash);
CREATE INDEX payment_file_created ON payment_file (tenant_id, created_at, id);
SELECT nlos_refer('payment_file', 'cancelled_by', 'sys_user');
SELECT nlos_protect('payment_file');

CREATE TABLE payment_file_line (
	LIKE nlos_row INCLUDING ALL,
	file_id bigint NOT NULL,
	disbursement_id bigint NOT NULL,
	live boolean NOT NULL DEFAULT true,
	result text,
	bank_reference text,
	reason text,
	hindered text,
	answered_at timestamptz,
	CHECK ((result IS NULL) = (answered_at IS NULL))
);
-- A payment is in one live file.
CREATE UNIQUE INDEX payment_file_line_live ON payment_file_line (tenant_id, disbursement_id) WHERE live;
CREATE INDEX payment_file_line_file ON payment_file_line (tenant_id, file_id, id);
SELECT nlos_refer('payment_file_line', 'file_id', 'payment_file');
SELECT nlos_refer('payment_file_line', 'disbursement_id', 'disbursement');
SELECT nlos_protect('payment_file_line');

CREATE TABLE payment_answer (
	LIKE nlos_row INCLUDING ALL,
	file_id bigint NOT NULL,
	name text NOT NULL,
	hash text NOT NULL,
	lines jsonb NOT NULL,
	booked_at timestamptz
);
CREATE UNIQUE INDEX payment_answer_once ON payment_answer (tenant_id, file_id, hash);
CREATE INDEX payment_answer_hash ON payment_answer (tenant_id, hash);
SELECT nlos_refer('payment_answer', 'file_id', 'payment_file');
SELECT nlos_protect('payment_answer');

-- 结清申请 with its steps, and the 结清证明 of a loan that is paid off (lib/domains/settlements/table.ts).
CREATE TABLE settle_apply (
	LIKE nlos_row INCLUDING ALL,
	apply_no text NOT NULL,
	loan_id bigint NOT NULL,
	order_id bigint NOT NULL,
	kind text NOT NULL,
	quote_date date NOT NULL,
	reason text NOT NULL,
	note text NOT NULL DEFAULT '',
	waived_breach numeric(18, 2) NOT NULL DEFAULT '0',
	waived_interest numeric(18, 2) NOT NULL DEFAULT '0',
	wanted_deposit numeric(18, 2) NOT NULL DEFAULT '0',
	amount numeric(18, 2) NOT NULL DEFAULT '0',
	way text NOT NULL DEFAULT 'reduce',
	principal numeric(18, 2) NOT NULL,
	interest numeric(18, 2) NOT NULL,
	overdue_total numeric(18, 2) NOT NULL,
	penalty numeric(18, 2) NOT NULL,
	fee numeric(18, 2) NOT NULL,
	other_fee numeric(18, 2) NOT NULL,
	waive_amount numeric(18, 2) NOT NULL,
	deposit_offset numeric(18, 2) NOT NULL,
	prepaid_offset numeric(18, 2) NOT NULL,
	fee_refund numeric(18, 2) NOT NULL,
	payable numeric(18, 2) NOT NULL,
	status text NOT NULL DEFAULT '草稿',
	approved_by bigint,
	approved_at timestamptz,
	paid_amount numeric(18, 2),
	channel text,
	payer text,
	third_no text,
	proof_id bigint,
	paid_by bigint,
	paid_at timestamptz,
	fact_event text,
	booked_by bigint,
	booked_at timestamptz,
	CHECK (waived_breach >= 0 AND waived_interest >= 0 AND wanted_deposit >= 0 AND amount >= 0 AND paid_amount >= 0),
	-- Nobody pays what nobody approved, and nobody books the money that he registered.
	CHECK (status NOT IN ('待客户付款', '待核销', '已结清', '已完成') OR approved_at IS NOT NULL),
	CHECK (status NOT IN ('待核销', '已结清', '已完成') OR paid_at IS NOT NULL),
	CHECK (booked_by <> paid_by)
);
CREATE UNIQUE INDEX settle_apply_no ON settle_apply (tenant_id, apply_no);
-- One application of a loan at a time.
CREATE UNIQUE INDEX settle_apply_live ON settle_apply (tenant_id, loan_id)
	WHERE status NOT IN ('已结清', '已完成', '已撤销');
-- The same money is registered once.
CREATE UNIQUE INDEX settle_apply_money ON settle_apply (tenant_id, channel, third_no)
	WHERE third_no IS NOT NULL AND status <> '已撤销';
CREATE INDEX settle_apply_loan ON settle_apply (tenant_id, loan_id, id);
CREATE INDEX settle_apply_order ON settle_apply (tenant_id, order_id, id);
CREATE INDEX settle_apply_newest ON settle_apply (tenant_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX settle_apply_day ON settle_apply (tenant_id, quote_date, id) WHERE status IN ('待审核', '待客户付款');
SELECT nlos_refer('settle_apply', 'loan_id', 'loan_account');
SELECT nlos_refer('settle_apply', 'order_id', 'application');
SELECT nlos_refer('settle_apply', 'approved_by', 'sys_user');
SELECT nlos_refer('settle_apply', 'proof_id', 'attachment');
SELECT nlos_refer('settle_apply', 'paid_by', 'sys_user');
SELECT nlos_refer('settle_apply', 'booked_by', 'sys_user');
SELECT nlos_protect('settle_apply');

CREATE TABLE settle_step (
	LIKE nlos_row INCLUDING ALL,
	settle_apply_id bigint NOT NULL,
	step text NOT NULL,
	to_status text NOT NULL,
	at timestamptz NOT NULL,
	details jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX settle_step_of ON settle_step (tenant_id, settle_apply_id, id);
SELECT nlos_refer('settle_step', 'settle_apply_id', 'settle_apply');
SELECT nlos_protect('settle_step', append_only => true);

CREATE TABLE settle_proof (
	LIKE nlos_row INCLUDING ALL,
	proof_no text NOT NULL,
	loan_id bigint NOT NULL,
	order_id bigint NOT NULL,
	settled_on date NOT NULL,
	file_id bigint,
	sealed_at timestamptz,
	trouble text,
	voided_at timestamptz
);
CREATE UNIQUE INDEX settle_proof_no ON settle_proof (tenant_id, proof_no);
CREATE UNIQUE INDEX settle_proof_valid ON settle_proof (tenant_id, loan_id) WHERE voided_at IS NULL;
CREATE INDEX settle_proof_order ON settle_proof (tenant_id, order_id);
SELECT nlos_refer('settle_proof', 'loan_id', 'loan_account');
SELECT nlos_refer('settle_proof', 'order_id', 'application');
SELECT nlos_refer('settle_proof', 'file_id', 'attachment');
SELECT nlos_protect('settle_proof');

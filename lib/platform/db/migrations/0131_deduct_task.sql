-- 代扣任务 (lib/domains/deductions/table.ts): one of a loan and a day, whatever is tried in it.
CREATE TABLE deduct_task (
	LIKE nlos_row INCLUDING ALL,
	task_no text NOT NULL,
	loan_id bigint NOT NULL,
	order_id bigint NOT NULL,
	plan_id bigint NOT NULL,
	day date NOT NULL,
	amount numeric(18, 2) NOT NULL,
	attempt integer NOT NULL DEFAULT 0,
	status text NOT NULL DEFAULT '待扣',
	card_id bigint,
	fail_code text,
	fail_reason text,
	sent_at timestamptz,
	answered_at timestamptz,
	bank_reference text,
	CHECK (amount > 0),
	CHECK (status <> '成功' OR bank_reference IS NOT NULL)
);
CREATE UNIQUE INDEX deduct_task_no ON deduct_task (tenant_id, task_no);
CREATE UNIQUE INDEX deduct_task_day ON deduct_task (tenant_id, loan_id, day);
CREATE INDEX deduct_task_status ON deduct_task (tenant_id, day, status, id);
CREATE INDEX deduct_task_plan ON deduct_task (tenant_id, plan_id, day);
-- Money of a loan that may be on its way is so once.
CREATE UNIQUE INDEX deduct_task_open ON deduct_task (tenant_id, loan_id) WHERE status = '处理中';
SELECT nlos_refer('deduct_task', 'loan_id', 'loan_account');
SELECT nlos_refer('deduct_task', 'order_id', 'application');
SELECT nlos_refer('deduct_task', 'plan_id', 'repay_plan');
SELECT nlos_refer('deduct_task', 'card_id', 'bank_card');
SELECT nlos_protect('deduct_task');

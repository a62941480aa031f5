-- 资方订单 (schema/capital-orders.ts), and which funders answer over an interface.

ALTER TABLE capital ADD COLUMN online boolean NOT NULL DEFAULT false;

CREATE TABLE capital_order (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	capital_id bigint NOT NULL,
	push_no text NOT NULL,
	round integer NOT NULL DEFAULT 1,
	capital_order_no text,
	status text NOT NULL,
	amount numeric(18, 2) NOT NULL,
	pushed_at timestamptz NOT NULL,
	pushed_by bigint NOT NULL,
	answered_at timestamptz,
	approved_amount numeric(18, 2),
	approved_rate numeric(9, 4),
	reply text,
	silent boolean NOT NULL DEFAULT false,
	warned_at timestamptz,
	CHECK (amount > 0),
	CHECK (status <> '审批通过' OR approved_amount >= amount)
);
CREATE UNIQUE INDEX capital_order_push_no ON capital_order (tenant_id, push_no);
-- A funder that is asked again about an order may keep its own number of it.
CREATE UNIQUE INDEX capital_order_no ON capital_order (tenant_id, capital_id, capital_order_no) WHERE status NOT IN ('拒绝', '取消');
-- An order is with one funder at a time; what was refused or cancelled is history.
CREATE UNIQUE INDEX capital_order_live ON capital_order (tenant_id, order_id) WHERE status NOT IN ('拒绝', '取消');
CREATE INDEX capital_order_order ON capital_order (tenant_id, order_id, id);
CREATE INDEX capital_order_pushed ON capital_order (tenant_id, capital_id, pushed_at);
CREATE INDEX capital_order_asked ON capital_order (tenant_id, pushed_at) WHERE status IN ('已推送', '资方审核中') AND warned_at IS NULL;
-- What a funder has lent by now.
CREATE INDEX loan_account_funder ON loan_account (tenant_id, capital_id) WHERE outstanding_principal > 0;

SELECT nlos_refer('capital_order', 'order_id', 'application');
SELECT nlos_refer('capital_order', 'capital_id', 'capital');
SELECT nlos_refer('capital_order', 'pushed_by', 'sys_user');

SELECT nlos_protect('capital_order');

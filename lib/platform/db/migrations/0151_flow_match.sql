-- 匹配: what a flow stands for (lib/domains/fund-flows/table.ts).
CREATE TABLE flow_match (
	LIKE nlos_row INCLUDING ALL,
	flow_id bigint NOT NULL,
	part_no integer NOT NULL,
	target_kind text NOT NULL,
	target_id bigint NOT NULL,
	loan_id bigint,
	order_id bigint,
	title text NOT NULL,
	amount numeric(18, 2) NOT NULL,
	rule text NOT NULL,
	booked boolean NOT NULL DEFAULT false,
	undone_at timestamptz,
	undone_by bigint,
	undone_why text,
	CONSTRAINT flow_match_amount CHECK (amount > 0)
);
CREATE UNIQUE INDEX flow_match_part ON flow_match (tenant_id, flow_id, part_no);
CREATE UNIQUE INDEX flow_match_target ON flow_match (tenant_id, target_kind, target_id) WHERE undone_at IS NULL;
CREATE INDEX flow_match_loan ON flow_match (tenant_id, loan_id);
SELECT nlos_refer('flow_match', 'flow_id', 'fund_flow');
SELECT nlos_refer('flow_match', 'loan_id', 'loan_account');
SELECT nlos_refer('flow_match', 'order_id', 'application');
SELECT nlos_refer('flow_match', 'undone_by', 'sys_user');
SELECT nlos_protect('flow_match');

-- Payers of a statement are looked for by their names.
CREATE INDEX application_customer_name ON application (tenant_id, customer_name);

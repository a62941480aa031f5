-- 对账单 and 资金流水 (lib/domains/fund-flows/table.ts).
CREATE TABLE flow_import (
	LIKE nlos_row INCLUDING ALL,
	account_no text NOT NULL,
	name text NOT NULL,
	hash text NOT NULL,
	rows jsonb NOT NULL,
	heads jsonb NOT NULL,
	columns jsonb NOT NULL,
	lacks jsonb NOT NULL,
	wrong jsonb NOT NULL,
	state text NOT NULL DEFAULT '已读取',
	fresh_count integer NOT NULL,
	same_count integer NOT NULL,
	wrong_count integer NOT NULL,
	added_count integer NOT NULL DEFAULT 0,
	booked_at timestamptz,
	booked_by bigint,
	undone_at timestamptz,
	undone_by bigint
);
CREATE INDEX flow_import_account ON flow_import (tenant_id, account_no, id);
CREATE INDEX flow_import_created ON flow_import (tenant_id, created_at, id);
SELECT nlos_refer('flow_import', 'booked_by', 'sys_user');
SELECT nlos_refer('flow_import', 'undone_by', 'sys_user');
SELECT nlos_protect('flow_import');

CREATE TABLE fund_flow (
	LIKE nlos_row INCLUDING ALL,
	flow_no text NOT NULL,
	account_no text NOT NULL,
	direction text NOT NULL,
	amount numeric(18, 2) NOT NULL,
	counterparty text NOT NULL DEFAULT '',
	counter_account text NOT NULL DEFAULT '',
	happened_at timestamptz NOT NULL,
	biz_day date NOT NULL,
	summary text NOT NULL DEFAULT '',
	biz_kind text,
	match_status text NOT NULL DEFAULT '未匹配',
	reason text NOT NULL DEFAULT '',
	balance_after numeric(18, 2),
	import_id bigint NOT NULL,
	import_row integer NOT NULL,
	CONSTRAINT fund_flow_amount CHECK (amount > 0)
);
CREATE UNIQUE INDEX fund_flow_no ON fund_flow (tenant_id, account_no, flow_no);
CREATE INDEX fund_flow_time ON fund_flow (tenant_id, happened_at, id);
CREATE INDEX fund_flow_day ON fund_flow (tenant_id, biz_day, id);
CREATE INDEX fund_flow_open ON fund_flow (tenant_id, id) WHERE match_status = '未匹配';
CREATE INDEX fund_flow_import ON fund_flow (tenant_id, import_id);
SELECT nlos_refer('fund_flow', 'import_id', 'flow_import');
SELECT nlos_protect('fund_flow');

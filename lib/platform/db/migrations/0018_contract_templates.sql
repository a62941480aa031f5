-- 合同模板 of a funder, names by version, and 批量生成 (schema/contracts.ts, schema/contract-batches.ts).

ALTER TABLE contract_template ADD COLUMN capital_id bigint;
SELECT nlos_refer('contract_template', 'capital_id', 'capital');

-- A contract bears the name of the version that it was made of. The owner sees no tenant's rows while security is
-- forced on it too.
ALTER TABLE contract_template_version ADD COLUMN name text;
ALTER TABLE contract_template_version NO FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_template NO FORCE ROW LEVEL SECURITY;
UPDATE contract_template_version v SET name = t.name FROM contract_template t
	WHERE t.tenant_id = v.tenant_id AND t.id = v.template_id;
ALTER TABLE contract_template FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_template_version FORCE ROW LEVEL SECURITY;
ALTER TABLE contract_template_version ALTER COLUMN name SET NOT NULL;

CREATE INDEX contract_version ON contract (tenant_id, template_version_id, id);

CREATE TABLE contract_batch (
	LIKE nlos_row INCLUDING ALL,
	state text NOT NULL,
	run_by bigint NOT NULL,
	round integer NOT NULL DEFAULT 1,
	total integer NOT NULL,
	started_at timestamptz NOT NULL,
	ended_at timestamptz,
	end_reason text
);
CREATE INDEX contract_batch_started ON contract_batch (tenant_id, started_at, id);

CREATE TABLE contract_batch_row (
	LIKE nlos_row INCLUDING ALL,
	batch_id bigint NOT NULL,
	order_id bigint NOT NULL,
	state text NOT NULL,
	made integer NOT NULL DEFAULT 0,
	reason text,
	reason_names text,
	done_at timestamptz
);
CREATE UNIQUE INDEX contract_batch_row_order ON contract_batch_row (tenant_id, batch_id, order_id);
CREATE INDEX contract_batch_row_state ON contract_batch_row (tenant_id, batch_id, state, id);

SELECT nlos_refer('contract_batch', 'run_by', 'sys_user');
SELECT nlos_refer('contract_batch_row', 'batch_id', 'contract_batch');
SELECT nlos_refer('contract_batch_row', 'order_id', 'application');

SELECT nlos_protect('contract_batch');
SELECT nlos_protect('contract_batch_row');

-- 批量操作: a verb on many rows, behind the call that asked (schema/bulk.ts).

CREATE TABLE bulk_run (
	LIKE nlos_row INCLUDING ALL,
	user_id bigint NOT NULL,
	title text NOT NULL,
	path text NOT NULL,
	state text NOT NULL DEFAULT 'running',
	total integer NOT NULL,
	locale text NOT NULL,
	ip text NOT NULL DEFAULT '',
	origin text,
	started_at timestamptz NOT NULL,
	ended_at timestamptz
);
CREATE INDEX bulk_run_user ON bulk_run (tenant_id, user_id, started_at, id);

CREATE TABLE bulk_row (
	LIKE nlos_row INCLUDING ALL,
	run_id bigint NOT NULL,
	name text NOT NULL,
	fields jsonb,
	state text NOT NULL DEFAULT 'waiting',
	reason text NOT NULL DEFAULT '',
	hint text NOT NULL DEFAULT ''
);
CREATE INDEX bulk_row_state ON bulk_row (tenant_id, run_id, state, id);

SELECT nlos_refer('bulk_run', 'user_id', 'sys_user');
SELECT nlos_refer('bulk_row', 'run_id', 'bulk_run', 'CASCADE');

SELECT nlos_protect('bulk_run');
SELECT nlos_protect('bulk_row');

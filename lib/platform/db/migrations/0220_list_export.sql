-- 后台导出: the file of a list, made behind the call that asked (lib/platform/exports/table.ts).
CREATE TABLE list_export (
	LIKE nlos_row INCLUDING ALL,
	user_id bigint NOT NULL,
	title text NOT NULL,
	filter text NOT NULL DEFAULT '',
	path text NOT NULL,
	fields jsonb NOT NULL,
	state text NOT NULL DEFAULT 'queued',
	done integer NOT NULL DEFAULT 0,
	total integer,
	reason text NOT NULL DEFAULT '',
	file_name text,
	file_hash text,
	size integer,
	ip text NOT NULL DEFAULT '',
	ended_at timestamptz,
	expires_at timestamptz
);
CREATE INDEX list_export_user ON list_export (tenant_id, user_id, created_at, id);
CREATE INDEX list_export_hash ON list_export (tenant_id, file_hash);
SELECT nlos_refer('list_export', 'user_id', 'sys_user');
SELECT nlos_protect('list_export');

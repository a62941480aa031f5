-- 导入: files of rows (lib/domains/imports/table.ts).
CREATE TABLE row_import (
	LIKE nlos_row INCLUDING ALL,
	kind text NOT NULL,
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
	added_ids jsonb NOT NULL DEFAULT '[]',
	booked_at timestamptz,
	booked_by bigint,
	undone_at timestamptz,
	undone_by bigint
);
CREATE INDEX row_import_kind ON row_import (tenant_id, kind, id);
SELECT nlos_refer('row_import', 'booked_by', 'sys_user');
SELECT nlos_refer('row_import', 'undone_by', 'sys_user');
SELECT nlos_protect('row_import');

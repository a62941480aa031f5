-- 视图: a list as somebody likes to see it (lib/domains/views/table.ts).
CREATE TABLE saved_view (
	LIKE nlos_row INCLUDING ALL,
	list text NOT NULL,
	name text NOT NULL,
	owner_id bigint NOT NULL,
	shared boolean NOT NULL DEFAULT false,
	query jsonb NOT NULL,
	columns jsonb NOT NULL
);
CREATE UNIQUE INDEX saved_view_name ON saved_view (tenant_id, owner_id, list, name);
CREATE INDEX saved_view_list ON saved_view (tenant_id, list);
SELECT nlos_refer('saved_view', 'owner_id', 'sys_user');
SELECT nlos_protect('saved_view');

-- 盘点: what was found in which box, and what of it is not where it should be (lib/domains/archives/table.ts).
CREATE TABLE archive_take (
	LIKE nlos_row INCLUDING ALL,
	take_no text NOT NULL,
	scope text NOT NULL DEFAULT '',
	finished_at timestamptz,
	finished_by bigint
);
CREATE UNIQUE INDEX archive_take_no ON archive_take (tenant_id, take_no);
CREATE INDEX archive_take_list ON archive_take (tenant_id, created_at, id);

CREATE TABLE archive_take_scan (
	LIKE nlos_row INCLUDING ALL,
	take_id bigint NOT NULL,
	box_no text NOT NULL,
	archive_id bigint
);
CREATE UNIQUE INDEX archive_take_scan_file ON archive_take_scan (tenant_id, take_id, archive_id) WHERE archive_id IS NOT NULL;
CREATE UNIQUE INDEX archive_take_scan_box ON archive_take_scan (tenant_id, take_id, box_no) WHERE archive_id IS NULL;

CREATE TABLE archive_take_difference (
	LIKE nlos_row INCLUDING ALL,
	take_id bigint NOT NULL,
	archive_id bigint NOT NULL,
	kind text NOT NULL,
	expected_box text,
	found_box text,
	resolution text,
	note text NOT NULL DEFAULT '',
	resolved_at timestamptz,
	resolved_by bigint,
	CONSTRAINT archive_take_difference_resolved CHECK ((resolution IS NULL) = (resolved_at IS NULL))
);
CREATE UNIQUE INDEX archive_take_difference_of ON archive_take_difference (tenant_id, take_id, archive_id);

SELECT nlos_refer(source::regclass, its_column, target::regclass) FROM (VALUES
	('archive_take', 'finished_by', 'sys_user'),
	('archive_take_scan', 'take_id', 'archive_take'),
	('archive_take_scan', 'archive_id', 'archive'),
	('archive_take_difference', 'take_id', 'archive_take'),
	('archive_take_difference', 'archive_id', 'archive'),
	('archive_take_difference', 'resolved_by', 'sys_user')
) AS refers (source, its_column, target);
SELECT nlos_protect('archive_take');
SELECT nlos_protect('archive_take_scan');
SELECT nlos_protect('archive_take_difference');

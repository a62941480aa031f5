-- 附件 of an opening: licence, photos of the place, agreement, account permit (lib/domains/openings/table.ts).
CREATE TABLE opening_file (
	LIKE nlos_row INCLUDING ALL,
	opening_id bigint NOT NULL,
	paper text NOT NULL,
	attachment_id bigint NOT NULL,
	CONSTRAINT opening_file_paper CHECK (paper IN ('licence', 'photo', 'agreement', 'permit'))
);
CREATE INDEX opening_file_of ON opening_file (tenant_id, opening_id, id);
SELECT nlos_refer('opening_file', 'opening_id', 'opening');
SELECT nlos_refer('opening_file', 'attachment_id', 'attachment');
SELECT nlos_protect('opening_file');

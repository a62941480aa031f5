-- 材料包 before the release (schema/materials.ts): who sent a set to its review, and the versions of a paper.

ALTER TABLE material_set ADD COLUMN submit_by bigint;
ALTER TABLE material_item ADD COLUMN version integer NOT NULL DEFAULT 1;

CREATE TABLE material_version (
	LIKE nlos_row INCLUDING ALL,
	item_id bigint NOT NULL,
	version integer NOT NULL,
	files bigint[] NOT NULL,
	item_status text NOT NULL,
	reject_note text,
	ended_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX material_version_no ON material_version (tenant_id, item_id, version);

-- 到期: the policies that end next, and the one with a number.
CREATE INDEX insurance_policy_end ON insurance_policy (tenant_id, end_date) WHERE policy_no IS NOT NULL;
CREATE INDEX insurance_policy_no ON insurance_policy (tenant_id, policy_no);

SELECT nlos_refer('material_set', 'submit_by', 'sys_user');
SELECT nlos_refer('material_version', 'item_id', 'material_item');

SELECT nlos_protect('material_version');

-- 快递公司: who brings papers of the archive (lib/domains/couriers/table.ts).
CREATE TABLE courier (
	LIKE nlos_row INCLUDING ALL,
	code text NOT NULL,
	name text NOT NULL,
	reach text NOT NULL,
	phone text NOT NULL DEFAULT '',
	state text NOT NULL DEFAULT 'active',
	stop_reason text
);
CREATE UNIQUE INDEX courier_code ON courier (tenant_id, code);
SELECT nlos_protect('courier');

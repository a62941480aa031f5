-- 证据: where on which picture a reviewer found what proves a field (schema/evidence.ts)

CREATE TABLE evidence_pin (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	field text NOT NULL,
	file_id bigint NOT NULL,
	x integer NOT NULL,
	y integer NOT NULL,
	width integer NOT NULL,
	height integer NOT NULL,
	stage text NOT NULL,
	seen text NOT NULL,
	note text,
	CONSTRAINT evidence_pin_region CHECK (x >= 0 AND y >= 0 AND width > 0 AND height > 0 AND x + width <= 10000 AND y + height <= 10000)
);
SELECT nlos_refer('evidence_pin', 'order_id', 'application');
CREATE INDEX evidence_pin_order ON evidence_pin (tenant_id, order_id, id);
SELECT nlos_protect('evidence_pin', false);

-- What may tie orders to each other (schema/relations.ts). Orders that were there before get theirs after the start:
-- relations/fill-keys.ts.
CREATE TABLE relation_key (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	kind text NOT NULL,
	value text NOT NULL,
	holders jsonb NOT NULL
);
CREATE UNIQUE INDEX relation_key_order ON relation_key (tenant_id, order_id, kind, value);
CREATE INDEX relation_key_value ON relation_key (tenant_id, kind, value, order_id DESC NULLS LAST);
SELECT nlos_refer('relation_key', 'order_id', 'application');
SELECT nlos_protect('relation_key');

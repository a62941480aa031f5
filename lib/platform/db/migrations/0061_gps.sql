-- GPS设备 (schema/gps.ts).

CREATE TABLE gps_device (
	LIKE nlos_row INCLUDING ALL,
	device_no text NOT NULL,
	device_type text NOT NULL,
	vendor text NOT NULL,
	sim_no text,
	status text NOT NULL,
	shop_id bigint,
	holder text,
	order_id bigint,
	install_point text,
	install_place text,
	installer text,
	installed_at timestamptz,
	installed_by bigint,
	device_photo_id bigint,
	vin_photo_id bigint,
	last_seen_at timestamptz,
	last_city text
);
CREATE UNIQUE INDEX gps_device_no ON gps_device (tenant_id, device_no);
CREATE INDEX gps_device_order ON gps_device (tenant_id, order_id);
CREATE INDEX gps_device_shop ON gps_device (tenant_id, shop_id, id);
CREATE INDEX gps_device_created ON gps_device (tenant_id, created_at, id);
-- The silent ones first: who is asked about, and who is lost.
CREATE INDEX gps_device_seen ON gps_device (tenant_id, last_seen_at, id);

CREATE TABLE gps_event (
	LIKE nlos_row INCLUDING ALL,
	device_id bigint NOT NULL,
	event text NOT NULL,
	to_status text NOT NULL,
	order_id bigint,
	note text,
	photos bigint[] NOT NULL DEFAULT '{}'
);
CREATE INDEX gps_event_device ON gps_event (tenant_id, device_id, id);
CREATE INDEX gps_event_order ON gps_event (tenant_id, order_id);

SELECT nlos_refer('gps_device', 'shop_id', 'shop');
SELECT nlos_refer('gps_device', 'order_id', 'application');
SELECT nlos_refer('gps_device', 'installed_by', 'sys_user');
SELECT nlos_refer('gps_device', 'device_photo_id', 'attachment');
SELECT nlos_refer('gps_device', 'vin_photo_id', 'attachment');
SELECT nlos_refer('gps_event', 'device_id', 'gps_device');
SELECT nlos_refer('gps_event', 'order_id', 'application');

SELECT nlos_protect('gps_device');
SELECT nlos_protect('gps_event');

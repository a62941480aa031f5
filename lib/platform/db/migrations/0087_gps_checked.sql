-- 核验: a fitting that a shop registers counts towards the release when somebody of the company has seen its photos.
ALTER TABLE gps_device
	ADD COLUMN checked_at timestamptz,
	ADD COLUMN checked_by bigint;
SELECT nlos_refer('gps_device', 'checked_by', 'sys_user');

-- As it counted so far. The owner writes all tenants' rows.
ALTER TABLE gps_device NO FORCE ROW LEVEL SECURITY;
UPDATE gps_device SET checked_at = installed_at, checked_by = installed_by WHERE status IN ('已安装', '离线');
ALTER TABLE gps_device FORCE ROW LEVEL SECURITY;

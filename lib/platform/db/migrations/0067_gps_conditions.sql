-- A condition that asks for GPS is met by the devices in the car, and by nobody's word: where they are in already, it is.
UPDATE order_condition condition SET met_at = o.gps_installed_at, updated_at = now(), row_version = condition.row_version + 1
FROM application o
WHERE o.tenant_id = condition.tenant_id AND o.id = condition.order_id AND o.gps_installed_at IS NOT NULL
	AND condition.code = 'gps' AND condition.met_at IS NULL AND condition.dropped_at IS NULL;

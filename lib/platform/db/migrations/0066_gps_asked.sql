-- About which devices nobody asked for longest, and which of them an answer is about.
ALTER TABLE gps_device ADD COLUMN asked_call bigint;
CREATE INDEX gps_device_asked ON gps_device (tenant_id, asked_call NULLS FIRST, id);

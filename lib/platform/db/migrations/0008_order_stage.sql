-- Who sees a shop's orders alone counts those under way without reading the orders.
DROP INDEX application_stage;
CREATE INDEX application_stage ON application (tenant_id, status, stage_entered_at, id, shop_id);

-- 代扣 that failed as often as it is tried in a day, for the first time of its instalment: of these somebody is told.
ALTER TABLE deduct_task ADD COLUMN given_up boolean NOT NULL DEFAULT false;
CREATE INDEX deduct_task_given_up ON deduct_task (tenant_id, day, order_id) WHERE given_up;

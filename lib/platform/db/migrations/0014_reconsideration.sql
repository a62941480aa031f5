-- 复议 is asked for before it is decided (T16): what became of the request, and the requests that wait.
ALTER TABLE application ADD COLUMN reconsider_ask text;
ALTER TABLE application ADD CONSTRAINT application_reconsider_ask CHECK (reconsider_ask IN ('asked', 'declined'));
CREATE INDEX application_reconsider ON application (tenant_id, stage_entered_at, id)
	WHERE reconsider_ask = 'asked' AND NOT is_reconsider;

-- Risk scenes get versions and rules over facts; decisions keep what they saw; approvals keep their terms and conditions.

DROP INDEX risk_scene_code;
ALTER TABLE risk_scene ADD COLUMN opened_at timestamptz;
CREATE UNIQUE INDEX risk_scene_version ON risk_scene (tenant_id, scene_code, version);
CREATE UNIQUE INDEX risk_scene_open ON risk_scene (tenant_id, scene_code) WHERE status = '开启';
CREATE UNIQUE INDEX risk_scene_draft ON risk_scene (tenant_id, scene_code) WHERE status = '草稿';

-- The rules that a scene had were found by their codes and could not be changed on any screen: they say now what they
-- ask. Row security would hide the tenants' rows from the owner.
ALTER TABLE risk_scene NO FORCE ROW LEVEL SECURITY;
UPDATE risk_scene SET opened_at = updated_at WHERE status = '开启';
UPDATE risk_scene SET rules = (
	SELECT coalesce(jsonb_agg(jsonb_build_object(
		'code', rule->>'code',
		'name', rule->>'name',
		'fact', CASE rule->>'code'
			WHEN 'R001' THEN 'age' WHEN 'R002' THEN 'greyHits' WHEN 'R003' THEN 'sharedMobile' WHEN 'R004' THEN 'amount'
			WHEN 'R005' THEN 'refusals' WHEN 'R006' THEN 'idDaysLeft' WHEN 'R007' THEN 'differs' ELSE '' END,
		'compare', CASE rule->>'code'
			WHEN 'R001' THEN 'outside' WHEN 'R004' THEN 'gt' WHEN 'R006' THEN 'lt' WHEN 'R007' THEN 'any' ELSE 'ge' END,
		'value', CASE rule->>'code'
			WHEN 'R001' THEN jsonb_build_array(
				coalesce(rule->'params'->>'min', '18'), coalesce(rule->'params'->>'max', '60'))
			WHEN 'R003' THEN jsonb_build_array(coalesce(rule->'params'->>'max', '2'))
			WHEN 'R004' THEN jsonb_build_array(coalesce(rule->'params'->>'limit', '300000.00'))
			WHEN 'R005' THEN jsonb_build_array(coalesce(rule->'params'->>'max', '1'))
			WHEN 'R006' THEN jsonb_build_array(coalesce(rule->'params'->>'min', '90'))
			WHEN 'R007' THEN '["name", "mobile", "idAddress", "idValidTo"]'::jsonb
			ELSE '["1"]'::jsonb END,
		'outcome', CASE rule->>'action' WHEN 'score' THEN 'flag' ELSE rule->>'action' END,
		'points', coalesce((rule->>'score')::integer, 0)
	) ORDER BY place), '[]')
	FROM jsonb_array_elements(rules) WITH ORDINALITY AS one (rule, place)
);
ALTER TABLE risk_scene FORCE ROW LEVEL SECURITY;

ALTER TABLE risk_decision
	ADD COLUMN scene_version integer,
	ADD COLUMN facts jsonb;

ALTER TABLE application
	ADD COLUMN approved_term integer,
	ADD COLUMN approved_down_payment numeric(18, 2),
	ADD COLUMN approved_quote jsonb;

-- Who else has the card, and whose orders it stands on.
CREATE INDEX bank_card_number ON bank_card (tenant_id, card_no);

CREATE TABLE order_condition (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	code text NOT NULL,
	detail text,
	met_at timestamptz,
	met_by bigint,
	met_note text,
	dropped_at timestamptz
);
CREATE INDEX order_condition_order ON order_condition (tenant_id, order_id);
SELECT nlos_refer('order_condition', 'order_id', 'application'), nlos_refer('order_condition', 'met_by', 'sys_user');
SELECT nlos_protect('order_condition');

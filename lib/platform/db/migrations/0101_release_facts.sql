-- Loans that were released before there were facts get theirs, and the terms of their product, as a release writes them now.
ALTER TABLE loan_account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_fact NO FORCE ROW LEVEL SECURITY;
ALTER TABLE repay_plan NO FORCE ROW LEVEL SECURITY;
ALTER TABLE disbursement NO FORCE ROW LEVEL SECURITY;
ALTER TABLE application NO FORCE ROW LEVEL SECURITY;
ALTER TABLE product NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_voucher NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_line NO FORCE ROW LEVEL SECURITY;

-- What a release posted on one side of an account, in fen.
CREATE FUNCTION nlos_posted(tenant integer, disbursement bigint, events text[], account text, is_debit boolean) RETURNS bigint
LANGUAGE sql STABLE AS $$
	SELECT coalesce(sum(CASE WHEN is_debit THEN n.debit ELSE n.credit END) * 100, 0)::bigint
	FROM gl_voucher v JOIN gl_line n ON n.tenant_id = v.tenant_id AND n.voucher_id = v.id
	WHERE v.tenant_id = tenant AND v.ref_type = 'disbursement' AND v.ref_id = disbursement
		AND v.event = ANY (events) AND n.account_code = account
$$;

-- 违约金 as the fold has it: without the tier behind all others.
CREATE FUNCTION nlos_tiers(rule jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN rule IS NULL THEN '[{"through": 12, "rate": 30000}, {"through": 24, "rate": 20000}]' ELSE coalesce((
		SELECT jsonb_agg(jsonb_build_object(
			'through', (t ->> 0)::integer, 'rate', (round((t ->> 1)::numeric, 4) * 1000000)::bigint) ORDER BY at)
		FROM jsonb_array_elements(rule -> 'tiers') WITH ORDINALITY AS e (t, at)
		WHERE (t ->> 0)::integer < 999), '[]') END
$$;

INSERT INTO loan_fact (tenant_id, loan_id, fact_no, event_id, kind, value_date, booked_at, details, checked_by, created_by)
SELECT l.tenant_id, l.id, 1, 'disbursement:' || l.disbursement_id, 'release', l.value_date, l.created_at,
	jsonb_build_object(
		'principal', (l.principal * 100)::bigint,
		'ownPrincipal', (l.own_principal * 100)::bigint,
		'cash', (l.principal * 100)::bigint - f.kept_service - f.kept_other,
		'keptService', f.kept_service,
		'keptOther', f.kept_other,
		'upfrontService', nlos_posted(l.tenant_id, l.disbursement_id, '{E01,E06}', '2401', false),
		'upfrontOther', nlos_posted(l.tenant_id, l.disbursement_id, '{E01,E06}', '6051', false),
		-- Before there was E00, what the customer had paid was debited to the bank.
		'feesReceived', nlos_posted(l.tenant_id, l.disbursement_id, '{E01}', '2241.05', true)
			+ nlos_posted(l.tenant_id, l.disbursement_id, '{E01}', '1002', true),
		'deposit', nlos_posted(l.tenant_id, l.disbursement_id, '{E02}', '2241.01', false),
		-- Its first rent in advance and what was paid too much were posted as one.
		'rent', 0,
		'overpaid', nlos_posted(l.tenant_id, l.disbursement_id, '{E07}', '2203', false),
		'rebate', nlos_posted(l.tenant_id, l.disbursement_id, '{E04}', '2241.02', false),
		'rows', (
			SELECT jsonb_agg(jsonb_build_object(
				'periodNo', r.period_no, 'kind', r.kind,
				'start', r.start_date - date '1970-01-01', 'due', r.due_date - date '1970-01-01',
				'principal', (r.principal * 100)::bigint, 'interest', (r.interest * 100)::bigint,
				'serviceFee', (r.service_fee * 100)::bigint, 'balanceAfter', (r.balance_after * 100)::bigint,
				'funderPrincipal', coalesce((r.capital_principal * 100)::bigint, 0),
				'funderInterest', coalesce((r.capital_interest * 100)::bigint, 0)) ORDER BY r.id)
			FROM repay_plan r WHERE r.tenant_id = l.tenant_id AND r.loan_id = l.id AND r.plan_version = 1)),
	d.checker_id, l.created_by
FROM loan_account l
	JOIN disbursement d ON d.tenant_id = l.tenant_id AND d.id = l.disbursement_id
	CROSS JOIN LATERAL (SELECT
		nlos_posted(l.tenant_id, l.disbursement_id, '{E03}', '2401', false) AS kept_service,
		nlos_posted(l.tenant_id, l.disbursement_id, '{E03}', '6051', false) AS kept_other) f
WHERE NOT EXISTS (SELECT FROM loan_fact o WHERE o.tenant_id = l.tenant_id AND o.loan_id = l.id);

-- Money that came back: the release does not count.
INSERT INTO loan_fact (tenant_id, loan_id, fact_no, event_id, kind, value_date, booked_at, details, created_by)
SELECT l.tenant_id, l.id, 2, 'returned:' || l.disbursement_id, 'reversal', d.returned_on, l.updated_at,
	jsonb_build_object('of', 1), l.updated_by
FROM loan_account l JOIN disbursement d ON d.tenant_id = l.tenant_id AND d.id = l.disbursement_id
WHERE l.status = '已撤销' AND d.returned_on IS NOT NULL
	AND NOT EXISTS (SELECT FROM loan_fact o WHERE o.tenant_id = l.tenant_id AND o.loan_id = l.id AND o.kind = 'reversal');

UPDATE loan_account l SET terms = jsonb_build_object(
	'method', l.repay_method,
	'annualRate', coalesce((l.annual_rate * 1000000)::bigint, 0),
	'monthly', l.day_count = '30/360',
	'basis', CASE WHEN l.day_count = 'ACT/365' THEN 365 ELSE 360 END,
	'rounding', p.inst_rounding,
	'oddFirstPeriod', coalesce((
		SELECT r.due_date NOT IN (
			(l.value_date + interval '1 month')::date,
			(date_trunc('month', l.value_date) + interval '1 month')::date
				+ least(date_part('day', l.value_date)::integer, 28) - 1)
		FROM repay_plan r
		WHERE r.tenant_id = l.tenant_id AND r.loan_id = l.id AND r.plan_version = 1 AND r.start_date < r.due_date
		ORDER BY r.id LIMIT 1), false),
	'penalty', jsonb_build_object(
		'daily', (coalesce(p.penalty_daily, 0.0005) * 1000000)::bigint,
		'base', 'rent', 'graceDays', coalesce(p.grace_days, 3), 'graceRetro', true),
	'allocation', jsonb_build_object(
		'order', coalesce(to_jsonb(p.alloc_order), '["fee", "penalty", "interest", "principal"]'),
		'mode', 'instalment', 'principalFirst', false),
	'early', jsonb_build_object(
		'tiers', nlos_tiers(p.early_settle_rule),
		'minPeriods', coalesce((p.early_settle_rule ->> 'min')::integer, 6),
		'interest', CASE WHEN p.early_settle_rule ->> 'interest' = 'full_period' THEN 'full_period' ELSE 'to_date' END,
		'flat', 'running_period', 'feeRefund', jsonb_build_object('kind', 'none'), 'rebatePeriods', 6),
	'tolerance', 100, 'buckets', '[0, 30, 60, 90, 120, 150, 180]'::jsonb, 'classDays', '[0, 90, 270, 360]'::jsonb,
	'nonAccrualDays', 90, 'cleanMonths', 6, 'provisions', '[10000, 20000, 250000, 500000, 1000000]'::jsonb,
	'accruesMonthly', true,
	'funder', CASE
		WHEN l.own_principal = 0 THEN
			jsonb_build_object('kind', 'assisted', 'annualRate', (coalesce(p.funder_rate, 0) * 1000000)::bigint)
		WHEN l.own_principal < l.principal THEN
			jsonb_build_object('kind', 'joint', 'share', (coalesce(p.funder_share, 0) * 1000000)::bigint) END)
FROM application a JOIN product p ON p.tenant_id = a.tenant_id AND p.id = a.product_id
WHERE a.tenant_id = l.tenant_id AND a.id = l.order_id AND l.terms IS NULL;

DROP FUNCTION nlos_posted;
DROP FUNCTION nlos_tiers;
ALTER TABLE gl_line FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_voucher FORCE ROW LEVEL SECURITY;
ALTER TABLE product FORCE ROW LEVEL SECURITY;
ALTER TABLE application FORCE ROW LEVEL SECURITY;
ALTER TABLE disbursement FORCE ROW LEVEL SECURITY;
ALTER TABLE repay_plan FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_fact FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account FORCE ROW LEVEL SECURITY;

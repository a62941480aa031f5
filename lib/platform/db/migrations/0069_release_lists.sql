-- The lists behind the approval are of orders in many states, newest in their state first, and are asked by what stands
-- at the end of this index: they neither sort nor read the orders that they do not show.
CREATE INDEX application_entered ON application (tenant_id, stage_entered_at DESC NULLS LAST, id DESC NULLS LAST,
	status, template_code, capital_id, shop_id, gps_installed_at, first_payment_at);

-- The same of few states: what is asked of them is counted without reading the orders.
DROP INDEX application_stage;
CREATE INDEX application_stage ON application (tenant_id, status, stage_entered_at, id,
	shop_id, template_code, capital_id, gps_installed_at, first_payment_at);

-- Receipts that nobody has confirmed yet: few of very many.
CREATE INDEX first_payment_waiting ON first_payment (tenant_id, order_id) WHERE confirmed_at IS NULL AND cancelled_at IS NULL;

-- Orders that the approval asks GPS of, whatever their template says.
CREATE INDEX order_condition_gps ON order_condition (tenant_id, order_id) WHERE code = 'gps' AND dropped_at IS NULL;

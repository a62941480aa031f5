-- Products with versions that come on offer on a date, and what their schemes need; residual values of cars.

ALTER TABLE product
	-- The first day of a published version; null of a version that was on offer before there were dates.
	ADD COLUMN effective_from date,
	ADD COLUMN published_at timestamp with time zone,
	ADD COLUMN published_by bigint,
	ADD COLUMN flow text,
	ADD COLUMN principal_grace integer NOT NULL DEFAULT 0,
	ADD COLUMN repay_day integer,
	ADD COLUMN deposit_use text NOT NULL DEFAULT 'refund',
	ADD COLUMN deposit_in_apr boolean NOT NULL DEFAULT true,
	ADD COLUMN alloc_order text[],
	ADD COLUMN funder_share numeric(9, 4),
	ADD COLUMN funder_rate numeric(9, 4),
	ADD COLUMN subsidy_mode text NOT NULL DEFAULT 'none',
	ADD COLUMN subsidy_rate numeric(9, 4),
	ADD COLUMN subsidy_amount numeric(18, 2),
	ADD COLUMN direct_cost_ratio numeric(9, 4);
-- Two who begin the next version of a product at once: one of them does.
CREATE UNIQUE INDEX product_draft ON product (tenant_id, code) WHERE status = '草稿';

-- The flow of the product version that an order was entered with; null for the template's own.
ALTER TABLE application ADD COLUMN flow text;

-- A change of a fee is a new row with its own first day.
CREATE UNIQUE INDEX fee_const_day ON fee_const (tenant_id, code, effective_from);
DROP INDEX fee_const_code;

CREATE TABLE residual_value (
	LIKE nlos_row INCLUDING ALL,
	brand text NOT NULL,
	series text NOT NULL DEFAULT '',
	age_months integer NOT NULL,
	ratio numeric(9, 4) NOT NULL
);
CREATE UNIQUE INDEX residual_value_age ON residual_value (tenant_id, brand, series, age_months);
SELECT nlos_protect('residual_value');

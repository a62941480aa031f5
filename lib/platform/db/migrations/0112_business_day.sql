-- 营业日 and 会计期间 of a tenant (lib/domains/ledger/table.ts).
CREATE TABLE business_day (
	LIKE nlos_row INCLUDING ALL,
	day date NOT NULL
);
CREATE UNIQUE INDEX business_day_own ON business_day (tenant_id);
SELECT nlos_protect('business_day');

CREATE TABLE gl_period (
	LIKE nlos_row INCLUDING ALL,
	month text NOT NULL,
	state text NOT NULL DEFAULT 'open'
);
CREATE UNIQUE INDEX gl_period_month ON gl_period (tenant_id, month);
SELECT nlos_protect('gl_period');

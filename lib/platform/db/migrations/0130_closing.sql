-- 日终 of a tenant, a row for each day that was closed, and 逾期日快照 (lib/domains/closings/table.ts).
CREATE TABLE closing (
	LIKE nlos_row INCLUDING ALL,
	day date NOT NULL,
	opens date NOT NULL,
	step text NOT NULL DEFAULT 'lapse',
	reached bigint NOT NULL DEFAULT 0,
	total integer NOT NULL DEFAULT 0,
	lapsed integer NOT NULL DEFAULT 0,
	folded integer NOT NULL DEFAULT 0,
	overdue integer NOT NULL DEFAULT 0,
	snapshots integer NOT NULL DEFAULT 0,
	tasks integer NOT NULL DEFAULT 0,
	failed integer NOT NULL DEFAULT 0,
	ended_at timestamptz
);
CREATE UNIQUE INDEX closing_day ON closing (tenant_id, day);
-- One day is closed at a time.
CREATE UNIQUE INDEX closing_open ON closing (tenant_id) WHERE step <> 'done';
SELECT nlos_protect('closing');

CREATE TABLE overdue_daily (
	LIKE nlos_row INCLUDING ALL,
	as_of date NOT NULL,
	loan_id bigint NOT NULL,
	dpd integer NOT NULL,
	bucket text NOT NULL,
	overdue_principal numeric(18, 2) NOT NULL,
	overdue_interest numeric(18, 2) NOT NULL,
	penalty numeric(18, 2) NOT NULL,
	outstanding_principal numeric(18, 2) NOT NULL,
	five_class text NOT NULL
);
CREATE UNIQUE INDEX overdue_daily_day ON overdue_daily (tenant_id, as_of, loan_id);
CREATE INDEX overdue_daily_loan ON overdue_daily (tenant_id, loan_id, as_of);
SELECT nlos_refer('overdue_daily', 'loan_id', 'loan_account');
SELECT nlos_protect('overdue_daily');

-- By these the close of day finds the loans that have something on the day it opens.
CREATE INDEX loan_account_due ON loan_account (tenant_id, next_due_date, id);

-- 账务自证 and the form of the voucher file (lib/domains/books/table.ts).
CREATE TABLE books_proof (
	LIKE nlos_row INCLUDING ALL,
	proved_at timestamptz NOT NULL,
	loans integer NOT NULL,
	entries integer NOT NULL,
	count integer NOT NULL,
	differences jsonb NOT NULL
);
CREATE INDEX books_proof_at ON books_proof (tenant_id, proved_at);
SELECT nlos_protect('books_proof', append_only => true);

CREATE TABLE voucher_layout (
	LIKE nlos_row INCLUDING ALL,
	columns jsonb NOT NULL
);
CREATE UNIQUE INDEX voucher_layout_own ON voucher_layout (tenant_id);
SELECT nlos_protect('voucher_layout');

-- What came in of a loan beside its principal: lists and sums of 业务台账 need no plan.
ALTER TABLE loan_account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE repay_plan NO FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account
	ADD COLUMN received_interest numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN received_penalty numeric(18, 2) NOT NULL DEFAULT '0',
	ADD COLUMN periods_paid integer NOT NULL DEFAULT 0;
UPDATE loan_account l SET received_interest = p.interest, received_penalty = p.penalty, periods_paid = p.periods
FROM (SELECT tenant_id, loan_id, sum(paid_interest) AS interest, sum(paid_penalty) AS penalty,
		count(*) FILTER (WHERE paid_off_on IS NOT NULL AND kind IN ('rent', 'interest_only')) AS periods
	FROM repay_plan WHERE status <> '已作废' GROUP BY 1, 2) p
WHERE p.tenant_id = l.tenant_id AND p.loan_id = l.id AND l.folded_to IS NOT NULL;
ALTER TABLE repay_plan FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account FORCE ROW LEVEL SECURITY;

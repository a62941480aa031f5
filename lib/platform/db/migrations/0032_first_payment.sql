-- 首付款登记 (schema/first-payments.ts).

CREATE TABLE first_payment (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	amount numeric(18, 2) NOT NULL,
	paid_on date NOT NULL,
	method text NOT NULL,
	payer text NOT NULL,
	reference text NOT NULL,
	proof_id bigint NOT NULL,
	cancelled_at timestamptz,
	cancelled_by bigint,
	cancel_reason text,
	CONSTRAINT first_payment_amount CHECK (amount > 0)
);
CREATE INDEX first_payment_order ON first_payment (tenant_id, order_id);
-- One transfer is registered once.
CREATE UNIQUE INDEX first_payment_reference ON first_payment (tenant_id, reference) WHERE cancelled_at IS NULL;

SELECT nlos_refer('first_payment', 'order_id', 'application');
SELECT nlos_refer('first_payment', 'proof_id', 'attachment');
SELECT nlos_refer('first_payment', 'cancelled_by', 'sys_user');

SELECT nlos_protect('first_payment');

-- 首付款 counts once a second person has checked it, and goes back the same way (schema/first-payments.ts).

ALTER TABLE first_payment ADD COLUMN confirmed_at timestamptz, ADD COLUMN confirmed_by bigint;
SELECT nlos_refer('first_payment', 'confirmed_by', 'sys_user');
-- What was registered before counted at once.
UPDATE first_payment SET confirmed_at = created_at WHERE cancelled_at IS NULL;

CREATE TABLE first_refund (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	payment_id bigint NOT NULL,
	kind text NOT NULL,
	amount numeric(18, 2) NOT NULL,
	payee_name text,
	payee_account text,
	payee_bank text,
	reason text NOT NULL,
	status text NOT NULL,
	confirmed_at timestamptz,
	confirmed_by bigint,
	refunded_on date,
	refunded_by bigint,
	reference text,
	end_reason text,
	CONSTRAINT first_refund_amount CHECK (amount > 0),
	CONSTRAINT first_refund_done CHECK ((status = '已退款') = (reference IS NOT NULL)),
	CONSTRAINT first_refund_checked CHECK ((status IN ('待退款', '已退款', '已冲销')) = (confirmed_at IS NOT NULL))
);
CREATE INDEX first_refund_order ON first_refund (tenant_id, order_id);
-- Of a payment one waits for its checker at a time, and a bank's number is one refund.
CREATE UNIQUE INDEX first_refund_waits ON first_refund (tenant_id, payment_id) WHERE status = '待复核';
CREATE UNIQUE INDEX first_refund_reference ON first_refund (tenant_id, reference) WHERE reference IS NOT NULL;
SELECT nlos_refer('first_refund', 'order_id', 'application');
SELECT nlos_refer('first_refund', 'payment_id', 'first_payment');
SELECT nlos_refer('first_refund', 'confirmed_by', 'sys_user');
SELECT nlos_refer('first_refund', 'refunded_by', 'sys_user');
SELECT nlos_protect('first_refund');

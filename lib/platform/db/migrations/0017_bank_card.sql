-- 银行卡: what banks were asked about a card, and the change of an order's card (schema/bank-cards.ts).

ALTER TABLE bank_card ADD COLUMN agreement_no text;
ALTER TABLE bank_card ADD COLUMN bound_at timestamptz;
ALTER TABLE bank_card ADD COLUMN unbound_at timestamptz;

CREATE TABLE card_request (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	card_id bigint NOT NULL,
	kind text NOT NULL,
	asked_at timestamptz NOT NULL,
	outcome text,
	reason text,
	agreement_no text,
	answered_at timestamptz
);
-- One question to the bank at a time.
CREATE UNIQUE INDEX card_request_open ON card_request (tenant_id, card_id) WHERE answered_at IS NULL;
CREATE INDEX card_request_order ON card_request (tenant_id, order_id, asked_at);

CREATE TABLE card_change (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	from_card_id bigint,
	to_card_id bigint NOT NULL,
	reason text NOT NULL,
	paper_id bigint,
	done_at timestamptz,
	ended_at timestamptz,
	end_reason text
);
CREATE UNIQUE INDEX card_change_open ON card_change (tenant_id, order_id) WHERE done_at IS NULL AND ended_at IS NULL;
CREATE INDEX card_change_order ON card_change (tenant_id, order_id);

SELECT nlos_refer('card_request', 'order_id', 'application');
SELECT nlos_refer('card_request', 'card_id', 'bank_card');
SELECT nlos_refer('card_change', 'order_id', 'application');
SELECT nlos_refer('card_change', 'from_card_id', 'bank_card');
SELECT nlos_refer('card_change', 'to_card_id', 'bank_card');
SELECT nlos_refer('card_change', 'paper_id', 'attachment');

SELECT nlos_protect('card_request');
SELECT nlos_protect('card_change');

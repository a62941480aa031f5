-- 电子签约: links, what happened on them, and the sealed file of a contract (schema/signing.ts, schema/contracts.ts).

ALTER TABLE contract
	ADD COLUMN pages integer,
	ADD COLUMN places jsonb,
	ADD COLUMN sealed_hash text,
	ADD COLUMN sealed_size integer,
	ADD COLUMN sealed_at timestamptz,
	ADD COLUMN seal_level text,
	ADD COLUMN time_stamp text;
CREATE INDEX contract_sealed_file ON contract (tenant_id, sealed_hash);

CREATE TABLE signing (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	round integer NOT NULL,
	seq integer NOT NULL,
	signer_role text NOT NULL,
	name text NOT NULL,
	mobile text NOT NULL,
	id_no text NOT NULL,
	token_hash text NOT NULL,
	sent_at timestamptz NOT NULL,
	sms_state text NOT NULL,
	sms_reason text,
	expires_at timestamptz NOT NULL,
	status text NOT NULL,
	tail_tries integer NOT NULL DEFAULT 0,
	session_hash text,
	session_ends_at timestamptz,
	ended_at timestamptz,
	end_event text,
	ip text,
	device text,
	refuse_reason text,
	signature jsonb
);
CREATE UNIQUE INDEX signing_token ON signing (tenant_id, token_hash);
CREATE UNIQUE INDEX signing_order ON signing (tenant_id, order_id, round, seq);
CREATE INDEX signing_expiry ON signing (tenant_id, status, expires_at);

CREATE TABLE signing_event (
	LIKE nlos_row INCLUDING ALL,
	signing_id bigint NOT NULL,
	kind text NOT NULL,
	contract_id bigint,
	page integer,
	hash text,
	at timestamptz NOT NULL,
	ip text NOT NULL,
	device text NOT NULL
);
CREATE INDEX signing_event_signing ON signing_event (tenant_id, signing_id, at, id);
CREATE INDEX signing_event_page ON signing_event (tenant_id, signing_id, contract_id, page);

ALTER TABLE contract_signer ADD COLUMN signing_id bigint;
CREATE INDEX contract_signer_signing ON contract_signer (tenant_id, signing_id);
-- A code may prove the mobile of who signs, too.
ALTER TABLE collect_code ADD COLUMN signing_id bigint;

SELECT nlos_refer('signing', 'order_id', 'application');
SELECT nlos_refer('signing_event', 'signing_id', 'signing');
SELECT nlos_refer('signing_event', 'contract_id', 'contract');
SELECT nlos_refer('contract_signer', 'signing_id', 'signing');
SELECT nlos_refer('collect_code', 'signing_id', 'signing');

SELECT nlos_protect('signing');
SELECT nlos_protect('signing_event', true);

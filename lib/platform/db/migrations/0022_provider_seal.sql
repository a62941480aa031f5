-- 签章服务商: who keeps a tenant's seal, and what its provider was asked about a contract (schema/contracts.ts).

ALTER TABLE tenant ADD COLUMN seal_by text NOT NULL DEFAULT 'own';

ALTER TABLE contract
	ADD COLUMN seal_draft_hash text,
	ADD COLUMN seal_call_id bigint,
	ADD COLUMN seal_cms text,
	ADD COLUMN seal_hindered text;
CREATE INDEX contract_seal_draft ON contract (tenant_id, seal_draft_hash) WHERE seal_draft_hash IS NOT NULL;

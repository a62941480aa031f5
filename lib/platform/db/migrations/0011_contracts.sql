-- 合同: templates in versions, the contracts of an order and who signs them (schema/contracts.ts).

CREATE TABLE contract_template (
	LIKE nlos_row INCLUDING ALL,
	code text NOT NULL,
	name text NOT NULL,
	biz_mode text,
	product_id bigint,
	stopped_at timestamptz
);
CREATE INDEX contract_template_code ON contract_template (tenant_id, code, name, id);

CREATE TABLE contract_template_version (
	LIKE nlos_row INCLUDING ALL,
	template_id bigint NOT NULL,
	version integer NOT NULL,
	body text NOT NULL,
	effective_from date,
	published_at timestamptz,
	published_by bigint
);
CREATE UNIQUE INDEX contract_template_version_no ON contract_template_version (tenant_id, template_id, version);
CREATE UNIQUE INDEX contract_template_version_draft ON contract_template_version (tenant_id, template_id) WHERE published_at IS NULL;

CREATE TABLE contract (
	LIKE nlos_row INCLUDING ALL,
	contract_no text NOT NULL,
	order_id bigint NOT NULL,
	code text NOT NULL,
	title text NOT NULL,
	guarantor integer NOT NULL DEFAULT 0,
	template_version_id bigint NOT NULL,
	template_version text NOT NULL,
	file_hash text NOT NULL,
	file_size integer NOT NULL,
	status text NOT NULL,
	generated_at timestamptz NOT NULL,
	sms_sent_at timestamptz,
	expire_at timestamptz NOT NULL,
	signed_at timestamptz,
	effective_from date,
	effective_to date,
	voided_at timestamptz,
	void_reason text
);
CREATE UNIQUE INDEX contract_contract_no ON contract (tenant_id, contract_no);
CREATE INDEX contract_order ON contract (tenant_id, order_id);
CREATE INDEX contract_file ON contract (tenant_id, file_hash);

CREATE TABLE contract_signer (
	LIKE nlos_row INCLUDING ALL,
	contract_id bigint NOT NULL,
	signer_role text NOT NULL,
	name text NOT NULL,
	mobile text,
	seq integer NOT NULL,
	auth_method text NOT NULL,
	status text NOT NULL,
	signed_at timestamptz,
	sign_ip text
);
CREATE INDEX contract_signer_contract ON contract_signer (tenant_id, contract_id, seq);

SELECT nlos_refer('contract_template', 'product_id', 'product');
SELECT nlos_refer('contract_template_version', 'template_id', 'contract_template');
SELECT nlos_refer('contract_template_version', 'published_by', 'sys_user');
SELECT nlos_refer('contract', 'order_id', 'application');
SELECT nlos_refer('contract', 'template_version_id', 'contract_template_version');
SELECT nlos_refer('contract_signer', 'contract_id', 'contract');

SELECT nlos_protect('contract_template');
SELECT nlos_protect('contract_template_version');
SELECT nlos_protect('contract');
SELECT nlos_protect('contract_signer');

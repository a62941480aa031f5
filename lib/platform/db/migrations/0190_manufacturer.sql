-- 主机厂: makers of cars, and what they bear of the interest of an order (lib/domains/manufacturers/table.ts).
CREATE TABLE manufacturer (
	LIKE nlos_row INCLUDING ALL,
	code text NOT NULL,
	name text NOT NULL,
	brands text[] NOT NULL,
	interface_state text NOT NULL,
	key_tail text NOT NULL DEFAULT '',
	contact text NOT NULL DEFAULT '',
	agreement_to date,
	settle_cycle text NOT NULL,
	state text NOT NULL DEFAULT 'active',
	stop_reason text
);
CREATE UNIQUE INDEX manufacturer_code ON manufacturer (tenant_id, code);
CREATE UNIQUE INDEX manufacturer_name ON manufacturer (tenant_id, name);
SELECT nlos_protect('manufacturer');

-- 贴息政策: its terms are never changed, only its last day is.
CREATE TABLE subsidy_policy (
	LIKE nlos_row INCLUDING ALL,
	manufacturer_id bigint NOT NULL,
	mode text NOT NULL,
	rate numeric(9, 4),
	amount numeric(18, 2),
	terms integer[] NOT NULL,
	first_day date NOT NULL,
	last_day date NOT NULL,
	billed_to text NOT NULL,
	CONSTRAINT subsidy_policy_mode CHECK (mode IN ('full', 'rate', 'fixed')),
	CONSTRAINT subsidy_policy_borne CHECK ((rate > 0) IS TRUE = (mode <> 'fixed') AND (amount > 0) IS TRUE = (mode = 'fixed'))
);
CREATE INDEX subsidy_policy_of ON subsidy_policy (tenant_id, manufacturer_id, id);
SELECT nlos_refer('subsidy_policy', 'manufacturer_id', 'manufacturer');
SELECT nlos_protect('subsidy_policy');

-- The policy by which an order was entered: who is billed its subsidy, and up to how much.
ALTER TABLE application ADD COLUMN subsidy_policy_id bigint;
SELECT nlos_refer('application', 'subsidy_policy_id', 'subsidy_policy');
CREATE INDEX application_subsidy ON application (tenant_id, subsidy_policy_id) WHERE subsidy_policy_id IS NOT NULL;

-- 投保: what insurers are asked about orders with 履约保证险 (schema/underwriting.ts).

CREATE TABLE underwriting (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	submit_no text NOT NULL,
	round integer NOT NULL DEFAULT 1,
	asks integer NOT NULL DEFAULT 1,
	insurer text NOT NULL,
	plan_code text NOT NULL,
	insuredname text NOT NULL,
	identifynumber text NOT NULL,
	beneficiary text,
	sum_insured numeric(18, 2) NOT NULL,
	premium_rate numeric(9, 4) NOT NULL,
	years integer NOT NULL,
	premium numeric(18, 2) NOT NULL,
	start_date date NOT NULL,
	status text NOT NULL,
	submitted_at timestamptz NOT NULL,
	submitted_by bigint NOT NULL,
	answered_at timestamptz,
	reply text,
	silent boolean NOT NULL DEFAULT false,
	policy_no text,
	end_date date,
	CHECK (premium > 0 AND sum_insured > 0 AND years > 0),
	CHECK ((status = '承保') = (policy_no IS NOT NULL))
);
CREATE UNIQUE INDEX underwriting_no ON underwriting (tenant_id, submit_no);
-- An order is with one insurer at a time; what was refused is history.
CREATE UNIQUE INDEX underwriting_live ON underwriting (tenant_id, order_id) WHERE status <> '拒保';
CREATE INDEX underwriting_order ON underwriting (tenant_id, order_id, id);
CREATE INDEX underwriting_status ON underwriting (tenant_id, status, order_id);
SELECT nlos_refer('underwriting', 'order_id', 'application');
SELECT nlos_refer('underwriting', 'submitted_by', 'sys_user');
SELECT nlos_protect('underwriting');

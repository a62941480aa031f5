-- 企业: companies that we do business with (lib/domains/enterprises/table.ts). One that is a customer has its name and
-- its code there, and only there.
CREATE TABLE enterprise (
	LIKE nlos_row INCLUDING ALL,
	kind text NOT NULL,
	customer_id bigint,
	name text,
	uscc text,
	insurer text NOT NULL DEFAULT '',
	legal_name text NOT NULL DEFAULT '',
	legal_id_no text NOT NULL DEFAULT '',
	legal_mobile text NOT NULL DEFAULT '',
	reg_capital numeric(18, 2),
	established_on date,
	licence_valid_to date,
	region text[] NOT NULL DEFAULT '{}',
	address text NOT NULL DEFAULT '',
	business_scope text NOT NULL DEFAULT '',
	contact_name text NOT NULL DEFAULT '',
	contact_mobile text NOT NULL DEFAULT '',
	employees integer,
	annual_revenue numeric(18, 2),
	state text NOT NULL DEFAULT 'active',
	stop_reason text,
	CONSTRAINT enterprise_named CHECK ((customer_id IS NULL) = (name IS NOT NULL) AND (customer_id IS NULL) = (uscc IS NOT NULL))
);
CREATE UNIQUE INDEX enterprise_customer ON enterprise (tenant_id, customer_id) WHERE customer_id IS NOT NULL;
CREATE UNIQUE INDEX enterprise_name ON enterprise (tenant_id, name) WHERE name IS NOT NULL;
CREATE UNIQUE INDEX enterprise_uscc ON enterprise (tenant_id, uscc) WHERE uscc IS NOT NULL;
SELECT nlos_refer('enterprise', 'customer_id', 'customer');
SELECT nlos_protect('enterprise');

-- A company that borrows stands among them from its first order on; one that stands there already is it now.
CREATE FUNCTION nlos_enterprise_of(c customer) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE enterprise SET customer_id = c.id, name = NULL, uscc = NULL, row_version = row_version + 1
		WHERE tenant_id = c.tenant_id AND uscc = c.id_no;
	IF NOT FOUND THEN
		INSERT INTO enterprise (tenant_id, kind, customer_id, created_at, created_by)
			VALUES (c.tenant_id, 'lessee', c.id, c.created_at, c.created_by)
			ON CONFLICT DO NOTHING;
	END IF;
END
$$;
CREATE FUNCTION nlos_enterprise_borrows() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM nlos_enterprise_of(NEW);
	RETURN NULL;
END
$$;
CREATE TRIGGER customer_enterprise AFTER INSERT OR UPDATE OF id_type ON customer FOR EACH ROW
	WHEN (NEW.id_type = '90') EXECUTE FUNCTION nlos_enterprise_borrows();

-- Those that borrowed before, and those of a demo that is written without triggers.
CREATE FUNCTION nlos_adopt_enterprises() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
	SELECT nlos_enterprise_of(c) FROM customer c WHERE c.id_type = '90'
		AND NOT EXISTS (SELECT FROM enterprise e WHERE e.tenant_id = c.tenant_id AND e.customer_id = c.id) ORDER BY c.tenant_id, c.id
$$;
ALTER TABLE enterprise NO FORCE ROW LEVEL SECURITY;
ALTER TABLE customer NO FORCE ROW LEVEL SECURITY;
SELECT nlos_adopt_enterprises();
ALTER TABLE customer FORCE ROW LEVEL SECURITY;
ALTER TABLE enterprise FORCE ROW LEVEL SECURITY;

-- Calls run as nlos_app, which owns nothing. Roles belong to the whole cluster: another database may have made them.
DO $$
DECLARE
	wanted text;
BEGIN
	FOREACH wanted IN ARRAY ARRAY['nlos_app', 'nlos_search'] LOOP
		IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
			BEGIN
				EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
			EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
			END;
		END IF;
		IF NOT pg_has_role(current_user, wanted, 'MEMBER') THEN
			EXECUTE format('GRANT %I TO CURRENT_USER', wanted);
		END IF;
	END LOOP;
END
$$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO nlos_app, nlos_search;
--> statement-breakpoint
-- Every table shows and takes only rows of the transaction's tenant. A migration that adds a table calls this for it.
CREATE FUNCTION nlos_protect(target regclass, append_only boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
	EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
	EXECUTE format('CREATE POLICY tenant_rows ON %s USING (tenant_id = nlos_tenant()) WITH CHECK (tenant_id = nlos_tenant())', target);
	EXECUTE format('GRANT SELECT, INSERT ON %s TO nlos_app', target);
	IF NOT append_only THEN
		EXECUTE format('GRANT UPDATE, DELETE ON %s TO nlos_app', target);
	END IF;
END
$$;
--> statement-breakpoint
SELECT nlos_protect(table_name::regclass, table_name IN ('review_log', 'audit_log'))
FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'tenant_id';
--> statement-breakpoint
-- A call comes with the code of a tenant. The one row of that code is visible before the tenant is known, no other.
CREATE POLICY tenant_by_code ON tenant FOR SELECT USING (code = nullif(current_setting('app.tenant_code', true), ''));
--> statement-breakpoint
CREATE FUNCTION nlos_enter(wanted text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	entered integer;
BEGIN
	PERFORM set_config('app.tenant_code', wanted, true);
	SELECT t.id INTO entered FROM tenant t WHERE t.code = wanted AND t.status = '启用';
	PERFORM set_config('app.tenant_code', '', true), set_config('app.tenant_id', coalesce(entered::text, ''), true);
	RETURN entered;
END
$$;
--> statement-breakpoint
-- Row security keeps an index on an array from being used, because its operator might tell of rows it passes over.
-- So the search has a role of its own, which sees the keys of all tenants, and one function with the tenant in its text.
GRANT SELECT (id, tenant_id, search_keys) ON application TO nlos_search;
--> statement-breakpoint
CREATE POLICY search_rows ON application FOR SELECT TO nlos_search USING (true);
--> statement-breakpoint
CREATE FUNCTION nlos_search(pieces text[], whole text) RETURNS SETOF bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp ROWS 100 AS $$
	SELECT a.id FROM application a
	WHERE a.tenant_id = nlos_tenant() AND a.search_keys @> pieces
		-- All pieces may be there without the whole, each in another field.
		AND (pieces[1] = whole OR strpos(array_to_string(a.search_keys, ' '), whole) > 0)
$$;
--> statement-breakpoint
GRANT CREATE ON SCHEMA public TO nlos_search;
--> statement-breakpoint
ALTER FUNCTION nlos_search(text[], text) OWNER TO nlos_search;
--> statement-breakpoint
REVOKE CREATE ON SCHEMA public FROM nlos_search;
--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION nlos_search(text[], text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION nlos_search(text[], text) TO nlos_app;

-- What the quick search looks up: single characters, pairs of characters and the whole of the name; every run of four
-- characters and the whole of the numbers. lib/backend/db/quick-search.ts asks with the same pieces.
CREATE FUNCTION nlos_search_keys(name text, id_no text, mobile text, order_no text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
	keys text[] := '{}';
	whole text := lower(regexp_replace(coalesce(name, ''), '\s', '', 'g'));
	number text;
BEGIN
	IF whole <> '' THEN
		keys := keys || whole;
	END IF;
	FOR at IN 1 .. length(whole) LOOP
		keys := keys || substr(whole, at, 1) || substr(whole, at, 2);
	END LOOP;
	FOREACH number IN ARRAY ARRAY[id_no, mobile, order_no] LOOP
		whole := lower(regexp_replace(coalesce(number, ''), '[^[:alnum:]]', '', 'g'));
		IF whole <> '' THEN
			keys := keys || whole;
		END IF;
		FOR at IN 1 .. length(whole) - 3 LOOP
			keys := keys || substr(whole, at, 4);
		END LOOP;
	END LOOP;
	RETURN keys;
END
$$;
--> statement-breakpoint
CREATE FUNCTION nlos_application_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	SELECT nlos_search_keys(c.name, c.id_no, c.mobile, NEW.order_no) INTO NEW.search_keys
	FROM customer c WHERE c.tenant_id = NEW.tenant_id AND c.id = NEW.customer_id;
	NEW.search_keys := coalesce(NEW.search_keys, nlos_search_keys(NULL, NULL, NULL, NEW.order_no));
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER application_search_keys BEFORE INSERT OR UPDATE OF customer_id, order_no ON application
FOR EACH ROW EXECUTE FUNCTION nlos_application_search();
--> statement-breakpoint
CREATE FUNCTION nlos_customer_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE application SET search_keys = nlos_search_keys(NEW.name, NEW.id_no, NEW.mobile, order_no)
	WHERE tenant_id = NEW.tenant_id AND customer_id = NEW.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER customer_search_keys AFTER UPDATE OF name, id_no, mobile ON customer
FOR EACH ROW
WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.id_no IS DISTINCT FROM NEW.id_no OR OLD.mobile IS DISTINCT FROM NEW.mobile)
EXECUTE FUNCTION nlos_customer_search();

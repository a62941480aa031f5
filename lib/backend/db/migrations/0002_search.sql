-- What the quick search looks up: single characters, pairs of characters and the whole of the name; every run of four
-- characters and the whole of the numbers. lib/backend/db/quick-search.ts asks with the same pieces.
CREATE FUNCTION nlos_search_keys(name text, id_no text, mobile text, order_no text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT coalesce(array_agg(DISTINCT piece), '{}') FROM (
		SELECT substr(whole, at, size) AS piece
		FROM lower(regexp_replace(coalesce(name, ''), '\s', '', 'g')) AS whole,
			generate_series(1, 2) AS size, generate_series(1, length(whole) - size + 1) AS at
		UNION ALL
		SELECT substr(whole, at, 4)
		FROM unnest(ARRAY[id_no, mobile, order_no]) AS number, lower(regexp_replace(number, '[^[:alnum:]]', '', 'g')) AS whole,
			generate_series(1, length(whole) - 3) AS at
		UNION ALL
		SELECT lower(regexp_replace(whole, '\s', '', 'g')) FROM unnest(ARRAY[name, id_no, mobile, order_no]) AS whole
	) AS pieces
	WHERE piece <> ''
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

-- 表外 (7001 to 7003) stands beside the books: its lines have no other side, and debit is credit in what is left.
CREATE OR REPLACE FUNCTION nlos_voucher_balances() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	which bigint := CASE TG_TABLE_NAME WHEN 'gl_line' THEN (to_jsonb(NEW) ->> 'voucher_id')::bigint ELSE NEW.id END;
	off numeric;
BEGIN
	SELECT sum(CASE WHEN account_code LIKE '7%' THEN 0 ELSE debit - credit END) INTO off
		FROM gl_line WHERE tenant_id = NEW.tenant_id AND voucher_id = which;
	IF off IS DISTINCT FROM 0 THEN
		RAISE EXCEPTION 'voucher % does not balance', which USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;

-- The lines of a voucher are written together, so that they are looked at together: once a statement, not once a line.
-- A voucher that gets no line at all is still found at the end of its transaction.
CREATE FUNCTION nlos_lines_balance() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	which bigint;
BEGIN
	SELECT voucher_id INTO which FROM added GROUP BY tenant_id, voucher_id
		HAVING sum(CASE WHEN account_code LIKE '7%' THEN 0 ELSE debit - credit END) <> 0 LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION 'voucher % does not balance', which USING ERRCODE = 'check_violation';
	END IF;
	RETURN NULL;
END
$$;
DROP TRIGGER gl_line_balances ON gl_line;
CREATE TRIGGER gl_line_balances AFTER INSERT ON gl_line REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION nlos_lines_balance();

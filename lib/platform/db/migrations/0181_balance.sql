-- 余额: money of shops and channels that we keep or owe (lib/domains/balances/table.ts).
CREATE TABLE account_balance (
	LIKE nlos_row INCLUDING ALL,
	kind text NOT NULL,
	shop_id bigint,
	channel_id bigint,
	CONSTRAINT account_balance_kind CHECK (kind IN ('deposit', 'rebate', 'commission')),
	CONSTRAINT account_balance_owner CHECK ((shop_id IS NULL) <> (channel_id IS NULL))
);
CREATE UNIQUE INDEX account_balance_shop ON account_balance (tenant_id, shop_id, kind) WHERE shop_id IS NOT NULL;
CREATE UNIQUE INDEX account_balance_channel ON account_balance (tenant_id, channel_id, kind) WHERE channel_id IS NOT NULL;
SELECT nlos_refer('account_balance', 'shop_id', 'shop');
SELECT nlos_refer('account_balance', 'channel_id', 'channel');
SELECT nlos_protect('account_balance');

-- What moved: a balance is the sum of it, and nothing of it is ever changed.
CREATE TABLE balance_flow (
	LIKE nlos_row INCLUDING ALL,
	balance_id bigint NOT NULL,
	kind text NOT NULL,
	amount numeric(18, 2) NOT NULL,
	biz_day date NOT NULL,
	loan_id bigint,
	line_id bigint,
	payee text NOT NULL DEFAULT '',
	reference text NOT NULL DEFAULT '',
	note text NOT NULL DEFAULT '',
	CONSTRAINT balance_flow_amount CHECK (amount <> 0)
);
CREATE INDEX balance_flow_of ON balance_flow (tenant_id, balance_id, id);
CREATE UNIQUE INDEX balance_flow_line ON balance_flow (tenant_id, line_id, balance_id) WHERE line_id IS NOT NULL;
SELECT nlos_refer('balance_flow', 'balance_id', 'account_balance');
SELECT nlos_refer('balance_flow', 'loan_id', 'loan_account');
SELECT nlos_refer('balance_flow', 'line_id', 'gl_line');
SELECT nlos_protect('balance_flow', append_only => true);

-- What of the rebate of a loan is its channel's; without a row all of it is its shop's.
CREATE TABLE rebate_split (
	LIKE nlos_row INCLUDING ALL,
	loan_id bigint NOT NULL,
	channel_id bigint NOT NULL,
	total numeric(18, 2) NOT NULL,
	commission numeric(18, 2) NOT NULL,
	CONSTRAINT rebate_split_part CHECK (commission > 0 AND commission <= total)
);
CREATE UNIQUE INDEX rebate_split_loan ON rebate_split (tenant_id, loan_id);
SELECT nlos_refer('rebate_split', 'loan_id', 'loan_account');
SELECT nlos_refer('rebate_split', 'channel_id', 'channel');
SELECT nlos_protect('rebate_split', append_only => true);

-- A shop and a channel have their accounts from their first day on.
CREATE FUNCTION nlos_open_accounts() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_TABLE_NAME = 'shop' THEN
		INSERT INTO account_balance (tenant_id, kind, shop_id)
			SELECT NEW.tenant_id, of.kind, NEW.id FROM unnest(ARRAY['deposit', 'rebate']) AS of (kind);
	ELSE
		INSERT INTO account_balance (tenant_id, kind, channel_id)
			SELECT NEW.tenant_id, of.kind, NEW.id FROM unnest(ARRAY['deposit', 'commission']) AS of (kind);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER shop_accounts AFTER INSERT ON shop FOR EACH ROW EXECUTE FUNCTION nlos_open_accounts();
CREATE TRIGGER channel_accounts AFTER INSERT ON channel FOR EACH ROW EXECUTE FUNCTION nlos_open_accounts();

-- 应付返佣 of a loan moves the account of its shop, and of its channel by its part, whichever posting it is: accrued at the
-- release, given back, paid, mirrored. So the accounts are the books, whatever posts to them.
CREATE FUNCTION nlos_rebate_flow(line gl_line) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	moved numeric := line.credit - line.debit;
	of_channel numeric := 0;
	split rebate_split;
	voucher gl_voucher;
	what text;
	shop_of bigint;
BEGIN
	SELECT * INTO voucher FROM gl_voucher WHERE tenant_id = line.tenant_id AND id = line.voucher_id;
	SELECT a.shop_id INTO shop_of FROM loan_account l
		JOIN application a ON a.tenant_id = l.tenant_id AND a.id = l.order_id
		WHERE l.tenant_id = line.tenant_id AND l.id = line.loan_id;
	SELECT * INTO split FROM rebate_split WHERE tenant_id = line.tenant_id AND loan_id = line.loan_id;
	IF FOUND THEN
		of_channel := round(moved * split.commission / split.total, 2);
	END IF;
	what := CASE WHEN voucher.event = 'E22' THEN 'reversed' WHEN moved > 0 THEN 'accrued'
		WHEN voucher.entry_key LIKE 'E04:back:%' THEN 'clawed' ELSE 'paid' END;
	INSERT INTO balance_flow (tenant_id, balance_id, kind, amount, biz_day, loan_id, line_id, created_by)
		SELECT b.tenant_id, b.id, what, part.amount, line.biz_date, line.loan_id, line.id, line.created_by
		FROM account_balance b JOIN (VALUES
			('rebate', shop_of, NULL::bigint, moved - of_channel),
			('commission', NULL::bigint, split.channel_id, of_channel)
		) AS part (kind, shop_id, channel_id, amount)
			ON b.kind = part.kind AND (b.shop_id = part.shop_id OR b.channel_id = part.channel_id)
		WHERE b.tenant_id = line.tenant_id AND part.amount <> 0;
END
$$;
CREATE FUNCTION nlos_rebate_moves() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM nlos_rebate_flow(NEW);
	RETURN NULL;
END
$$;
CREATE TRIGGER gl_line_rebate AFTER INSERT ON gl_line FOR EACH ROW
	WHEN (NEW.account_code = '2241.02' AND NEW.loan_id IS NOT NULL) EXECUTE FUNCTION nlos_rebate_moves();

-- What stands already.
ALTER TABLE account_balance NO FORCE ROW LEVEL SECURITY;
ALTER TABLE balance_flow NO FORCE ROW LEVEL SECURITY;
ALTER TABLE rebate_split NO FORCE ROW LEVEL SECURITY;
ALTER TABLE shop NO FORCE ROW LEVEL SECURITY;
ALTER TABLE channel NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_line NO FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_voucher NO FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account NO FORCE ROW LEVEL SECURITY;
ALTER TABLE application NO FORCE ROW LEVEL SECURITY;
INSERT INTO account_balance (tenant_id, kind, shop_id)
	SELECT s.tenant_id, of.kind, s.id FROM shop s, unnest(ARRAY['deposit', 'rebate']) AS of (kind);
INSERT INTO account_balance (tenant_id, kind, channel_id)
	SELECT c.tenant_id, of.kind, c.id FROM channel c, unnest(ARRAY['deposit', 'commission']) AS of (kind);
DO $$
DECLARE
	line gl_line;
BEGIN
	FOR line IN SELECT * FROM gl_line WHERE account_code = '2241.02' AND loan_id IS NOT NULL ORDER BY tenant_id, id LOOP
		PERFORM nlos_rebate_flow(line);
	END LOOP;
END
$$;
ALTER TABLE application FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_voucher FORCE ROW LEVEL SECURITY;
ALTER TABLE gl_line FORCE ROW LEVEL SECURITY;
ALTER TABLE channel FORCE ROW LEVEL SECURITY;
ALTER TABLE shop FORCE ROW LEVEL SECURITY;
ALTER TABLE rebate_split FORCE ROW LEVEL SECURITY;
ALTER TABLE balance_flow FORCE ROW LEVEL SECURITY;
ALTER TABLE account_balance FORCE ROW LEVEL SECURITY;

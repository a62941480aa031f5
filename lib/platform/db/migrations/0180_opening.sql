-- 开通: how channels, branches and shops come to take orders, and cease to (lib/domains/openings/table.ts).
CREATE TABLE opening (
	LIKE nlos_row INCLUDING ALL,
	kind text NOT NULL,
	no text NOT NULL,
	name text NOT NULL,
	status text NOT NULL DEFAULT '草稿',
	in_force text,
	content jsonb NOT NULL,
	pending jsonb,
	channel_id bigint,
	branch_id bigint,
	shop_id bigint,
	ends_on date,
	told_ends_on date,
	submitted_at timestamptz,
	submitted_by bigint,
	first_by bigint,
	reason text NOT NULL DEFAULT '',
	CONSTRAINT opening_kind CHECK (kind IN ('channel', 'branch', 'shop')),
	CONSTRAINT opening_pending CHECK ((pending IS NOT NULL) = (status = '变更待审')),
	CONSTRAINT opening_two CHECK (first_by IS NULL OR first_by <> submitted_by)
);
CREATE UNIQUE INDEX opening_no ON opening (tenant_id, kind, no);
CREATE UNIQUE INDEX opening_shop ON opening (tenant_id, shop_id) WHERE kind = 'shop';
CREATE UNIQUE INDEX opening_channel ON opening (tenant_id, channel_id) WHERE kind = 'channel';
CREATE UNIQUE INDEX opening_branch ON opening (tenant_id, branch_id) WHERE kind = 'branch';
CREATE INDEX opening_list ON opening (tenant_id, kind, created_at, id);
CREATE INDEX opening_ends ON opening (tenant_id, ends_on) WHERE in_force = '已开通';
SELECT nlos_refer('opening', 'channel_id', 'channel');
SELECT nlos_refer('opening', 'branch_id', 'branch');
SELECT nlos_refer('opening', 'shop_id', 'shop');
SELECT nlos_refer('opening', 'submitted_by', 'sys_user');
SELECT nlos_refer('opening', 'first_by', 'sys_user');
SELECT nlos_protect('opening');

-- Why a shop, its branch or its channel takes no orders now.
ALTER TABLE channel ADD COLUMN stop_reason text;
ALTER TABLE branch ADD COLUMN stop_reason text;
ALTER TABLE shop ADD COLUMN stop_reason text;

-- 费率协议: what a channel and its shops earn by a product.
CREATE TABLE channel_rate (
	LIKE nlos_row INCLUDING ALL,
	channel_id bigint NOT NULL,
	product_code text NOT NULL,
	rebate_rate numeric(9, 4) NOT NULL,
	commission_rate numeric(9, 4) NOT NULL
);
CREATE UNIQUE INDEX channel_rate_of ON channel_rate (tenant_id, channel_id, product_code);
SELECT nlos_refer('channel_rate', 'channel_id', 'channel');
SELECT nlos_protect('channel_rate');

-- What stands already was opened before there were applications for it.
ALTER TABLE opening NO FORCE ROW LEVEL SECURITY;
ALTER TABLE channel NO FORCE ROW LEVEL SECURITY;
ALTER TABLE branch NO FORCE ROW LEVEL SECURITY;
ALTER TABLE shop NO FORCE ROW LEVEL SECURITY;
ALTER TABLE sys_user NO FORCE ROW LEVEL SECURITY;

-- The opening of a row in force, by its table: what a migration and a seed write alike.
CREATE FUNCTION nlos_opening_of_channel(c channel) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT jsonb_build_object('name', c.name, 'uscc', c.uscc, 'level', coalesce(c.level, 'D'), 'cities', to_jsonb(c.cities),
		'coopFrom', coalesce(c.coop_from, c.created_at::date), 'coopTo', coalesce(c.coop_to, date '2099-12-31'),
		'rebateRate', coalesce(c.rebate_rate, 0)::text, 'depositRequired', coalesce(c.deposit_required, 0)::text,
		'quota', coalesce(c.quota, 0)::text, 'rates', '[]'::jsonb)
$$;
CREATE FUNCTION nlos_opening_of_branch(b branch) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT jsonb_build_object('name', b.name, 'shortName', coalesce(b.short_name, ''), 'region', to_jsonb(coalesce(b.region, '{}')),
		'address', coalesce(b.address, ''), 'principal', b.principal, 'principalMobile', b.principal_mobile,
		'businessScope', to_jsonb(coalesce(b.business_scope, '{}')))
$$;
CREATE FUNCTION nlos_opening_of_shop(s shop) RETURNS jsonb LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT jsonb_build_object('name', s.name, 'shopType', coalesce(s.kind, '4S'), 'channelId', s.channel_id, 'branchId', s.branch_id,
		'uscc', coalesce(s.uscc, ''), 'legalName', coalesce(s.legal_name, ''), 'contactName', s.contact_name,
		'contactMobile', s.contact_mobile, 'region', to_jsonb(s.region), 'address', s.address,
		'mainBrands', coalesce(array_to_string(s.main_brands, '、'), ''),
		'agreementTo', coalesce(s.agreement_to, date '2099-12-31'), 'rebateMode', coalesce(s.rebate_mode, '无'),
		'rebateValue', coalesce(s.rebate_value, 0)::text, 'rating', coalesce(s.grade, 'D'),
		'account', coalesce((SELECT u.account FROM sys_user u WHERE u.tenant_id = s.tenant_id
			AND u.org_unit_id = s.org_unit_id ORDER BY u.id LIMIT 1), 'shop' || s.id))
$$;
CREATE FUNCTION nlos_adopt_openings() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
	INSERT INTO opening (tenant_id, kind, no, name, status, in_force, content, channel_id, ends_on, created_at)
		SELECT c.tenant_id, 'channel', c.code, c.name, c.status, c.status, nlos_opening_of_channel(c), c.id, c.coop_to, c.created_at
		FROM channel c ON CONFLICT DO NOTHING;
	INSERT INTO opening (tenant_id, kind, no, name, status, in_force, content, branch_id, created_at)
		SELECT b.tenant_id, 'branch', 'FG' || lpad((900000 + b.id)::text, 6, '0'), b.name, b.status, b.status,
			nlos_opening_of_branch(b), b.id, b.created_at
		FROM branch b ON CONFLICT DO NOTHING;
	INSERT INTO opening (tenant_id, kind, no, name, status, in_force, content, channel_id, branch_id, shop_id, ends_on, created_at)
		SELECT s.tenant_id, 'shop', s.shop_no, s.name, s.status, s.status, nlos_opening_of_shop(s), s.channel_id, s.branch_id,
			s.id, s.agreement_to, s.created_at
		FROM shop s WHERE s.status IN ('已开通', '暂停', '已关闭') ON CONFLICT DO NOTHING;
$$;
SELECT nlos_adopt_openings();
ALTER TABLE sys_user FORCE ROW LEVEL SECURITY;
ALTER TABLE shop FORCE ROW LEVEL SECURITY;
ALTER TABLE branch FORCE ROW LEVEL SECURITY;
ALTER TABLE channel FORCE ROW LEVEL SECURITY;
ALTER TABLE opening FORCE ROW LEVEL SECURITY;

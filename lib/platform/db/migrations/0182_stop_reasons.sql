-- A shop that was suspended before there were reasons for it says that its agreement is over, if that is so.
ALTER TABLE shop NO FORCE ROW LEVEL SECURITY;
ALTER TABLE opening NO FORCE ROW LEVEL SECURITY;
UPDATE shop SET stop_reason = '协议已于 ' || agreement_to || ' 到期'
	WHERE status = '暂停' AND stop_reason IS NULL AND agreement_to < current_date;
UPDATE opening o SET reason = s.stop_reason FROM shop s
	WHERE s.tenant_id = o.tenant_id AND s.id = o.shop_id AND o.kind = 'shop' AND o.status = '暂停' AND o.reason = ''
		AND s.stop_reason IS NOT NULL;
ALTER TABLE opening FORCE ROW LEVEL SECURITY;
ALTER TABLE shop FORCE ROW LEVEL SECURITY;

CREATE OR REPLACE FUNCTION nlos_adopt_openings() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
	INSERT INTO opening (tenant_id, kind, no, name, status, in_force, reason, content, channel_id, ends_on, created_at)
		SELECT c.tenant_id, 'channel', c.code, c.name, c.status, c.status, coalesce(c.stop_reason, ''), nlos_opening_of_channel(c),
			c.id, c.coop_to, c.created_at
		FROM channel c ON CONFLICT DO NOTHING;
	INSERT INTO opening (tenant_id, kind, no, name, status, in_force, reason, content, branch_id, created_at)
		SELECT b.tenant_id, 'branch', 'FG' || lpad((900000 + b.id)::text, 6, '0'), b.name, b.status, b.status,
			coalesce(b.stop_reason, ''), nlos_opening_of_branch(b), b.id, b.created_at
		FROM branch b ON CONFLICT DO NOTHING;
	INSERT INTO opening (tenant_id, kind, no, name, status, in_force, reason, content, channel_id, branch_id, shop_id, ends_on,
			created_at)
		SELECT s.tenant_id, 'shop', s.shop_no, s.name, s.status, s.status, coalesce(s.stop_reason, ''), nlos_opening_of_shop(s),
			s.channel_id, s.branch_id, s.id, s.agreement_to, s.created_at
		FROM shop s WHERE s.status IN ('已开通', '暂停', '已关闭') ON CONFLICT DO NOTHING;
$$;

-- 制单与复核, 代理复核 and 结算账户 (schema/changes.ts).

CREATE TABLE pending_change (
	LIKE nlos_row INCLUDING ALL,
	kind text NOT NULL,
	about_id bigint NOT NULL,
	order_id bigint,
	title text NOT NULL,
	content jsonb NOT NULL,
	lines jsonb NOT NULL,
	content_hash text NOT NULL,
	amount numeric(18, 2),
	reason text NOT NULL DEFAULT '',
	state text NOT NULL DEFAULT 'waiting',
	expires_at timestamptz NOT NULL,
	made_by bigint NOT NULL,
	made_at timestamptz NOT NULL,
	decided_by bigint,
	decided_for bigint,
	decided_at timestamptz,
	decide_reason text,
	CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn', 'expired')),
	CHECK ((state = 'waiting') = (decided_at IS NULL)),
	-- Nobody checks what he made, whatever the code does.
	CHECK (state NOT IN ('approved', 'refused') OR (decided_by IS NOT NULL AND decided_by <> made_by)),
	CHECK (decided_for IS NULL OR decided_for <> made_by)
);
CREATE UNIQUE INDEX pending_change_open ON pending_change (tenant_id, kind, about_id) WHERE state = 'waiting';
CREATE INDEX pending_change_about ON pending_change (tenant_id, kind, about_id, id);
CREATE INDEX pending_change_made ON pending_change (tenant_id, made_at, id);
CREATE INDEX pending_change_ends ON pending_change (tenant_id, expires_at) WHERE state = 'waiting';
SELECT nlos_refer('pending_change', 'order_id', 'application');
SELECT nlos_refer('pending_change', 'made_by', 'sys_user');
SELECT nlos_refer('pending_change', 'decided_by', 'sys_user');
SELECT nlos_refer('pending_change', 'decided_for', 'sys_user');
SELECT nlos_protect('pending_change');

CREATE TABLE check_deputy (
	LIKE nlos_row INCLUDING ALL,
	user_id bigint NOT NULL,
	deputy_id bigint NOT NULL,
	from_day date NOT NULL,
	until_day date NOT NULL,
	reason text NOT NULL,
	ended_at timestamptz,
	CHECK (user_id <> deputy_id),
	CHECK (from_day <= until_day)
);
CREATE INDEX check_deputy_deputy ON check_deputy (tenant_id, deputy_id);
CREATE INDEX check_deputy_from ON check_deputy (tenant_id, from_day, id);
SELECT nlos_refer('check_deputy', 'user_id', 'sys_user');
SELECT nlos_refer('check_deputy', 'deputy_id', 'sys_user');
SELECT nlos_protect('check_deputy');

CREATE TABLE settle_account (
	LIKE nlos_row INCLUDING ALL,
	shop_id bigint NOT NULL,
	account_kind text NOT NULL,
	holder_name text NOT NULL,
	account_no text NOT NULL,
	bank_name text NOT NULL,
	is_corporate boolean NOT NULL DEFAULT true,
	status text NOT NULL DEFAULT '待审核',
	audit_by bigint,
	audit_at timestamptz,
	audit_note text,
	CHECK (status IN ('待审核', '已通过', '驳回', '变更待审', '已停用'))
);
CREATE UNIQUE INDEX settle_account_no ON settle_account (tenant_id, shop_id, account_kind, account_no)
	WHERE status <> '已停用';
CREATE INDEX settle_account_created ON settle_account (tenant_id, created_at, id);
SELECT nlos_refer('settle_account', 'shop_id', 'shop');
SELECT nlos_refer('settle_account', 'audit_by', 'sys_user');
SELECT nlos_protect('settle_account');

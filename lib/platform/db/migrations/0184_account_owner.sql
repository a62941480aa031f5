-- 结算账户 belong to a channel or a branch as well: the owner is one of the three.
ALTER TABLE settle_account ALTER COLUMN shop_id DROP NOT NULL;
ALTER TABLE settle_account ADD COLUMN channel_id bigint, ADD COLUMN branch_id bigint;
ALTER TABLE settle_account ADD CONSTRAINT settle_account_owner CHECK (num_nonnulls(shop_id, channel_id, branch_id) = 1);
SELECT nlos_refer('settle_account', 'channel_id', 'channel');
SELECT nlos_refer('settle_account', 'branch_id', 'branch');
DROP INDEX settle_account_no;
CREATE UNIQUE INDEX settle_account_no ON settle_account
	(tenant_id, coalesce(shop_id, 0), coalesce(channel_id, 0), coalesce(branch_id, 0), account_kind, account_no)
	WHERE status <> '已停用';

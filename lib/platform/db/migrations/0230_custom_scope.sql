-- 自定义数据权限: the units whose rows somebody sees whose data scope is chosen, each with all below it (F23).
ALTER TABLE sys_user ADD COLUMN scope_unit_ids bigint[] NOT NULL DEFAULT '{}';

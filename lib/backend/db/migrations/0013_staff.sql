-- A password that an administrator handed out opens the account until then, and is changed by its first use. Wrong
-- passwords before `unlocked_at` count no more.
ALTER TABLE "sys_user"
	ADD COLUMN "one_time_until" timestamp with time zone,
	ADD COLUMN "unlocked_at" timestamp with time zone;
--> statement-breakpoint
-- The data scope that a new holder of the role is offered; a user's own is what counts.
ALTER TABLE "sys_role" ADD COLUMN "data_scope" text DEFAULT 'self' NOT NULL CHECK ("data_scope" IN ('self', 'dept', 'org_tree', 'all'));
--> statement-breakpoint
ALTER TABLE "sys_role" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "sys_role" SET "data_scope" = CASE
	WHEN "code" = 'shop_user' THEN 'dept'
	WHEN "code" IN ('channel_mgr', 'entry_clerk') THEN 'org_tree'
	WHEN "code" IN ('dd_officer', 'collector') THEN 'self'
	ELSE 'all'
END;
--> statement-breakpoint
-- Seeing users and roles is one permission, changing them another.
UPDATE "sys_role" SET "permissions" = array_remove(array_remove("permissions", 'user:manage'), 'role:manage')
	|| ARRAY['sys:user:list', 'sys:user:save', 'sys:role:list', 'sys:role:save']
WHERE "permissions" @> ARRAY['user:manage', 'role:manage'];
--> statement-breakpoint
ALTER TABLE "sys_role" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE INDEX "sys_user_unit" ON "sys_user" ("tenant_id", "org_unit_id");
--> statement-breakpoint
CREATE INDEX "sys_user_roles" ON "sys_user" USING gin ("role_codes");

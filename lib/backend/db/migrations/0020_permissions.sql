-- Permissions that opened nothing: the audit log has sys:operationlog:list, the parameters of a tenant sys:tenant:save.
ALTER TABLE "sys_role" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "sys_role" SET "permissions" = array_remove(array_remove("permissions", 'audit:view'), 'tenant:manage')
WHERE "permissions" && ARRAY['audit:view', 'tenant:manage']::text[];
--> statement-breakpoint
ALTER TABLE "sys_role" FORCE ROW LEVEL SECURITY;

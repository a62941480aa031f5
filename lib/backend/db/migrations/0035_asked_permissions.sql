-- Permissions that nothing asks for: each comes back with the screen that does.
ALTER TABLE "sys_role" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
UPDATE "sys_role" SET "permissions" = ARRAY(
  SELECT one FROM unnest("permissions") WITH ORDINALITY AS held(one, place)
  WHERE one <> ALL (ARRAY['material:review', 'channel:manage', 'loan:view', 'archive:manage', 'collection:work', 'collection:manage', 'report:view', 'product:manage']::text[]) ORDER BY place
)
WHERE "permissions" && ARRAY['material:review', 'channel:manage', 'loan:view', 'archive:manage', 'collection:work', 'collection:manage', 'report:view', 'product:manage']::text[];
--> statement-breakpoint
ALTER TABLE "sys_role" FORCE ROW LEVEL SECURITY;

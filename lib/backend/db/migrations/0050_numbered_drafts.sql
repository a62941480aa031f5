-- Each new intake has a draft of its own number; one slot held all of them.
ALTER TABLE "form_draft" ADD COLUMN "files" jsonb DEFAULT '[]'::jsonb NOT NULL;
--> statement-breakpoint
ALTER TABLE "form_draft" ADD COLUMN "writer" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "form_draft" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "form_draft" ADD COLUMN "order_id" bigint;
--> statement-breakpoint
ALTER TABLE "form_draft" ADD CONSTRAINT "form_draft_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");

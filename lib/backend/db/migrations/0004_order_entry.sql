ALTER TABLE "insurance_policy" ALTER COLUMN "company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "insurance_policy" ALTER COLUMN "start_date" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "application" ADD COLUMN "template_version" integer;--> statement-breakpoint
ALTER TABLE "application" ADD COLUMN "quote_snapshot" jsonb;--> statement-breakpoint
ALTER TABLE "insurance_policy" ADD COLUMN "insurer" text DEFAULT '' NOT NULL;
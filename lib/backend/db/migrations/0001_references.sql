-- A reference carries the tenant: a row can only name a row of its own tenant, whatever the code above it does.
-- review_log.actor_id and audit_log.actor_id have none: 0 is the system, which is nobody's row.
ALTER TABLE "application" ADD CONSTRAINT "application_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "bank_card" ADD CONSTRAINT "bank_card_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "branch" ADD CONSTRAINT "branch_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "capital" ADD CONSTRAINT "capital_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "material_set" ADD CONSTRAINT "material_set_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "org_unit" ADD CONSTRAINT "org_unit_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "sys_menu" ADD CONSTRAINT "sys_menu_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "sys_user" ADD CONSTRAINT "sys_user_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_tenant_row" UNIQUE ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_user_id_fk" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_branch_id_fk" FOREIGN KEY ("tenant_id", "branch_id") REFERENCES "branch" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_capital_id_fk" FOREIGN KEY ("tenant_id", "capital_id") REFERENCES "capital" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_channel_id_fk" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channel" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_claimed_by_fk" FOREIGN KEY ("tenant_id", "claimed_by") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_customer_id_fk" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customer" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_entry_user_id_fk" FOREIGN KEY ("tenant_id", "entry_user_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_product_id_fk" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "product" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_repay_card_id_fk" FOREIGN KEY ("tenant_id", "repay_card_id") REFERENCES "bank_card" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_salesman_id_fk" FOREIGN KEY ("tenant_id", "salesman_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_shop_id_fk" FOREIGN KEY ("tenant_id", "shop_id") REFERENCES "shop" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application" ADD CONSTRAINT "application_vehicle_id_fk" FOREIGN KEY ("tenant_id", "vehicle_id") REFERENCES "vehicle" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application_addon" ADD CONSTRAINT "application_addon_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "application_fee" ADD CONSTRAINT "application_fee_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "attachment" ADD CONSTRAINT "attachment_uploaded_by_fk" FOREIGN KEY ("tenant_id", "uploaded_by") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "branch" ADD CONSTRAINT "branch_org_unit_id_fk" FOREIGN KEY ("tenant_id", "org_unit_id") REFERENCES "org_unit" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "channel" ADD CONSTRAINT "channel_manager_id_fk" FOREIGN KEY ("tenant_id", "manager_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "event_answer" ADD CONSTRAINT "event_answer_user_id_fk" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "form_draft" ADD CONSTRAINT "form_draft_user_id_fk" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "insurance_policy" ADD CONSTRAINT "insurance_policy_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "linked_person" ADD CONSTRAINT "linked_person_application_id_fk" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "material_item" ADD CONSTRAINT "material_item_set_id_fk" FOREIGN KEY ("tenant_id", "set_id") REFERENCES "material_set" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "material_set" ADD CONSTRAINT "material_set_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "material_set" ADD CONSTRAINT "material_set_reviewer_id_fk" FOREIGN KEY ("tenant_id", "reviewer_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "org_unit" ADD CONSTRAINT "org_unit_parent_id_fk" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "org_unit" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "review_log" ADD CONSTRAINT "review_log_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "review_task" ADD CONSTRAINT "review_task_claimed_by_fk" FOREIGN KEY ("tenant_id", "claimed_by") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "review_task" ADD CONSTRAINT "review_task_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "risk_decision" ADD CONSTRAINT "risk_decision_order_id_fk" FOREIGN KEY ("tenant_id", "order_id") REFERENCES "application" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_branch_id_fk" FOREIGN KEY ("tenant_id", "branch_id") REFERENCES "branch" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_channel_id_fk" FOREIGN KEY ("tenant_id", "channel_id") REFERENCES "channel" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "shop" ADD CONSTRAINT "shop_org_unit_id_fk" FOREIGN KEY ("tenant_id", "org_unit_id") REFERENCES "org_unit" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "sys_menu" ADD CONSTRAINT "sys_menu_parent_id_fk" FOREIGN KEY ("tenant_id", "parent_id") REFERENCES "sys_menu" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "sys_user" ADD CONSTRAINT "sys_user_org_unit_id_fk" FOREIGN KEY ("tenant_id", "org_unit_id") REFERENCES "org_unit" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "user_preference" ADD CONSTRAINT "user_preference_user_id_fk" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "sys_user" ("tenant_id", "id");
--> statement-breakpoint
ALTER TABLE "vehicle" ADD CONSTRAINT "vehicle_dealer_shop_id_fk" FOREIGN KEY ("tenant_id", "dealer_shop_id") REFERENCES "shop" ("tenant_id", "id");

-- The lists of loans go through them in these orders; of very many, few are overdue or settled.
DROP INDEX loan_account_value;
CREATE INDEX loan_account_value ON loan_account (tenant_id, value_date DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX loan_account_maturity ON loan_account (tenant_id, maturity DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX loan_account_principal ON loan_account (tenant_id, principal DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX loan_account_outstanding ON loan_account (tenant_id, outstanding_principal DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX loan_account_dpd ON loan_account (tenant_id, dpd DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX loan_account_overdue ON loan_account (tenant_id, dpd DESC NULLS LAST, id DESC NULLS LAST) WHERE dpd > 0;
CREATE INDEX loan_account_settled ON loan_account (tenant_id, settled_on DESC NULLS LAST, id DESC NULLS LAST)
	WHERE settled_on IS NOT NULL;
CREATE INDEX loan_account_customer ON loan_account (tenant_id, customer_id);

-- 还款计划列表.
DROP INDEX repay_plan_due;
CREATE INDEX repay_plan_due ON repay_plan (tenant_id, due_date DESC NULLS LAST, id DESC NULLS LAST) WHERE status <> '已作废';

-- 贷款列表 by 逾期分级 finds its rows without looking at every loan.
CREATE INDEX loan_account_bucket ON loan_account (tenant_id, bucket, value_date DESC NULLS LAST, id DESC NULLS LAST);

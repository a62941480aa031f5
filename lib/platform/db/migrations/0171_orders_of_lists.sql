-- Lists put rows without a value last when descending: an index serves their order only when it says the same.
DROP INDEX repayment_day;
CREATE INDEX repayment_day ON repayment (tenant_id, value_date DESC NULLS LAST, id DESC NULLS LAST);
DROP INDEX gl_voucher_day;
CREATE INDEX gl_voucher_day ON gl_voucher (tenant_id, biz_date DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX customer_created ON customer (tenant_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

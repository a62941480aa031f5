-- The sheet of a day asks for what failed or came back on it, and each registered result whether its number is taken.
CREATE INDEX disbursement_ended ON disbursement (tenant_id, updated_at) WHERE status IN ('失败', '退票');
CREATE INDEX disbursement_reference ON disbursement (tenant_id, bank_reference) WHERE bank_reference IS NOT NULL;

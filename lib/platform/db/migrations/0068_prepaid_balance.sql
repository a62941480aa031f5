-- What came in before its instalment was due: of leases that are paid in advance the first rent, which customers pay with their first payment.
ALTER TABLE loan_account ADD COLUMN prepaid_balance numeric(18, 2) NOT NULL DEFAULT '0';

-- 回单 of a payment whose bank result two people registered: what they had in their hands.
ALTER TABLE disbursement ADD COLUMN voucher_file bigint;
SELECT nlos_refer('disbursement', 'voucher_file', 'attachment');

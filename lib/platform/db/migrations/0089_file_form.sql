-- How the bank of a paying account takes account numbers in its files; null of any other dictionary.
ALTER TABLE dict_item ADD COLUMN file_form text
	CONSTRAINT dict_item_file_form CHECK (file_form IS NULL OR (type = 'payer_account' AND file_form IN ('tab', 'quoted', 'xlsx')));

-- Payment files are made again from their rows: none is stored under its hash.
DROP INDEX payment_file_hash;

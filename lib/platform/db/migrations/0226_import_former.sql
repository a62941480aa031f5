-- 导入: rows that were completed, as they were before (lib/domains/imports/table.ts).
ALTER TABLE row_import ADD COLUMN former jsonb NOT NULL DEFAULT '[]';

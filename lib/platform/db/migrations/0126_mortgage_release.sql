-- 解押 of a mortgage whose loan is paid off (domain.md 2.5).
ALTER TABLE mortgage
	ADD COLUMN release_apply_at date,
	ADD COLUMN release_done_at date,
	ADD COLUMN release_express_no text NOT NULL DEFAULT '';

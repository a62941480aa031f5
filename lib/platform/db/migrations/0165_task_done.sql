-- What a person says of a task behind a settlement that is done by hand: its day, and by which way papers went back.
ALTER TABLE release_task
	ADD COLUMN done_on date,
	ADD COLUMN courier text NOT NULL DEFAULT '',
	ADD COLUMN express_no text NOT NULL DEFAULT '',
	ADD COLUMN note text NOT NULL DEFAULT '';

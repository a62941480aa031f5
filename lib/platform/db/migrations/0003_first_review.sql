-- What a reviewer marked on a return, and the form as it was then: the next reviewer sees what changed since.
ALTER TABLE review_task ADD COLUMN marks jsonb NOT NULL DEFAULT '[]';
ALTER TABLE review_task ADD COLUMN returned_values jsonb;

CREATE TABLE tel_verify (
	LIKE nlos_row INCLUDING ALL,
	order_id bigint NOT NULL,
	target text NOT NULL,
	name text NOT NULL,
	phone text NOT NULL,
	call_record_id bigint,
	questions jsonb NOT NULL DEFAULT '[]',
	result text NOT NULL,
	note text
);
CREATE INDEX tel_verify_order ON tel_verify (tenant_id, order_id);
SELECT nlos_refer('tel_verify', 'order_id', 'application');
SELECT nlos_refer('tel_verify', 'call_record_id', 'call_record');
SELECT nlos_protect('tel_verify');

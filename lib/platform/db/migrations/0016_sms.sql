-- 短信记录: what was said to the people of an order (schema/sms.ts).

CREATE TABLE sms_record (
	LIKE nlos_row INCLUDING ALL,
	sms_no text NOT NULL,
	order_id bigint NOT NULL,
	kind text NOT NULL,
	role text NOT NULL,
	name text NOT NULL,
	mobile text NOT NULL,
	body text NOT NULL,
	params jsonb NOT NULL,
	call_id bigint NOT NULL,
	again_of bigint,
	resent_at timestamptz
);
CREATE UNIQUE INDEX sms_record_sms_no ON sms_record (tenant_id, sms_no);
CREATE INDEX sms_record_created ON sms_record (tenant_id, created_at DESC NULLS LAST, id DESC NULLS LAST);
CREATE INDEX sms_record_order ON sms_record (tenant_id, order_id);
CREATE INDEX sms_record_mobile ON sms_record (tenant_id, mobile, kind, created_at);

SELECT nlos_refer('sms_record', 'order_id', 'application');
SELECT nlos_refer('sms_record', 'call_id', 'outside_call');
SELECT nlos_refer('sms_record', 'again_of', 'sms_record');

SELECT nlos_protect('sms_record');

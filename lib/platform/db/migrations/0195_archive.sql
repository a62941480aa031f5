-- 档案: the papers of an order, what happened to them, parcels and what left the archive (lib/domains/archives/table.ts).
CREATE TABLE archive (
	LIKE nlos_row INCLUDING ALL,
	archive_no text NOT NULL,
	order_id bigint NOT NULL,
	secret_level text NOT NULL DEFAULT '普通',
	status text NOT NULL DEFAULT '待收件',
	complete boolean NOT NULL DEFAULT false,
	box_no text,
	location text,
	received_by bigint,
	received_at timestamptz,
	archived_at timestamptz
);
CREATE UNIQUE INDEX archive_no ON archive (tenant_id, archive_no);
CREATE UNIQUE INDEX archive_order ON archive (tenant_id, order_id);
CREATE INDEX archive_list ON archive (tenant_id, status, created_at, id);
CREATE INDEX archive_box ON archive (tenant_id, box_no) WHERE box_no IS NOT NULL;

CREATE TABLE archive_item (
	LIKE nlos_row INCLUDING ALL,
	archive_id bigint NOT NULL,
	order_id bigint NOT NULL,
	item_no integer NOT NULL,
	doc_type text NOT NULL,
	copies integer NOT NULL DEFAULT 1,
	is_original boolean NOT NULL,
	item_status text NOT NULL DEFAULT '应收',
	CONSTRAINT archive_item_copies CHECK (copies >= 1)
);
CREATE UNIQUE INDEX archive_item_no ON archive_item (tenant_id, archive_id, item_no);
CREATE INDEX archive_item_list ON archive_item (tenant_id, created_at, id);
CREATE INDEX archive_item_order ON archive_item (tenant_id, order_id);

CREATE TABLE archive_mail (
	LIKE nlos_row INCLUDING ALL,
	mail_no text NOT NULL,
	direction text NOT NULL,
	from_name text NOT NULL,
	from_mobile text NOT NULL,
	to_name text NOT NULL,
	to_address text NOT NULL,
	express_company text,
	express_no text,
	item_list jsonb NOT NULL DEFAULT '[]',
	sent_at timestamptz,
	sent_by bigint,
	received_at timestamptz,
	received_by bigint,
	bounced_at timestamptz,
	checked_at timestamptz,
	checked_by bigint,
	check_result text,
	check_note text NOT NULL DEFAULT '',
	status text NOT NULL DEFAULT '草稿',
	track jsonb NOT NULL DEFAULT '[]',
	tracked_at timestamptz,
	CONSTRAINT archive_mail_sent CHECK (sent_at IS NULL OR (express_company IS NOT NULL AND express_no IS NOT NULL))
);
CREATE UNIQUE INDEX archive_mail_no ON archive_mail (tenant_id, mail_no);
CREATE UNIQUE INDEX archive_mail_express ON archive_mail (tenant_id, express_company, express_no) WHERE express_no IS NOT NULL;
CREATE INDEX archive_mail_list ON archive_mail (tenant_id, created_at, id);
CREATE INDEX archive_mail_underway ON archive_mail (tenant_id, sent_at) WHERE status = '已寄出';

CREATE TABLE archive_mail_order (
	LIKE nlos_row INCLUDING ALL,
	mail_id bigint NOT NULL,
	order_id bigint NOT NULL
);
CREATE UNIQUE INDEX archive_mail_order_of ON archive_mail_order (tenant_id, mail_id, order_id);
CREATE INDEX archive_mail_order_order ON archive_mail_order (tenant_id, order_id);

CREATE TABLE archive_outbound (
	LIKE nlos_row INCLUDING ALL,
	out_no text NOT NULL,
	archive_id bigint NOT NULL,
	order_id bigint NOT NULL,
	out_kind text NOT NULL,
	items jsonb NOT NULL,
	applicant_id bigint NOT NULL,
	reason text NOT NULL,
	due_back date,
	approved_at timestamptz,
	approved_by bigint,
	refused_at timestamptz,
	refuse_reason text NOT NULL DEFAULT '',
	out_at timestamptz,
	out_by bigint,
	back_at timestamptz,
	back_by bigint,
	brought_by text NOT NULL DEFAULT '',
	handed_at timestamptz,
	mail_id bigint,
	status text NOT NULL DEFAULT '待审批',
	CONSTRAINT archive_outbound_two CHECK (approved_by IS NULL OR approved_by <> applicant_id),
	CONSTRAINT archive_outbound_due CHECK (out_kind <> '借阅' OR due_back IS NOT NULL)
);
CREATE UNIQUE INDEX archive_outbound_no ON archive_outbound (tenant_id, out_no);
CREATE INDEX archive_outbound_list ON archive_outbound (tenant_id, created_at, id);
CREATE INDEX archive_outbound_archive ON archive_outbound (tenant_id, archive_id);
CREATE INDEX archive_outbound_due ON archive_outbound (tenant_id, due_back) WHERE status = '已出库';

CREATE TABLE archive_fact (
	LIKE nlos_row INCLUDING ALL,
	archive_id bigint NOT NULL,
	fact_no integer NOT NULL,
	kind text NOT NULL,
	items jsonb,
	box_no text,
	location text,
	mail_id bigint,
	outbound_id bigint,
	note text NOT NULL DEFAULT '',
	CONSTRAINT archive_fact_place CHECK ((kind = 'filed') = (box_no IS NOT NULL AND location IS NOT NULL))
);
CREATE UNIQUE INDEX archive_fact_no ON archive_fact (tenant_id, archive_id, fact_no);

SELECT nlos_refer(source::regclass, its_column, target::regclass) FROM (VALUES
	('archive', 'order_id', 'application'),
	('archive', 'received_by', 'sys_user'),
	('archive_item', 'archive_id', 'archive'),
	('archive_item', 'order_id', 'application'),
	('archive_mail', 'sent_by', 'sys_user'),
	('archive_mail', 'received_by', 'sys_user'),
	('archive_mail', 'checked_by', 'sys_user'),
	('archive_mail_order', 'order_id', 'application'),
	('archive_outbound', 'archive_id', 'archive'),
	('archive_outbound', 'order_id', 'application'),
	('archive_outbound', 'applicant_id', 'sys_user'),
	('archive_outbound', 'approved_by', 'sys_user'),
	('archive_outbound', 'out_by', 'sys_user'),
	('archive_outbound', 'back_by', 'sys_user'),
	('archive_outbound', 'mail_id', 'archive_mail'),
	('archive_fact', 'archive_id', 'archive'),
	('archive_fact', 'mail_id', 'archive_mail'),
	('archive_fact', 'outbound_id', 'archive_outbound')
) AS refers (source, its_column, target);
SELECT nlos_refer('archive_mail_order', 'mail_id', 'archive_mail', 'CASCADE');
SELECT nlos_protect('archive');
SELECT nlos_protect('archive_item');
SELECT nlos_protect('archive_mail');
SELECT nlos_protect('archive_mail_order');
SELECT nlos_protect('archive_outbound');
SELECT nlos_protect('archive_fact', append_only => true);

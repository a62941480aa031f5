-- 尽调: visits that a review orders, with their photos (schema/due-diligence.ts).

CREATE TABLE due_diligence (
	LIKE nlos_row INCLUDING ALL,
	dd_no text NOT NULL,
	order_id bigint NOT NULL,
	kind text NOT NULL,
	reason text NOT NULL,
	parts text[] NOT NULL,
	note text NOT NULL DEFAULT '',
	assignee_id bigint,
	assigned_at timestamptz,
	region text[] NOT NULL,
	visit_at timestamptz,
	home_ok text,
	work_ok text,
	car_ok text,
	answers jsonb NOT NULL DEFAULT '{}',
	report text NOT NULL DEFAULT '',
	result text,
	status text NOT NULL DEFAULT '待分配',
	submitted_at timestamptz,
	return_reason text,
	return_note text NOT NULL DEFAULT '',
	returned_at timestamptz,
	returned_by bigint,
	closed_at timestamptz,
	closed_by bigint,
	close_note text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX due_diligence_no ON due_diligence (tenant_id, dd_no);
CREATE UNIQUE INDEX due_diligence_open ON due_diligence (tenant_id, order_id, kind) WHERE status NOT IN ('已完成', '已撤销');
CREATE INDEX due_diligence_order ON due_diligence (tenant_id, order_id);
CREATE INDEX due_diligence_assignee ON due_diligence (tenant_id, assignee_id, status);
CREATE INDEX due_diligence_newest ON due_diligence (tenant_id, created_at DESC NULLS LAST, id DESC NULLS LAST);

CREATE TABLE due_diligence_photo (
	LIKE nlos_row INCLUDING ALL,
	due_diligence_id bigint NOT NULL,
	attachment_id bigint NOT NULL,
	subject text NOT NULL,
	taken_at timestamptz NOT NULL,
	latitude numeric(9, 6),
	longitude numeric(9, 6),
	accuracy integer,
	no_place text NOT NULL DEFAULT ''
);
CREATE INDEX due_diligence_photo_of ON due_diligence_photo (tenant_id, due_diligence_id);

SELECT nlos_refer('due_diligence', 'order_id', 'application');
SELECT nlos_refer('due_diligence', 'assignee_id', 'sys_user');
SELECT nlos_refer('due_diligence', 'returned_by', 'sys_user');
SELECT nlos_refer('due_diligence', 'closed_by', 'sys_user');
SELECT nlos_refer('due_diligence_photo', 'due_diligence_id', 'due_diligence');
SELECT nlos_refer('due_diligence_photo', 'attachment_id', 'attachment');

SELECT nlos_protect('due_diligence');
SELECT nlos_protect('due_diligence_photo');

-- 订单全景 asks for the calls of an order.
CREATE INDEX call_record_order ON call_record (tenant_id, order_id, start_at) WHERE order_id IS NOT NULL;

-- 视频面签: interviews of an order, their pictures and the pieces of their recording (schema/interviews.ts).

CREATE TABLE video_interview (
	LIKE nlos_row INCLUDING ALL,
	room_no text NOT NULL,
	order_id bigint NOT NULL,
	signer text NOT NULL,
	agent_id bigint,
	desk_hold text,
	script jsonb NOT NULL DEFAULT '[]',
	identity_check text,
	started_at timestamptz,
	ended_at timestamptz,
	status text NOT NULL DEFAULT '待面签',
	reason text NOT NULL DEFAULT '',
	decided_by bigint,
	redone_at timestamptz,
	redo_reason text NOT NULL DEFAULT '',
	link_hash text,
	link_expires_at timestamptz,
	guest_hold text,
	consented_at timestamptz,
	consent_version text,
	consent_ip text,
	guest_signals integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX video_interview_room ON video_interview (tenant_id, room_no);
CREATE UNIQUE INDEX video_interview_live ON video_interview (tenant_id, order_id) WHERE redone_at IS NULL;
CREATE UNIQUE INDEX video_interview_link ON video_interview (tenant_id, link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX video_interview_order ON video_interview (tenant_id, order_id);
CREATE INDEX video_interview_agent ON video_interview (tenant_id, agent_id, status);

CREATE TABLE interview_snapshot (
	LIKE nlos_row INCLUDING ALL,
	interview_id bigint NOT NULL,
	attachment_id bigint NOT NULL
);
CREATE INDEX interview_snapshot_of ON interview_snapshot (tenant_id, interview_id);

CREATE TABLE interview_piece (
	LIKE nlos_row INCLUDING ALL,
	interview_id bigint NOT NULL,
	take text NOT NULL,
	piece_no integer NOT NULL,
	start_at bigint NOT NULL,
	length integer NOT NULL,
	file_hash text NOT NULL,
	file_size integer NOT NULL,
	mime text NOT NULL
);
CREATE UNIQUE INDEX interview_piece_no ON interview_piece (tenant_id, interview_id, take, piece_no);
CREATE INDEX interview_piece_file ON interview_piece (tenant_id, file_hash);

SELECT nlos_refer('video_interview', 'order_id', 'application');
SELECT nlos_refer('video_interview', 'agent_id', 'sys_user');
SELECT nlos_refer('video_interview', 'decided_by', 'sys_user');
SELECT nlos_refer('interview_snapshot', 'interview_id', 'video_interview');
SELECT nlos_refer('interview_snapshot', 'attachment_id', 'attachment');
SELECT nlos_refer('interview_piece', 'interview_id', 'video_interview');

SELECT nlos_protect('video_interview');
SELECT nlos_protect('interview_snapshot');
SELECT nlos_protect('interview_piece');

-- 驳回回盘: an answer that was read and is none of the bank's bars nothing any more.
ALTER TABLE payment_answer ADD COLUMN refused_at timestamptz, ADD COLUMN refused_by bigint, ADD COLUMN refuse_reason text;
SELECT nlos_refer('payment_answer', 'refused_by', 'sys_user');

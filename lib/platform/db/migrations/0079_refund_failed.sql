-- 退款失败: the bank did not pay a refund, or its money came back. What had its number keeps it.
ALTER TABLE first_refund
	DROP CONSTRAINT first_refund_done,
	ADD CONSTRAINT first_refund_done CHECK (status = '退款失败' OR (status = '已退款') = (reference IS NOT NULL)),
	DROP CONSTRAINT first_refund_checked,
	ADD CONSTRAINT first_refund_checked CHECK (
		(status IN ('待退款', '已退款', '已冲销', '退款失败')) = (confirmed_at IS NOT NULL));

-- What is to be paid back, whatever its order has become.
CREATE INDEX first_refund_to_pay ON first_refund (tenant_id, order_id) WHERE status = '待退款';

-- What an insurer was asked for, or stands for, names another car, lender or loan now: it counts no more, and the order
-- goes to an insurer again.
ALTER TABLE underwriting ADD COLUMN outdated boolean NOT NULL DEFAULT false;

DROP INDEX underwriting_live;
CREATE UNIQUE INDEX underwriting_live ON underwriting (tenant_id, order_id)
	WHERE status NOT IN ('拒保', '提交失败') AND NOT (outdated AND status = '承保');

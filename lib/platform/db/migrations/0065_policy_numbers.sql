-- 保单号 is unique per insurer, submissions that never got to their insurer, and policies of which two came.

-- Of policies that somebody completed: what an entry only names may be of an order that came to nothing. Two at once
-- could both have passed: the later ones stay readable, and a person sees them.
UPDATE insurance_policy later SET policy_no = later.policy_no || '-重复' || later.id
WHERE later.policy_no <> '' AND later.status IS NOT NULL AND EXISTS (
	SELECT FROM insurance_policy first
	WHERE first.tenant_id = later.tenant_id AND first.insurer = later.insurer
		AND first.policy_no = later.policy_no AND first.status IS NOT NULL AND first.id < later.id
);
DROP INDEX insurance_policy_no;
CREATE UNIQUE INDEX insurance_policy_no ON insurance_policy (tenant_id, insurer, policy_no)
	WHERE policy_no <> '' AND status IS NOT NULL;

-- What never got to its insurer is history like what was refused.
DROP INDEX underwriting_live;
CREATE UNIQUE INDEX underwriting_live ON underwriting (tenant_id, order_id) WHERE status NOT IN ('拒保', '提交失败');
ALTER TABLE underwriting ADD COLUMN conflict boolean NOT NULL DEFAULT false;

-- 放款后补充资料 (schema/materials.ts, schema/releases.ts, schema/vehicles.ts): its deadline is the task of the release.

ALTER TABLE vehicle ADD COLUMN registered_on date;
ALTER TABLE release_task ADD COLUMN told integer NOT NULL DEFAULT 0;
ALTER TABLE material_set DROP COLUMN deadline;

-- Who reviews asks for the sets of a kind in a state.
CREATE INDEX material_set_state ON material_set (tenant_id, kind, status, order_id);

-- Loans that were opened before there was such a task. A customer's own car is sold by nobody.
INSERT INTO release_task (tenant_id, order_id, kind, due_day)
SELECT loan.tenant_id, loan.order_id, CASE car.kind WHEN 'new' THEN 'new_extra' ELSE 'used_extra' END, loan.value_date + 30
FROM loan_account loan
JOIN application o ON o.tenant_id = loan.tenant_id AND o.id = loan.order_id
JOIN vehicle car ON car.tenant_id = o.tenant_id AND car.id = o.vehicle_id
WHERE loan.status <> '已撤销'
	AND (car.kind = 'new' OR o.template_code NOT IN ('bdzgcld', 'bdzgcldv2', 'bdcerld'));

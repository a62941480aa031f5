-- 工作日历: the days that differ from the rule of the week (lib/domains/calendar/table.ts).
CREATE TABLE calendar_day (
	LIKE nlos_row INCLUDING ALL,
	day date NOT NULL,
	kind text NOT NULL,
	name text NOT NULL,
	CHECK (kind = CASE WHEN extract(isodow FROM day) < 6 THEN '休' ELSE '班' END)
);
CREATE UNIQUE INDEX calendar_day_day ON calendar_day (tenant_id, day);
SELECT nlos_protect('calendar_day');

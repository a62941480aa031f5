import { date, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { dayKinds } from './rules/calendar-day.ts'

/** 工作日历: a day that differs from the rule of the week, by which Saturday and Sunday rest. */
export const calendarDay = tenantTable(
  'calendar_day',
  {
    day: date({ mode: 'string' }).notNull(),
    /** It follows from the day, and stands here for those who look for it. */
    kind: text({ enum: dayKinds }).notNull(),
    name: text().notNull(),
  },
  (t) => [uniqueIndex('calendar_day_day').on(t.tenantId, t.day)],
)

import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, line, listInput, page } from '../../platform/contract/wire.ts'
import { calendarLimits, dayKinds } from './rules/calendar-day.ts'

const dayRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  day: z.string(),
  kind: z.enum(dayKinds),
  name: z.string(),
  updatedAt: z.string(),
})
export type DayRow = z.output<typeof dayRow>

const listed = z.object({ ...listInput('day:desc'), kind: z.enum(dayKinds).optional() })
const name = line().min(1, 'rules.required').max(calendarLimits.name)

export const calendar = {
  /** 工作日历: the days that differ from the rule of the week; `q` is a part of a name. */
  list: read({
    method: 'POST',
    path: '/biz/calendar/list',
    access: ['sys:calendar:list'],
    of: ['calendarDay'],
    input: listed,
    output: page(dayRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/calendar/export',
    access: ['sys:calendar:list'],
    of: ['calendarDay'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** The same days alone, for screens that reckon with working hours. */
  days: read({
    method: 'POST',
    path: '/biz/calendar/days',
    access: 'session',
    of: ['calendarDay'],
    unattended: true,
    input: z.object({}),
    output: z.array(z.string()),
  }),
  /** 新增 a range; the days that are there already stay. 400 for the past, 409 where all are there. */
  add: write({
    method: 'POST',
    path: '/biz/calendar/add',
    access: ['sys:calendar:save'],
    writes: { on: 'calendarDay', action: 'calendarDay.add' },
    input: z.object({ from: isoDate(), to: isoDate(), kind: z.enum(dayKinds), name }),
    output: z.object({ added: z.number().int() }),
  }),
  /** 粘贴 a year, a line each (`2027-01-01 元旦 休`): all of its lines or, with 400 at the first wrong one, none. */
  paste: write({
    method: 'POST',
    path: '/biz/calendar/paste',
    access: ['sys:calendar:save'],
    writes: { on: 'calendarDay', action: 'calendarDay.add' },
    input: z.object({ lines: z.string().min(1, 'rules.required').max(calendarLimits.lines) }),
    output: z.object({ added: z.number().int() }),
  }),
  /** 修改 its name; a day that is past stays. */
  save: write({
    method: 'POST',
    path: '/biz/calendar/save',
    access: ['sys:calendar:save'],
    writes: { on: 'calendarDay', id: 'id', action: 'calendarDay.save' },
    input: z.object({ id: id(), name }),
    output: done,
  }),
  /** 删除: the day is as the week has it; one that is past stays. */
  remove: write({
    method: 'POST',
    path: '/biz/calendar/remove',
    access: ['sys:calendar:save'],
    writes: { on: 'calendarDay', id: 'id', action: 'calendarDay.remove', many: true },
    input: z.object({ id: id() }),
    output: done,
  }),
}

import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { addWorkingDays, isWeekend } from '../../../rules/business-days.ts'
import { complaints } from '../../complaints/contract.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { calendar } from '../contract.ts'
import { calendarDay } from '../table.ts'
import { readCalendar } from './read-calendar.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const event = () => ({ eventId: randomUUID() })
const named = async (q: string) => (await admin().call(calendar.list, { q, sort: 'day:desc' })).data
const audits = () =>
  inTenant(1, () => db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(2)).then((rows) =>
    rows.map(({ action, before, after }) => ({ action, before, after })),
  )

test('a range has its weekdays, a second one adds what is not there, and a third is there', async () => {
  const range = { from: '2041-10-03', to: '2041-10-08', kind: '休' as const, name: '范围' }
  expect(await admin().call(calendar.add, { ...range, to: '2041-10-07', ...event() })).toEqual({ added: 3 })
  expect(await admin().call(calendar.add, { ...range, ...event() })).toEqual({ added: 1 })
  const again = await admin().send(calendar.add, { ...range, ...event() })
  expect(again).toMatchObject({ status: 409, body: { code: 'taken' } })
  expect((await named('范围')).map(({ day, kind }) => `${day} ${kind}`)).toEqual([
    '2041-10-08 休',
    '2041-10-07 休',
    '2041-10-04 休',
    '2041-10-03 休',
  ])
})

test('a year is pasted whole, or not at all: its first wrong line is named', async () => {
  const paste = (lines: string) => admin().send(calendar.paste, { lines, ...event() })
  const wrong = await paste('2042-01-01 粘贴 休\n2042-02-30 粘贴 休\n2020-01-01 粘贴 休')
  expect(wrong).toMatchObject({ status: 400, body: { fields: { lines: expect.stringContaining('2') } } })
  expect(await named('粘贴')).toEqual([])
  expect((await paste('2042-01-01~2042-01-06 粘贴 休\n2042-01-11 粘贴 班')).body).toEqual({ added: 5 })
  expect((await named('粘贴')).map(({ day }) => day.slice(8))).toEqual(['11', '06', '03', '02', '01'])
  // A day that the week has as it is said is no day of the calendar.
  expect((await paste('2042-01-12 粘贴 休')).status).toBe(400)
})

test('two who enter the same day at once: one is told that it is there', async () => {
  const day = { from: '2043-01-01', to: '2043-01-01', kind: '休' as const, name: '同时' }
  const answers = await Promise.all([1, 2].map(() => admin().send(calendar.add, { ...day, ...event() })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await named('同时')).toHaveLength(1)
})

test('change and removal say in the audit log what was', async () => {
  await admin().call(calendar.add, {
    from: '2043-05-01',
    to: '2043-05-01',
    kind: '休',
    name: '原名',
    ...event(),
  })
  const [row] = await named('原名')
  if (!row) throw new Error('missing')
  await admin().call(calendar.save, { id: row.id, rowVersion: 1, name: '新名', ...event() })
  await admin().call(calendar.remove, { id: row.id, rowVersion: 2, ...event() })
  expect(await named('新名')).toEqual([])
  expect(await audits()).toEqual([
    { action: 'calendarDay.remove', before: { day: '2043-05-01', kind: '休', name: '新名' }, after: null },
    { action: 'calendarDay.save', before: { name: '原名' }, after: { name: '新名' } },
  ])
})

test('a day that is past is neither added nor changed nor removed', async () => {
  const day = '2020-10-01'
  const added = await admin().send(calendar.add, { from: day, to: day, kind: '休', name: '补记', ...event() })
  expect(added).toMatchObject({ status: 400, body: { fields: { from: expect.any(String) } } })
  const [row] = await inTenant(1, () =>
    db().insert(calendarDay).values({ day, kind: '休', name: '已过' }).returning(),
  )
  const past = { id: row?.id ?? 0, rowVersion: 1 }
  expect((await admin().send(calendar.save, { ...past, name: '别的', ...event() })).status).toBe(422)
  expect((await admin().send(calendar.remove, { ...past, ...event() })).status).toBe(422)
  expect(await named('已过')).toHaveLength(1)
})

test('a complaint has its working days by the calendar of its own tenant', async () => {
  const today = businessDate(new Date())
  const day = [1, 2, 3].map((ahead) => addDays(today, ahead)).find((one) => !isWeekend(one)) ?? ''
  const deadline = async (tenant?: string) => {
    const said = { insuredname: '李建国', identifynumber: '11010119900307889x', mobile: '19000000001' }
    const input = { ...said, category: '3', content: '催收电话打到单位', level: '一般' as const, ...event() }
    return (await backend.as('service_agent', tenant).call(complaints.save, input)).deadline
  }
  const expected = async (tenantId: number) => {
    const last = addWorkingDays(today, 5, await inTenant(tenantId, readCalendar))
    return new Date(`${last}T18:00:00+08:00`).toISOString()
  }
  await inTenant(1, () =>
    db().insert(calendarDay).values({ day, kind: '休', name: '本租户' }).onConflictDoNothing(),
  )
  expect(await deadline()).toBe(await expected(1))
  expect(await deadline('qhe')).toBe(await expected(2))
  expect((await inTenant(1, readCalendar)).has(day)).toBe(true)
  const other = await backend.as('admin', 'qhe').call(calendar.days, {})
  expect(other).not.toContain('2041-10-03')
  expect(await backend.as('entry_clerk').call(calendar.days, {})).toContain('2041-10-03')
})

test('who does not keep it reads no list and enters no day', async () => {
  const clerk = backend.as('entry_clerk')
  expect((await clerk.send(calendar.list, {})).status).toBe(403)
  const day = { from: '2044-01-01', to: '2044-01-01', kind: '休' as const, name: '越权' }
  expect((await clerk.send(calendar.add, { ...day, ...event() })).status).toBe(403)
})

import { and, eq, like } from 'drizzle-orm'
import { blacklist } from '../../domains/blacklist/contract.ts'
import { blacklist as listed } from '../../domains/blacklist/table.ts'
import { sysUser } from '../../domains/identity/table.ts'
import { auditLog } from '../../domains/system/table.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { notification } from '../messages/table.ts'
import { bulk } from './contract.ts'
import { bulkRow, bulkRun } from './table.ts'
import { type RowsRun, workRows } from './work-rows.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
}, 60_000)
afterAll(() => backend.close())

const manager = () => backend.as('risk_manager')

/** Entries of the lists that are in force. */
async function entries(count: number) {
  const made: { id: number; rowVersion: number }[] = []
  for (let at = 0; at < count; at++) {
    const number = `京A${String(Math.floor(Math.random() * 1e5)).padStart(5, '0')}`
    const entry = { numberType: 'plateNo', number, level: '黑', source: '内部', reason: '多条' } as const
    const { id } = await manager().call(blacklist.add, entry)
    made.push({ id, rowVersion: 1 })
  }
  return made
}
const fieldsOf = ({ id, rowVersion }: { id: number; rowVersion: number }) => ({
  name: `第 ${id} 条`,
  fields: { id: String(id), rowVersion: String(rowVersion), reason: '误报' },
})
const start = async (rows: readonly { id: number; rowVersion: number }[]) =>
  (
    await manager().call(bulk.start, {
      title: '停用',
      path: blacklist.stop.path,
      rows: rows.map(fieldsOf),
    })
  ).id

/** Works a run off as its job does. @param most ends the process in the middle of that step */
async function work(id: number, most = Number.POSITIVE_INFINITY): Promise<void> {
  const ending = new AbortController()
  let steps = 0
  const run: RowsRun = {
    tenantId: 1,
    signal: ending.signal,
    step: (work) =>
      inTenant(1, async () => {
        const answer = await work()
        if (++steps < most) return answer
        ending.abort()
        throw new Error('killed before it was kept')
      }),
  }
  const ended = await workRows(id, run).catch((error: unknown) => error)
  // A run that was ended is not done, and is run again.
  expect(ended instanceof Error).toBe(ending.signal.aborted)
}

const stopsOf = (ids: readonly number[]) =>
  inTenant(1, async () => {
    const rows = await db()
      .select({ object: auditLog.object })
      .from(auditLog)
      .where(and(eq(auditLog.action, 'blacklist.stop'), like(auditLog.object, 'blacklist:%')))
    const wanted = new Set(ids.map((id) => `blacklist:${id}`))
    return rows.filter(({ object }) => wanted.has(object)).length
  })
const versionOf = (id: number) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(listed).where(eq(listed.id, id))
    return row?.rowVersion
  })

test('each row is a write of its own, once, however often the job is killed or run beside itself', async () => {
  const rows = await entries(5)
  const ids = rows.map(({ id }) => id)
  const run = await start(rows)
  await work(run, 2)
  expect(await manager().call(bulk.get, { id: run })).toMatchObject({ state: 'running', done: 1, total: 5 })
  await work(run, 3)
  await Promise.all([work(run), work(run)])
  expect(await manager().call(bulk.get, { id: run })).toMatchObject({ state: 'done', done: 5, refused: 0 })
  expect(await stopsOf(ids)).toBe(5)
  expect(await Promise.all(ids.map(versionOf))).toEqual([2, 2, 2, 2, 2])
  // Done for good: the same job again finds nothing to do, and what it was made with is forgotten.
  await work(run)
  expect(await stopsOf(ids)).toBe(5)
  const kept = await inTenant(1, () => db().select().from(bulkRow).where(eq(bulkRow.runId, run)))
  expect(kept.map(({ fields }) => fields)).toEqual([null, null, null, null, null])
})

test('what is refused says why, row by row, and is told in the bell of whoever asked', async () => {
  const [first, second, third] = await entries(3)
  if (!first || !second || !third) throw new Error('no entries')
  const run = await start([first, { ...second, rowVersion: 9 }, { ...third, id: 9_999_999 }])
  await work(run)
  const { rows, state } = await manager().call(bulk.get, { id: run })
  expect({ state, rows: rows.map(({ state, reason }) => [state, reason]) }).toEqual({
    state: 'done',
    rows: [
      ['done', ''],
      ['refused', '数据已被他人修改，请刷新'],
      ['refused', expect.stringContaining('不存在')],
    ],
  })
  expect(await versionOf(second.id)).toBe(1)
  const told = await inTenant(1, () =>
    db()
      .select({ account: sysUser.account })
      .from(notification)
      .innerJoin(sysUser, eq(sysUser.id, notification.userId))
      .where(eq(notification.title, '停用: 2 条未完成')),
  )
  expect(told).toEqual([{ account: 'risk_manager' }])
})

test('rights count when a row is done: who lost them meanwhile is refused', async () => {
  const rows = await entries(1)
  const run = await start(rows)
  const own = eq(sysUser.account, 'risk_manager')
  const [before] = await inTenant(1, () => db().select().from(sysUser).where(own))
  await inTenant(1, () => db().update(sysUser).set({ roleCodes: [] }).where(own))
  await work(run)
  await inTenant(1, () =>
    db()
      .update(sysUser)
      .set({ roleCodes: before?.roleCodes ?? [] })
      .where(own),
  )
  expect(await manager().call(bulk.get, { id: run })).toMatchObject({ refused: 1, done: 0 })
  expect(await stopsOf(rows.map(({ id }) => id))).toBe(0)
})

test('停止 leaves the rows that have not begun, and nobody else sees or stops the run', async () => {
  const rows = await entries(3)
  const run = await start(rows)
  await work(run, 2)
  const other = backend.as('admin')
  expect(await other.send(bulk.get, { id: run })).toMatchObject({ status: 404 })
  expect(await other.send(bulk.stop, { id: run })).toMatchObject({ status: 404 })
  expect((await other.call(bulk.list, {})).data).toEqual([])
  await manager().call(bulk.stop, { id: run })
  await work(run)
  expect(await manager().call(bulk.get, { id: run })).toMatchObject({ state: 'stopped', done: 1, refused: 0 })
  expect(await stopsOf(rows.map(({ id }) => id))).toBe(1)
  const [row] = await inTenant(1, () => db().select().from(bulkRun).where(eq(bulkRun.id, run)))
  expect(row?.endedAt).not.toBeNull()
})

test('only writes that are declared so are done to many rows, and a wrong field refuses the whole', async () => {
  const [entry] = await entries(1)
  if (!entry) throw new Error('no entry')
  const rows = [fieldsOf(entry)]
  for (const path of [blacklist.add.path, bulk.start.path, '/biz/none'])
    expect(
      await manager().send(bulk.start, { title: 't', path, rows, eventId: 'a'.repeat(20) }),
    ).toMatchObject({ status: 400 })
  const wrong = [{ name: '', fields: { id: String(entry.id), rowVersion: '1' } }]
  expect(
    await manager().send(bulk.start, {
      title: 't',
      path: blacklist.stop.path,
      rows: wrong,
      eventId: 'b'.repeat(20),
    }),
  ).toMatchObject({ status: 400 })
  expect(
    await backend.as('entry_clerk').send(bulk.start, {
      title: 't',
      path: blacklist.stop.path,
      rows,
      eventId: 'c'.repeat(20),
    }),
  ).toMatchObject({ status: 403 })
})

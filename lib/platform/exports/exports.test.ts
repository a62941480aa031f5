import { and, desc, eq, gt, sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { couriers } from '../../domains/couriers/contract.ts'
import { sysUser } from '../../domains/identity/table.ts'
import { auditLog } from '../../domains/system/table.ts'
import { openTestBackend, type TestBackend } from '../../domains/testing.ts'
import { db, inTenant } from '../db/client.ts'
import { fileStore } from '../files/file-store.ts'
import { job } from '../jobs/table.ts'
import { notification } from '../messages/table.ts'
import { listExports } from './contract.ts'
import { type ExportRun, makeFile } from './make-file.ts'
import { mostAtOnce } from './rules/exports.ts'
import { sweep } from './sweep-exports.ts'
import { listExport } from './table.ts'

const rows = 2 * mostAtOnce + 500
let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  await inTenant(1, () =>
    db().execute(sql`insert into courier (code, name, reach) select 'X' || n, '速递' || n, 'city'
      from generate_series(1, ${rows}) n`),
  )
}, 60_000)
afterAll(() => backend.close())
/** The newest audit row when a test begins: none is ever deleted. */
let newest = 0
beforeEach(async () => {
  newest = await inTenant(1, async () => {
    const [row] = await db().select({ id: auditLog.id }).from(auditLog).orderBy(desc(auditLog.id)).limit(1)
    return row?.id ?? 0
  })
})

const keeper = () => backend.as('archivist')
const asked = { sort: 'code:asc' as const, columns: ['code', 'name'] }
const start = async (fields: Record<string, string> = {}, by = keeper()) =>
  (
    await by.call(listExports.start, {
      title: '快递公司',
      filter: '名称: 速递',
      path: couriers.exportList.path,
      fields: { sort: 'code:asc', q: 'X', columns: '["code","name"]', ...fields },
    })
  ).id
const rowOf = (id: number) =>
  inTenant(1, async () => {
    const [row] = await db().select().from(listExport).where(eq(listExport.id, id))
    if (!row) throw new Error('no such export')
    return row
  })
const change = (id: number, values: Partial<typeof listExport.$inferInsert>) =>
  inTenant(1, () => db().update(listExport).set(values).where(eq(listExport.id, id)))

/** Runs the job. @param most ends the process in the middle of that step, @param between what happens before each */
async function make(id: number, { most = 99, between = async (_step: number) => {} } = {}): Promise<void> {
  const ending = new AbortController()
  let steps = 0
  const run: ExportRun = {
    tenantId: 1,
    signal: ending.signal,
    step: async (work) => {
      await between(++steps)
      return inTenant(1, async () => {
        const answer = await work()
        if (steps < most) return answer
        ending.abort()
        throw new Error('killed before it was kept')
      })
    },
  }
  const ended = await makeFile(id, run).catch((error: unknown) => error)
  expect(ended instanceof Error).toBe(ending.signal.aborted)
}

const stored = async () => {
  const keys: string[] = []
  for await (const { key } of fileStore().list(1)) keys.push(key)
  return keys
}
const auditsOf = (action: string, object: string) =>
  inTenant(1, () =>
    db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, action), eq(auditLog.object, object), gt(auditLog.id, newest))),
  )
const told = () =>
  inTenant(1, async () => {
    const [newest] = await db().select().from(notification).orderBy(desc(notification.id)).limit(1)
    return newest
  })
const sheetOf = async (response: Response) => {
  const { sheets } = await readXlsx(new Uint8Array(await response.arrayBuffer()))
  return sheets[0]?.rows ?? []
}

test('a short file is sent at once, and a long one says where it is made', async () => {
  const short = await keeper().raw(couriers.exportList, { ...asked, q: 'X1234' } as never)
  expect(short.status).toBe(200)
  expect(await keeper().send(couriers.exportList, { ...asked, q: 'X' })).toMatchObject({
    status: 422,
    body: { code: 'ownExports.tooLong', message: expect.stringContaining('2000') },
  })
  // A refused one counts for nothing.
  expect(await auditsOf('list.export', 'list:couriers')).toHaveLength(1)
})

test('the job writes the file of the same call, tells its maker, and hands it out to nobody else', async () => {
  const id = await start()
  expect(await rowOf(id)).toMatchObject({ state: 'queued', filter: '名称: 速递', total: null })
  expect((await keeper().send(listExports.download, { id })).body).toMatchObject({
    code: 'ownExports.notReady',
  })
  await make(id)
  const listed = await keeper().call(listExports.list, { q: '快递' })
  expect(listed.data.find((row) => row.id === id)).toMatchObject({
    state: 'done',
    done: rows,
    total: rows,
    size: expect.any(Number),
    expiresAt: expect.any(String),
  })
  expect(await told()).toMatchObject({ title: '导出已完成: 快递公司', opens: 'ownExports' })
  const file = await keeper().raw(listExports.download, { id })
  expect(decodeURIComponent(file.headers.get('content-disposition') ?? '')).toContain('快递公司')
  const sheet = await sheetOf(file)
  expect(sheet.slice(1, 3)).toEqual([
    ['X1', '速递1'],
    ['X10', '速递10'],
  ])
  expect(sheet).toHaveLength(1 + rows + 2)
  expect(await auditsOf('list.export', 'list:couriers')).toMatchObject([{ after: { count: rows } }])
  expect(await auditsOf('export.start', `export:${id}`)).toMatchObject([{ after: { roles: ['archivist'] } }])
  expect(await auditsOf('export.download', `export:${id}`)).toHaveLength(1)
  for (const other of [backend.as('admin'), backend.as('archivist', 'qhe')]) {
    expect((await other.send(listExports.download, { id })).status).toBe(404)
    expect((await other.call(listExports.list, {})).data.map((row) => row.id)).not.toContain(id)
    expect((await other.send(listExports.cancel, { id })).status).toBe(404)
  }
})

test('killed in the middle it begins again, with one file, one audit row and one message', async () => {
  const before = await stored()
  const id = await start({ q: 'X2' })
  const messages = () =>
    inTenant(1, () => db().$count(notification, eq(notification.title, '导出已完成: 快递公司')))
  const toldBefore = await messages()
  await make(id, { most: 3 })
  expect(await rowOf(id)).toMatchObject({ state: 'running', total: 1111 })
  // At its very end: the file is in the store, and no row names it.
  await make(id, { most: 4 })
  await make(id)
  await make(id)
  const { fileHash, state } = await rowOf(id)
  expect(state).toBe('done')
  expect((await stored()).filter((key) => !before.includes(key)).map((key) => key.slice(-64))).toContain(
    fileHash,
  )
  expect(await auditsOf('list.export', 'list:couriers')).toHaveLength(1)
  expect(await messages()).toBe(toldBefore + 1)
})

test('a list without a row has a file too', async () => {
  const id = await start({ q: 'none' })
  await make(id)
  expect(await rowOf(id)).toMatchObject({ state: 'done', done: 0, total: 0 })
})

test('what is cancelled leaves no file, whether it waits or is being written', async () => {
  const waits = await start()
  await keeper().call(listExports.cancel, { id: waits })
  await make(waits)
  expect(await rowOf(waits)).toMatchObject({ state: 'cancelled', total: null, fileHash: null })
  const before = await stored()
  for (const step of [3, 7]) {
    const id = await start()
    await make(id, {
      between: async (at) => {
        if (at === step) await keeper().call(listExports.cancel, { id })
      },
    })
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', fileHash: null })
    expect((await keeper().send(listExports.cancel, { id })).body).toMatchObject({
      code: 'ownExports.hasEnded',
    })
  }
  expect(await stored()).toEqual(before)
})

describe('rights are those of now', () => {
  const asKeeper = eq(sysUser.account, 'archivist')
  const set = (values: Partial<typeof sysUser.$inferInsert>) =>
    inTenant(1, () => db().update(sysUser).set(values).where(asKeeper))
  afterEach(() => set({ roleCodes: ['archivist'], status: '正常' }))

  test('whoever may not ask for the list starts nothing', async () => {
    const fields = { columns: '["code"]' }
    const ask = (path: string, by: string) => ({
      status: backend.as(by).send(listExports.start, { title: 't', path, fields }),
    })
    expect((await ask(couriers.exportList.path, 'shop_user').status).status).toBe(403)
    for (const path of [couriers.list.path, couriers.add.path, listExports.download.path, '/no'])
      expect((await ask(path, 'admin').status).status).toBe(400)
    const wrong = { title: 't', path: couriers.exportList.path, fields: { columns: '["code"]', sort: 'no' } }
    expect((await keeper().send(listExports.start, wrong)).body).toMatchObject({
      fields: { sort: expect.any(String) },
    })
  })

  test('lost before the job runs, it fails and says so; lost after it, the file stays where it is', async () => {
    const [first, second] = [await start(), await start()]
    await make(second)
    await set({ roleCodes: ['shop_user'] })
    await make(first)
    expect(await rowOf(first)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/权限/),
      fileHash: null,
    })
    expect(await told()).toMatchObject({ title: '导出失败: 快递公司', body: expect.stringMatching(/权限/) })
    expect((await keeper().send(listExports.download, { id: second })).status).toBe(403)
  })

  test('of somebody who was stopped nothing is made', async () => {
    const id = await start()
    await set({ status: '停用' })
    await make(id)
    expect(await rowOf(id)).toMatchObject({ state: 'failed', reason: '导出人已停用，导出未进行' })
  })
})

test('a column that is gone and a disk that is full are said', async () => {
  const gone = await start({ columns: '["code","gone"]' })
  await make(gone)
  expect(await rowOf(gone)).toMatchObject({ state: 'failed', reason: expect.stringContaining('列已不存在') })
  const full = await start({ q: 'X4' })
  const putFile = jest
    .spyOn(fileStore(), 'putFile')
    .mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  const written = jest.spyOn(process.stderr, 'write').mockReturnValue(true)
  await make(full)
  putFile.mockRestore()
  written.mockRestore()
  expect(await rowOf(full)).toMatchObject({ state: 'failed', reason: expect.stringContaining('磁盘') })
})

test('a file is deleted when it has expired, and is not handed out a moment longer', async () => {
  // Its bytes are nobody else's: the same ones are one file.
  const id = await start({ q: 'X77' })
  await make(id)
  const { fileHash } = await rowOf(id)
  const kept = async () => (await stored()).some((key) => key.endsWith(fileHash ?? '?'))
  expect(await kept()).toBe(true)
  await change(id, { expiresAt: new Date(Date.now() - 1000).toISOString() })
  expect((await keeper().send(listExports.download, { id })).body).toMatchObject({
    code: 'ownExports.hasExpired',
  })
  const { data } = await keeper().call(listExports.list, { state: 'expired' })
  expect(data.map((row) => row.id)).toContain(id)
  const step = <T>(work: () => Promise<T>) => inTenant(1, work)
  await sweep({ tenantId: 1, step })
  expect(await rowOf(id)).toMatchObject({ state: 'expired', fileHash: null })
  expect(await kept()).toBe(false)
  await change(id, { endedAt: new Date(Date.now() - 31 * 86_400_000).toISOString() })
  await sweep({ tenantId: 1, step })
  await expect(rowOf(id)).rejects.toThrow('no such export')
})

test('an export whose job was stopped in the console does not wait for ever', async () => {
  const id = await start()
  const own = and(eq(job.name, 'exports.run'), eq(job.onceKey, String(id)))
  const step = <T>(work: () => Promise<T>) => inTenant(1, work)
  await sweep({ tenantId: 1, step })
  expect((await rowOf(id)).state).toBe('queued')
  await inTenant(1, () => db().update(job).set({ status: 'stopped' }).where(own))
  await sweep({ tenantId: 1, step })
  expect(await rowOf(id)).toMatchObject({ state: 'failed', reason: '导出中断，请重新导出' })
})

test('files of an hour are counted whether they are sent at once, wait, or are made', async () => {
  const admin = backend.as('admin')
  const ids: number[] = []
  for (let at = 0; at < 19; at++) ids.push(await start({}, admin))
  await make(ids[0] ?? 0)
  expect((await admin.raw(couriers.exportList, { ...asked, q: 'X1234' } as never)).status).toBe(200)
  expect((await admin.send(couriers.exportList, { ...asked, q: 'X1234' })).status).toBe(429)
  expect(
    (
      await admin.send(listExports.start, {
        title: 't',
        path: couriers.exportList.path,
        fields: { columns: '["code"]' },
      })
    ).status,
  ).toBe(429)
})

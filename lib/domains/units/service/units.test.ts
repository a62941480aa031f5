import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { demoPassword } from '../../identity/service/demo-offer.ts'
import { clientHash } from '../../identity/service/password-hash.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { draftOrder } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { checkRights, waitingRights } from '../../staff/service/testing.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { units } from '../contract.ts'
import { moveLines } from './move-change.ts'
import { askedMove, unitNamed, unitNow } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const event = () => ({ eventId: randomUUID() })
const all = async () => (await admin().call(units.list, { length: 100 })).data
const named = (name: string) => unitNamed(backend, name)
const add = async (parent: string, name: string, kind: 'region' | 'dept' = 'dept') =>
  admin().send(units.add, { parentId: (await named(parent)).id, kind, name, ...event() })
const versioned = ({ id, rowVersion }: { id: number; rowVersion: number }) => ({ id, rowVersion, ...event() })
const pathOf = async (id: number) => {
  const [row] = await inTenant(1, () => db().select().from(orgUnit).where(eq(orgUnit.id, id)))
  return row?.path
}

test('the list is the tree, with what hangs on each', async () => {
  const rows = await all()
  expect(rows.slice(0, 3).map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    '0 总部',
    '1 示例大区',
    '2 示例一区',
  ])
  expect(rows.slice(3, 5).every(({ kind, parentName }) => kind === 'shop' && parentName === '示例一区')).toBe(
    true,
  )
  expect(rows[0]).toMatchObject({ place: false, below: 1, parentName: null })
  expect(rows[3]).toMatchObject({ place: true })
})

test('a unit is added where its kind may stand, under a name of its own, and leaves an audit row', async () => {
  expect((await add('总部', '第二大区', 'region')).status).toBe(200)
  expect((await add('总部', '第二大区', 'region')).body).toMatchObject({
    fields: { name: '同一上级下已有同名机构' },
  })
  expect((await add('示例大区', '第三大区', 'region')).body).toMatchObject({
    fields: { parentId: '该类型的机构不能放在所选机构下' },
  })
  const [row] = await inTenant(1, () => db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))
  expect(row).toMatchObject({ action: 'orgUnit.add', after: { name: '第二大区', parentUnit: '总部' } })
})

test('a branch moves with its shops once a second administrator agrees, and never below itself; a shop and headquarters stay', async () => {
  const [branch, second, hq] = [await named('示例二区'), await named('第二大区'), await named('总部')]
  const shop = (await all()).find(({ parentName }) => parentName === '示例二区')
  if (!shop) throw new Error('the branch has no shop')
  const { data } = { data: await admin().call(units.parents, { id: branch.id }) }
  expect(data.map(({ name }) => name)).toEqual(['总部', '示例大区', '第二大区'])
  const was = await pathOf(shop.id)
  expect(await admin().call(units.move, { ...versioned(branch), parentId: second.id })).toEqual({
    waits: true,
  })
  expect([await pathOf(shop.id), (await named('示例二区')).moving]).toEqual([was, true])
  const again = { ...versioned(await named('示例二区')), parentId: second.id }
  expect((await admin().send(units.move, again)).status).toBe(409)
  await checkRights(backend, 'unitMove', branch.id)
  expect((await named('示例二区')).moving).toBe(false)
  expect(await pathOf(shop.id)).toBe(`/${hq.id}/${second.id}/${branch.id}/${shop.id}/`)
  const refused = async (unit: typeof shop, parentId: number) =>
    (await admin().send(units.move, { ...versioned(unit), parentId })).body
  expect(await refused(shop, branch.id)).toMatchObject({ message: '门店属于开通时的分公司，不能移动' })
  expect(await refused(hq, second.id)).toMatchObject({ message: '总部不能移动或停用' })
  await add('总部', '甲部')
  await add('甲部', '乙部')
  expect(await refused(await named('甲部'), (await named('乙部')).id)).toMatchObject({
    fields: { parentId: '该类型的机构不能放在所选机构下' },
  })
})

test('what its checker reads is from where it goes to where, and what goes with it; a move that no longer fits is not done', async () => {
  const id = await askedMove(backend)
  const change = await waitingRights(backend, 'unitMove', id)
  expect(change.lines).toMatchObject([
    { field: 'unitName' },
    { field: 'unitParent', value: '示例大区', was: '总部' },
    { field: 'unitWith', value: '0个在用下级机构、0名在用用户、0个未完结订单（含各级下级）' },
  ])
  await admin().call(units.stop, versioned(await unitNow(backend, id)))
  const said = { ids: [change.id], hashes: [change.contentHash], payPassword: clientHash(demoPassword) }
  const answer = await backend.as('admin2').send(changes.approve, said)
  expect(answer).toMatchObject({ status: 422, body: { message: '该机构已停用' } })
  expect((await unitNow(backend, id)).parentName).toBe('总部')
})

test('where nobody else could agree, a move is done at once and the log says so', async () => {
  const alone = (roleCodes: string[]) =>
    inTenant(1, () => db().update(sysUser).set({ roleCodes }).where(eq(sysUser.account, 'admin2')))
  await alone([])
  await add('总部', '独自部')
  const unit = await named('独自部')
  const { id: parentId } = await named('示例大区')
  expect(await admin().call(units.move, { ...versioned(unit), parentId })).toEqual({ waits: false })
  await alone(['admin'])
  expect((await unitNow(backend, unit.id)).parentName).toBe('示例大区')
  const [row] = await inTenant(1, () => db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))
  expect(row).toMatchObject({ action: 'orgUnit.move', after: { parentUnit: '示例大区', alone: true } })
})

test('a unit does not move to where another one has its name, and the field says so', async () => {
  await add('示例大区', '同名部')
  await add('总部', '同名部')
  const [hq, region] = [await named('总部'), await named('示例大区')]
  const own = (await all()).find(({ name, parentName }) => name === '同名部' && parentName === hq.name)
  if (!own) throw new Error('no unit')
  const answer = await admin().send(units.move, { ...versioned(own), parentId: region.id })
  expect(answer.body).toMatchObject({ fields: { parentId: '同一上级下已有同名机构' } })
})

test('what goes with a unit is counted however far below it', async () => {
  const { id: parentId } = await named('总部')
  const { id: top } = await admin().call(units.add, { parentId, kind: 'dept', name: '上层部', ...event() })
  const { id: middle } = await admin().call(units.add, {
    parentId: top,
    kind: 'dept',
    name: '中层部',
    ...event(),
  })
  const { id: low } = await admin().call(units.add, {
    parentId: middle,
    kind: 'dept',
    name: '下层部',
    ...event(),
  })
  const set = (orgUnitId: number) =>
    inTenant(1, () => db().update(sysUser).set({ orgUnitId }).where(eq(sysUser.account, 'archivist')))
  await set(low)
  const to = { id: top, rowVersion: 1, ...event() }
  expect((await admin().send(units.move, { ...to, parentId })).body).toMatchObject({
    fields: { parentId: '该机构已在所选机构下' },
  })
  await admin().call(units.move, { ...to, parentId: (await named('示例大区')).id })
  const { lines } = await waitingRights(backend, 'unitMove', top)
  expect(lines.at(-1)?.value).toBe('2个在用下级机构、1名在用用户、0个未完结订单（含各级下级）')
  await set(parentId)
})

test('the orders of a region are those of its shops', async () => {
  await draftOrder(backend.as('entry_clerk'))
  const [region, hq] = [await named('示例大区'), await named('总部')]
  const lines = await inTenant(1, async () => {
    const rows = await db().select().from(orgUnit)
    const [own, parent] = [region, hq].map(({ id }) => rows.find((row) => row.id === id))
    return own && parent && moveLines(own, parent)
  })
  const orders = await inTenant(1, () => db().$count(application))
  expect(orders).toBeGreaterThan(0)
  expect(lines?.at(-1)?.value).toContain(`、${orders}个未完结订单`)
})

test('what something hangs on stays in use, and says what it is', async () => {
  const stop = async (name: string) => admin().send(units.stop, versioned(await named(name)))
  expect((await stop('甲部')).body).toMatchObject({ message: '还有1个在用的下级机构，请先停用或移动' })
  const shop = (await all()).find(({ kind }) => kind === 'shop')
  expect((await stop(shop?.name ?? '')).body).toMatchObject({
    message: '分公司或门店尚未关闭，请先在「开通」中关闭',
  })
  const { id } = await named('乙部')
  const set = (values: Partial<typeof sysUser.$inferInsert>) =>
    inTenant(1, () => db().update(sysUser).set(values).where(eq(sysUser.account, 'archivist')))
  await set({ orgUnitId: id })
  expect((await stop('乙部')).body).toMatchObject({
    message: '还有1名在用用户，请先在「用户管理」中停用或调整所属机构',
  })
  await set({ orgUnitId: (await named('总部')).id })
  expect((await stop('乙部')).status).toBe(200)
  expect((await stop('甲部')).status).toBe(200)
  const start = async (name: string) => admin().send(units.start, versioned(await named(name)))
  expect((await start('乙部')).body).toMatchObject({ message: '上级机构已停用，请先启用上级机构' })
  expect([(await start('甲部')).status, (await start('乙部')).status]).toEqual([200, 200])
})

test('whoever sees a part of the tree keeps that part alone', async () => {
  const region = await named('示例大区')
  const set = (values: Partial<typeof sysUser.$inferInsert>) =>
    inTenant(1, () => db().update(sysUser).set(values).where(eq(sysUser.account, 'admin2')))
  await set({ dataScope: 'custom', scopeUnitIds: [region.id] })
  const { data } = await backend.as('admin2').call(units.list, { length: 100 })
  expect(data.map(({ name }) => name)).toContain('示例一区')
  expect(data.map(({ name }) => name)).not.toContain('总部')
  const outside = await named('甲部')
  const other = { ...versioned(outside), name: '改名' }
  expect((await backend.as('admin2').send(units.rename, other)).status).toBe(404)
  const at = { parentId: outside.id, kind: 'dept' as const, name: '丙部', ...event() }
  expect((await backend.as('admin2').send(units.add, at)).body).toMatchObject({
    fields: { parentId: '请选择您管理范围内的在用机构' },
  })
  await set({ dataScope: 'all', scopeUnitIds: [] })
})

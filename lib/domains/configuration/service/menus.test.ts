import { randomUUID } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { LiveEvent } from '../../../platform/contract/live.ts'
import { db, inTenantOf } from '../../../platform/db/client.ts'
import { listenToEvents } from '../../../platform/live-events.ts'
import { identity, type ServerMenu } from '../../identity/contract.ts'
import { sysUser } from '../../identity/table.ts'
import { auditLog } from '../../system/table.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import { configuration, type MenuEntry } from '../contract.ts'

let backend: TestBackend
let admin: Caller
const heard: (LiveEvent | null)[] = []
beforeAll(async () => {
  backend = await openTestBackend()
  admin = backend.as('admin')
  await listenToEvents((event) => heard.push(event))
}, 60_000)
afterAll(() => backend.close())

const blank = {
  name: '新菜单',
  url: '/own',
  icon: 'list',
  remark: '',
  roles: [] as string[],
  keepAlive: true,
  external: false,
  enabled: true,
}
type Fields = typeof blank
const add = (fields: Partial<Fields> & { parentId?: number; after?: number } = {}) =>
  admin.call(configuration.saveMenu, {
    ...blank,
    url: `/own-${randomUUID()}`,
    ...fields,
    eventId: randomUUID(),
  })
const edit = async (id: number, fields: Partial<Fields>) => {
  const row = await entry(id)
  const { parentId: _parentId, ...values } = row
  return admin.send(configuration.saveMenu, { ...values, ...fields, eventId: randomUUID() })
}
const entries = async () => (await admin.call(configuration.menus, {})).entries
async function entry(key: number | string): Promise<MenuEntry> {
  const row = (await entries()).find(({ id, url }) => id === key || url === key)
  if (!row) throw new Error(`no entry ${key}`)
  return row
}
const below = async (parentId: number | null) =>
  (await entries()).filter((row) => row.parentId === parentId).map((row) => row.name)
const urlsOf = (menus: readonly ServerMenu[]): string[] =>
  menus.flatMap(({ url, subMenus }) => [url, ...urlsOf(subMenus)])
const seenBy = async (account: string) => urlsOf(await backend.as(account).call(identity.menus, {}))

test('entries come in their order with the roles that there are', async () => {
  const { entries: rows, roles } = await admin.call(configuration.menus, {})
  const own = rows.find(({ url }) => url === '/sys/menu')
  expect(own).toMatchObject({
    name: '菜单管理',
    roles: ['admin'],
    enabled: true,
    icon: 'tree',
  })
  expect(rows.find(({ id }) => id === own?.parentId)?.url).toBe('/sys')
  expect(roles).toContainEqual({ code: 'entry_clerk', name: '录单员' })
})

test('nobody else reads or writes them, and no other tenant sees them', async () => {
  const clerk = backend.as('entry_clerk')
  for (const call of [configuration.menus, configuration.removeMenu]) {
    expect((await clerk.send(call, { id: 1, rowVersion: 1 })).status).toBe(403)
  }
  const { id } = await add({ name: '甲租户' })
  const other = await backend.as('admin', 'qhe').call(configuration.menus, {})
  expect(other.entries.some((row) => row.id === id)).toBe(false)
  expect(
    (await backend.as('admin', 'qhe').send(configuration.removeMenu, { id, rowVersion: 1 })).status,
  ).toBe(404)
})

test('a new entry stands at the end or behind a sibling, and everybody has it at once', async () => {
  const { id: group } = await add({ name: '组', url: '/grp' })
  const first = await add({ name: '一', url: '/grp/one', parentId: group })
  await add({ name: '三', url: '/grp/three', parentId: group })
  await add({ name: '二', url: '/grp/two', parentId: group, after: first.id })
  expect(await below(group)).toEqual(['一', '二', '三'])
  expect(await seenBy('entry_clerk')).toEqual(expect.arrayContaining(['/grp', '/grp/one', '/grp/two']))
})

test('roles, state and meta decide who sees an entry and how', async () => {
  const { id } = await add({ name: 'Frame', url: 'https://help.example/x', external: true })
  await edit(id, { roles: ['pre_reviewer'], keepAlive: false })
  expect(await seenBy('entry_clerk')).not.toContain('https://help.example/x')
  const shown = (await backend.as('pre_reviewer').call(identity.menus, {})).find((menu) => menu.id === id)
  expect(shown).toMatchObject({
    meta: { roles: ['pre_reviewer'], keepAlive: false, external: true },
  })
  await edit(id, { roles: [], enabled: false })
  expect(await seenBy('pre_reviewer')).not.toContain('https://help.example/x')
})

test('what is below a disabled entry is not shown either', async () => {
  const { id } = await add({ url: '/shut' })
  await add({ url: '/shut/inner', parentId: id })
  expect(await seenBy('entry_clerk')).toContain('/shut/inner')
  await edit(id, { enabled: false })
  expect(await seenBy('entry_clerk')).not.toContain('/shut/inner')
})

test.each([
  [{ url: '/sys/menu' }, 400, 'url'],
  [{ url: 'ftp://help.example/' }, 400, 'url'],
  [{ url: 'javascript:alert(1)' }, 400, 'url'],
  [{ url: '/a/../b' }, 400, 'url'],
  [{ name: ' ' }, 400, 'name'],
  [{ name: '长'.repeat(31) }, 400, 'name'],
  [{ icon: '<svg>' }, 400, 'icon'],
  [{ remark: 'a b' }, 400, 'remark'],
  [{ roles: ['nobody_has_it'] }, 400, 'roles'],
])('%j is refused with %d at %s', async (fields, status, path) => {
  const answer = await admin.send(configuration.saveMenu, {
    ...blank,
    url: `/own-${randomUUID()}`,
    ...fields,
    eventId: randomUUID(),
  })
  expect(answer).toMatchObject({ status, body: { fields: { [path]: expect.any(String) } } })
})

test('an address "/" is skipped by whoever shows the menu, and may stand more than once', async () => {
  await add({ url: '/' })
  expect(await add({ url: '/' })).toMatchObject({ rowVersion: 1 })
})

test('moves within and between parents; never below itself, never too deep', async () => {
  const { id: from } = await add({ url: '/from' })
  const { id: to } = await add({ url: '/to' })
  const made = []
  for (const name of ['甲', '乙', '丙']) made.push((await add({ name, parentId: from })).id)
  const [first = 0, second = 0] = made
  const move = async (id: number, parentId: number | undefined, at: number) =>
    admin.send(configuration.moveMenu, { id, rowVersion: (await entry(id)).rowVersion, parentId, at })
  await move(first, from, 2)
  expect(await below(from)).toEqual(['乙', '丙', '甲'])
  await move(first, from, 0)
  await move(second, to, 99)
  expect([await below(from), await below(to)]).toEqual([['甲', '丙'], ['乙']])
  await move(from, second, 0)
  expect(await move(to, first, 0)).toMatchObject({ status: 422, body: { code: 'configuration.menuCycle' } })
  expect(await move(to, to, 0)).toMatchObject({ status: 422, body: { code: 'configuration.menuCycle' } })
  await add({ parentId: (await add({ parentId: first })).id, url: '/deep' }).catch((error) =>
    expect(error).toMatchObject({ status: 422, body: { code: 'configuration.menuTooDeep' } }),
  )
  expect((await entries()).some(({ url }) => url === '/deep')).toBe(false)
  expect((await move(first, 999_999, 0)).status).toBe(404)
})

test('two moves at once that would make a circle: one of them is refused', async () => {
  const [{ id: a }, { id: b }] = [await add(), await add()]
  const answers = await Promise.all([
    admin.send(configuration.moveMenu, { id: a, rowVersion: 1, parentId: b, at: 0 }),
    admin.send(configuration.moveMenu, { id: b, rowVersion: 1, parentId: a, at: 0 }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
})

test('a stale change says who was first and what differs', async () => {
  const { id } = await add({ name: '旧' })
  await edit(id, { name: '新', icon: 'home' })
  const row = await entry(id)
  const answer = await admin.send(configuration.saveMenu, {
    ...row,
    parentId: undefined,
    name: '我的',
    rowVersion: 1,
    eventId: randomUUID(),
  })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({
    message: '数据已被他人修改，请刷新',
    conflict: { rowVersion: 2, changes: [{ path: 'name', mine: '我的', theirs: '新' }] },
  })
  expect((await admin.send(configuration.moveMenu, { id, rowVersion: 1, at: 0 })).status).toBe(409)
  expect((await admin.send(configuration.removeMenu, { id, rowVersion: 1 })).status).toBe(409)
})

test('only an entry without others below it is deleted', async () => {
  const { id: group } = await add()
  const { id: leaf } = await add({ parentId: group })
  expect(await admin.send(configuration.removeMenu, { id: group, rowVersion: 1 })).toMatchObject({
    status: 422,
    body: { message: '请先移走或删除下级菜单' },
  })
  await admin.call(configuration.removeMenu, { id: leaf, rowVersion: 1 })
  await admin.call(configuration.removeMenu, { id: group, rowVersion: 1 })
  expect((await entries()).some(({ id }) => id === group || id === leaf)).toBe(false)
})

describe('the way back to the menu administration stays', () => {
  const refusal = { status: 422, body: { code: 'configuration.menuWayBack' } }

  test.each<[string, string, Partial<Fields>]>([
    ['disabled', '/sys/menu', { enabled: false }],
    ['for other roles', '/sys/menu', { roles: ['entry_clerk'] }],
    ['at another address', '/sys/menu', { url: '/sys/menus' }],
    ['its group disabled', '/sys', { enabled: false }],
    ['its group for others', '/sys', { roles: ['entry_clerk'] }],
    ['its group skipped', '/sys', { url: '/' }],
  ])('%s', async (_case, url, fields) => {
    const { id } = await entry(url)
    expect(await edit(id, fields)).toMatchObject(refusal)
    expect(await seenBy('admin')).toContain('/sys/menu')
  })

  test('deleted, moved out of sight, or made a group', async () => {
    const own = await entry('/sys/menu')
    const { id, rowVersion } = own
    expect(await admin.send(configuration.removeMenu, { id, rowVersion })).toMatchObject(refusal)
    const { id: hidden } = await add({ enabled: false })
    expect(
      await admin.send(configuration.moveMenu, { id, rowVersion, parentId: hidden, at: 0 }),
    ).toMatchObject(refusal)
    await expect(add({ parentId: id })).rejects.toMatchObject(refusal)
    await expect(add({ parentId: id, roles: ['entry_clerk'] })).resolves.toBeDefined()
    expect(await entry('/sys/menu')).toMatchObject({ parentId: own.parentId, rowVersion })
  })

  test('it may move, be renamed and be for more roles', async () => {
    const own = await entry('/sys/menu')
    expect((await edit(own.id, { name: '菜单', roles: ['admin', 'entry_clerk'] })).status).toBe(200)
    const { rowVersion } = await entry(own.id)
    expect((await admin.send(configuration.moveMenu, { id: own.id, rowVersion, at: 0 })).status).toBe(200)
    expect(await seenBy('admin')).toContain('/sys/menu')
  })
})

test('every change leaves an audit row and tells whoever is signed in', async () => {
  await backend.as('cashier').token()
  heard.length = 0
  const { id } = await add({ name: '审计' })
  await edit(id, { name: '审计二' })
  while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10))
  await inTenantOf('blq', async () => {
    const rows = await db()
      .select()
      .from(auditLog)
      .where(eq(auditLog.object, `menu:${id}`))
      .orderBy(desc(auditLog.id))
    expect(rows.map(({ action }) => action)).toEqual(['configuration.saveMenu', 'configuration.saveMenu'])
    expect(rows[0]).toMatchObject({ before: { name: '审计' }, after: { name: '审计二' } })
    const [cashier] = await db()
      .select({ id: sysUser.id })
      .from(sysUser)
      .where(and(eq(sysUser.account, 'cashier')))
    expect(heard).toContainEqual({
      userIds: expect.arrayContaining([cashier?.id]),
      type: 'configuration',
      data: { of: 'menu', spread: expect.any(Number) },
    })
  })
})

import { asc, eq, inArray } from 'drizzle-orm'
import { closeDatabase, db, inTenant, openDatabase } from '../../platform/db/client.ts'
import { offered, sysMenu, sysRole } from '../identity/table.ts'
import { dictItem } from '../system/table.ts'
import { freshDatabase } from '../testing.ts'
import { vehicleModel } from '../vehicles/table.ts'
import { seat } from '../voice/table.ts'
import { type Essentials, essentials, offerToTenants } from './essentials.ts'
import { demoTenants } from './tenants.ts'

/** Tenants that are there get what an update of the program brought, once, and keep what they changed. */

let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  await openDatabase(fresh.options)
}, 60_000)
afterAll(async () => {
  await closeDatabase()
  await drop()
})

/** All that offers may touch, of every tenant. */
const everything = () =>
  Promise.all(
    demoTenants.map(({ id }) =>
      inTenant(id, async () => ({
        menus: await db().select().from(sysMenu).orderBy(asc(sysMenu.id)),
        roles: await db().select().from(sysRole).orderBy(asc(sysRole.id)),
        items: await db().select().from(dictItem).orderBy(asc(dictItem.id)),
        seats: await db().$count(seat),
        cars: await db().$count(vehicleModel),
        offered: await db().$count(offered),
      })),
    ),
  )

const ownTenant = demoTenants[0].id
const role = (code: string) =>
  inTenant(ownTenant, async () => (await db().select().from(sysRole).where(eq(sysRole.code, code)))[0])
const menu = (url: string) =>
  inTenant(ownTenant, async () => (await db().select().from(sysMenu).where(eq(sysMenu.url, url)))[0])

/** The next version of the program: a screen with its permission in two places, a role, an item and a dictionary. */
const next: Essentials = {
  roles: {
    ...essentials.roles,
    pre_reviewer: {
      label: '预审',
      dataScope: 'all',
      permissions: [...(essentials.roles.pre_reviewer?.permissions ?? []), 'list:view'],
    },
    auditor: { label: '审计', dataScope: 'all', permissions: ['list:view'] },
  },
  menus: essentials.menus.map((group) =>
    group.url === '/sys'
      ? {
          ...group,
          below: [
            ...(group.below ?? []),
            { name: '名单', url: '/sys/list', icon: 'list', for: ['list:view'] },
          ],
        }
      : group,
  ) as unknown as Essentials['menus'],
  dictionaries: {
    ...essentials.dictionaries,
    gender: [...(essentials.dictionaries.gender ?? []), { code: 'x', label: '未说明' }],
    mood: [{ code: 'good', label: '好' }],
  },
}

test('a start without anything new changes nothing', async () => {
  const before = await everything()
  await offerToTenants()
  expect(await everything()).toEqual(before)
})

test('an update comes to every tenant once and leaves alone what was changed', async () => {
  await inTenant(ownTenant, async () => {
    await db()
      .update(sysMenu)
      .set({ name: '我的订单', roles: ['admin'] })
      .where(eq(sysMenu.url, '/order/query'))
    await db().delete(sysMenu).where(eq(sysMenu.url, '/sys/feedback'))
    await db().update(sysMenu).set({ name: '后台' }).where(eq(sysMenu.url, '/sys'))
    await db()
      .update(sysRole)
      .set({ permissions: ['order:view'] })
      .where(eq(sysRole.code, 'pre_reviewer'))
    await db().delete(sysRole).where(eq(sysRole.code, 'dd_officer'))
    await db()
      .insert(sysRole)
      .values({ code: 'watcher', name: '观察', permissions: ['list:view'] })
    await db().update(dictItem).set({ label: '先生' }).where(eq(dictItem.type, 'gender'))
  })
  // Two processes of a new version that start together, and one of them again.
  await Promise.all([offerToTenants(next), offerToTenants(next)])
  const once = await everything()
  await offerToTenants(next)
  expect(await everything()).toEqual(once)

  expect(await role('pre_reviewer')).toMatchObject({
    permissions: ['order:view', 'list:view'],
    rowVersion: 2,
  })
  expect(await role('auditor')).toMatchObject({ name: '审计', permissions: ['list:view'] })
  expect(await role('dd_officer')).toBeUndefined()
  expect(await menu('/order/query')).toMatchObject({ name: '我的订单', roles: ['admin'] })
  expect(await menu('/sys/feedback')).toBeUndefined()
  const group = await menu('/sys')
  const readers = ['pre_reviewer', 'watcher', 'auditor']
  expect(await menu('/sys/list')).toMatchObject({
    parentId: group?.id,
    roles: expect.arrayContaining(readers),
  })
  expect(group).toMatchObject({ name: '后台', roles: expect.arrayContaining(['admin', ...readers]) })
  const items = await inTenant(ownTenant, () =>
    db()
      .select({ type: dictItem.type, code: dictItem.code, label: dictItem.label })
      .from(dictItem)
      .where(inArray(dictItem.type, ['gender', 'mood']))
      .orderBy(asc(dictItem.id)),
  )
  expect(items.slice(0, -2).map(({ label }) => label)).toEqual(
    (essentials.dictionaries.gender ?? []).map(() => '先生'),
  )
  expect(items.slice(-2)).toEqual([
    { type: 'gender', code: 'x', label: '未说明' },
    { type: 'mood', code: 'good', label: '好' },
  ])
})

test('what was offered to a tenant that took it away does not come back with a later version either', async () => {
  await inTenant(ownTenant, () => db().delete(sysMenu).where(eq(sysMenu.url, '/sys/list')))
  await offerToTenants({
    ...next,
    dictionaries: { ...next.dictionaries, later: [{ code: 'a', label: 'A' }] },
  })
  expect(await menu('/sys/list')).toBeUndefined()
  expect(await role('pre_reviewer')).toMatchObject({ rowVersion: 2 })
})

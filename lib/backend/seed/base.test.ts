import { count } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { matchRoute } from '../../routes.ts'
import { db, inTenant } from '../db/client.ts'
import { product } from '../db/schema/products.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { isSeeded } from './base.ts'
import { menuScreens } from './menus.ts'
import { demoTenants } from './tenants.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())

test('a seeded database is known, so it is seeded once', async () => {
  expect(await isSeeded()).toBe(true)
  for (const { id } of demoTenants) {
    const [row] = await inTenant(id, () => db().select({ products: count() }).from(product))
    expect(row?.products).toBe(4)
  }
})

test('every screen of the menu is built, and called there as on its own page', () => {
  const screens = menuScreens()
  expect(screens.length).toBeGreaterThan(4)
  for (const { url, name } of screens) {
    const route = matchRoute(url)?.route
    expect([url, route && zhCN(route.titleKey)]).toEqual([url, name])
  }
})

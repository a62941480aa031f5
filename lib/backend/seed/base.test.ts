import { count } from 'drizzle-orm'
import { db, inTenant } from '../db/client.ts'
import { product } from '../db/schema/products.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { isSeeded } from './base.ts'
import { demoTenants } from './tenants.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())

test('a seeded database is known, so it is seeded once', async () => {
  expect(await isSeeded()).toBe(true)
  for (const { id, sells } of demoTenants) {
    const [row] = await inTenant(id, () => db().select({ products: count() }).from(product))
    // Of one of them the next version as a draft; two templates are also sold with a subsidy.
    const subsidised = sells.filter((code) => code === 'jdzlld' || code === 'hqxhld')
    expect(row?.products).toBe(5 + sells.length + subsidised.length)
  }
})

import { count } from 'drizzle-orm'
import { db, inTenant } from '../../platform/db/client.ts'
import { systemCall } from '../../platform/system-call.ts'
import { termsObstacle } from '../capital/rules/capital-order.ts'
import { termsOf } from '../capital/service/funder-limits.ts'
import { capital } from '../channels/table.ts'
import { productFindings } from '../products/rules/product.ts'
import { valuesOf } from '../products/service/product-values.ts'
import { readChoices } from '../products/service/versions.ts'
import { product } from '../products/table.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { isSeeded } from './base.ts'
import { demoTenants } from './tenants.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
}, 60_000)
afterAll(() => backend.close())

test('each product of a demo can be sold as it is, and names funders that lend as it says', async () => {
  for (const { id } of demoTenants)
    await inTenant(id, async () => {
      const choices = await readChoices({}, systemCall(id, new Date()))
      const funders = await db().select().from(capital)
      for (const row of await db().select().from(product)) {
        expect([row.code, productFindings(valuesOf(row), choices)]).toEqual([row.code, {}])
        const { bizMode, funderShare } = row
        const unfit = funders.filter(
          (one) =>
            row.capitalIds?.includes(one.id) &&
            termsObstacle(termsOf(one), { bizMode, funderShare, apr: null }),
        )
        expect([row.code, unfit.map(({ name }) => name)]).toEqual([row.code, []])
      }
    })
})

test('a seeded database is known, so it is seeded once', async () => {
  expect(await isSeeded()).toBe(true)
  for (const { id, sells } of demoTenants) {
    const [row] = await inTenant(id, () => db().select({ products: count() }).from(product))
    // Of one of them the next version as a draft; two templates are also sold with a subsidy.
    const subsidised = sells.filter((code) => code === 'jdzlld' || code === 'hqxhld')
    expect(row?.products).toBe(5 + sells.length + subsidised.length)
  }
})

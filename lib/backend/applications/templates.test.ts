import { and, eq } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import { products } from '../../contracts/products.ts'
import { reviews } from '../../contracts/reviews.ts'
import { boundProduct } from '../../rules/order-entry/bound-product.ts'
import { deriveEntry } from '../../rules/order-entry/entry-quote.ts'
import { type EntryValues, entryDraft } from '../../rules/order-entry/entry-values.ts'
import { productFees } from '../../rules/order-entry/fees.ts'
import { sampleOf } from '../../rules/order-entry/sample-templates.ts'
import type { Template } from '../../rules/order-entry/template.ts'
import { templates } from '../../rules/order-entry/templates.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { insurancePolicy, vehicle } from '../db/schema/vehicles.ts'
import { personOf, relativeRow } from '../seed/people.ts'
import { demoTenants } from '../seed/tenants.ts'
import { openTestBackend, type TestBackend } from '../testing.ts'
import { entryFor, intakeFor, newEvent, nextPerson, placeOf, uploadRequired } from './testing.ts'

/** Every template of domain.md 3.4 from the intake to 待初审 through the calls, and a wrong value for each of its rules. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const sellerOf = ({ code }: Template) =>
  demoTenants.find(({ sells }) => (sells as readonly string[]).includes(code)) ?? demoTenants[0]

/** An order of the template in 待录单, and its finished entry. */
async function entered(template: Template) {
  const { id: tenantId, code: tenant } = sellerOf(template)
  const clerk = backend.as('entry_clerk', tenant)
  const reviewer = backend.as('pre_reviewer', tenant)
  const offered = await clerk.call(products.options, {})
  const product = offered.find(({ templateCode }) => templateCode === template.code)
  const [, funder] = await clerk.call(products.capitals, {})
  if (!product || !funder) throw new Error(`nobody sells ${template.code}`)
  const person = nextPerson()
  const intake = intakeFor(person, { ...(await placeOf(clerk)), productId: product.id })
  const [vehicleKind = 'new'] = product.vehicleKinds
  const { orderId } = await clerk.call(applications.saveIntake, {
    values: { ...intake, intent: { ...intake.intent, vehicleKind, term: '24' } },
  })
  await uploadRequired(clerk, orderId)
  const header = await clerk.call(applications.getIntake, { orderId })
  await clerk.call(applications.submitPre, { orderId, rowVersion: header.order.rowVersion })
  const claimed = await reviewer.call(reviews.claim, { orderId, eventId: newEvent() })
  await reviewer.call(reviews.decidePre, {
    ...{ orderId, rowVersion: claimed.rowVersion, result: 'pass', opinion: '资料齐全，同意' },
  })
  const form = await clerk.call(applications.getEntry, { orderId })
  const standard = entryFor(entryDraft(form.values), person)
  const facts = {
    ...{ today: form.order.createdAt.slice(0, 10), capitalId: funder.id, plateNo: '京A00123' },
    guarantor: personOf(relativeRow(person.row, 'guarantor')),
  }
  const sample = sampleOf(
    template,
    { ...standard, financing: { ...standard.financing, term: '24' }, fees: productFees(product) },
    facts,
  )
  const values = deriveEntry(sample, boundProduct(product, template, sample), facts.today)
  const save = await clerk.call(applications.saveEntry, {
    ...{ orderId, rowVersion: form.order.rowVersion, values },
  })
  await uploadRequired(clerk, orderId)
  const submit = (changed: EntryValues) =>
    clerk.send(applications.submitFirst, {
      ...{ orderId, rowVersion: save.rowVersion, values: changed, confirmDti: true, eventId: newEvent() },
    })
  return { tenantId, tenant, orderId, person, values, submit, quote: save.quote }
}

test.each(templates.map((template) => [template.code, template] as const))(
  '%s takes an order from the intake to the first review',
  async (code, template) => {
    const { tenantId, orderId, values, submit, quote } = await entered(template)
    const answer = await submit(values)
    expect([code, answer]).toEqual([code, expect.objectContaining({ status: 200 })])
    await inTenant(tenantId, async () => {
      const [order] = await db().select().from(application).where(eq(application.id, orderId))
      expect(order).toMatchObject({
        status: 'wait_first',
        templateCode: code,
        templateVersion: template.version,
        bizMode: code === 'shenfen' ? sellerOf(template).bizModes[0] : template.bizMode,
        quoteSnapshot: quote,
      })
      const [car] = await db()
        .select()
        .from(vehicle)
        .where(eq(vehicle.id, order?.vehicleId ?? 0))
      expect(car?.kind).toBe(template.limits.vehicleKinds?.[0] ?? 'new')
      expect(car?.dealerShopId).toBe(template.guards.ownCar ? null : order?.shopId)
      const policies = await db()
        .select()
        .from(insurancePolicy)
        .where(and(eq(insurancePolicy.orderId, orderId), eq(insurancePolicy.insType, '6')))
      expect(policies).toHaveLength(template.plans.length > 0 ? 1 : 0)
    })
  },
  30_000,
)

import { and, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { products } from '../contract.ts'
import { usualEndings } from '../rules/product-endings.ts'
import { product } from '../table.ts'
import { productsOnOffer } from './product-terms.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const today = businessDate(new Date())
const tomorrow = addDays(today, 1)

/** A product of its own for a test, as it would be typed. */
const typed = async (code: string) => {
  const { data } = await admin().call(products.list, { q: 'STD-ANN' })
  const [standard] = data
  const { values } = await admin().call(products.get, { id: standard?.id ?? 0 })
  return { ...values, code, name: code }
}
const get = (id: number) => admin().call(products.get, { id })
const publish = async (id: number, effectiveFrom = today) =>
  admin().call(products.publish, { id, rowVersion: (await get(id)).rowVersion, effectiveFrom })
const offered = (code: string, day = today) =>
  inTenant(1, async () => (await productsOnOffer(day)).find((one) => one.code === code))

it('a version is on offer from its first day on, and the one before until then', async () => {
  const { id } = await admin().call(products.save, { values: await typed('T-LIFE') })
  expect(await offered('T-LIFE')).toBeUndefined()
  await publish(id)
  expect(await offered('T-LIFE')).toMatchObject({ id, version: 1 })

  const { id: next } = await admin().call(products.revise, { id })
  const draft = await get(next)
  const values = { ...draft.values, maxAmount: '100000', flow: 'fast' }
  await admin().call(products.save, { id: next, rowVersion: draft.rowVersion, values })
  await publish(next, tomorrow)
  expect(await offered('T-LIFE')).toMatchObject({ id, version: 1, flow: null })
  expect(await offered('T-LIFE', tomorrow)).toMatchObject({
    id: next,
    version: 2,
    flow: 'fast',
    maxAmount: '100000.00',
  })
  const { versions, former, state } = await get(next)
  expect([state, former?.version, versions.map((one) => one.state)]).toEqual([
    'coming',
    1,
    ['coming', 'offered'],
  ])
})

it('keeps how a loan of it ends early, and a version that was made before says the usual', async () => {
  const usual = await typed('T-EARLY')
  expect(usual).toMatchObject(usualEndings)
  const endings = {
    earlyMinPeriods: '3',
    earlyInterest: 'full_period',
    prepayMin: '8000.00',
    prepayTimes: '2',
    earlyTiers: [
      { through: '24', rate: '0.0150' },
      { through: '6', rate: '0.05' },
    ],
    prepayWays: ['shorten'],
  }
  const { id } = await admin().call(products.save, { values: { ...usual, ...endings } })
  const kept = await get(id)
  expect(kept.values).toMatchObject({
    ...endings,
    earlyTiers: [
      { through: '6', rate: '0.0500' },
      { through: '24', rate: '0.0150' },
    ],
  })
  await publish(id)
  const { id: next } = await admin().call(products.revise, { id })
  expect((await get(next)).values).toEqual(kept.values)
  const [row] = await inTenant(1, () => db().select().from(product).where(eq(product.id, next)))
  expect(row).toMatchObject({
    earlySettleRule: {
      min: 3,
      tiers: [
        [6, '0.0500'],
        [24, '0.0150'],
        [999, '0'],
      ],
      interest: 'full_period',
    },
    prepayRule: { min: '8000.00', times: 2, ways: ['shorten'] },
  })
})

it('two who begin the next version at once: one does, the other is told', async () => {
  const { id } = await admin().call(products.save, { values: await typed('T-TWICE') })
  await publish(id)
  const both = await Promise.all([1, 2].map(() => admin().send(products.revise, { id })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
})

it('a published version is not changed, a stopped product comes on offer with a new version alone', async () => {
  const values = await typed('T-STOP')
  const { id } = await admin().call(products.save, { values })
  await publish(id)
  const { rowVersion } = await get(id)
  const changed = await admin().send(products.save, { id, rowVersion, values })
  expect(changed).toMatchObject({ status: 422, body: { code: 'product.refusal.isPublished' } })
  const { id: second } = await admin().call(products.revise, { id })
  await publish(second)
  await admin().call(products.stop, { id, rowVersion, reason: '停售' })
  expect(await offered('T-STOP')).toBeUndefined()
  expect((await get(second)).state).toBe('stopped')
  const { id: third } = await admin().call(products.revise, { id: second })
  await publish(third)
  expect(await offered('T-STOP')).toMatchObject({ version: 3 })
})

it.each([
  [{ repayMethod: 'equal_principal', paymentTiming: 'advance' }, 'paymentTiming'],
  [{ rates: [{ term: '36', rate: '0.25' }] }, 'rates.0.rate'],
  [{ bizMode: 'direct_lease' }, 'bizMode'],
  [{ code: 'STD-ANN' }, 'code'],
])('refuses %j at its field', async (wrong, field) => {
  const values = { ...(await typed('T-WRONG')), ...wrong }
  const { status, body } = await admin().send(products.save, { values })
  expect([status, Object.keys((body as { fields: object }).fields)]).toEqual([400, [field]])
})

it('is not offered a day too early, nor published for a day that is over', async () => {
  const { id } = await admin().call(products.save, { values: await typed('T-DAY') })
  const { rowVersion } = await get(id)
  const sent = { id, rowVersion, effectiveFrom: addDays(today, -1) }
  expect(await admin().send(products.publish, sent)).toMatchObject({
    status: 400,
    body: { fields: { effectiveFrom: expect.any(String) } },
  })
})

it('what others earn is for those who may see it', async () => {
  const { data } = await admin().call(products.list, { q: 'STD-ANN' })
  await inTenant(1, () =>
    db()
      .update(product)
      .set({ directCostRatio: '0.0100' })
      .where(and(eq(product.code, 'STD-ANN'), eq(product.version, data[0]?.offeredVersion ?? 0))),
  )
  const of = async (account: string) =>
    (await backend.as(account).call(products.options, {})).find(({ code }) => code === 'STD-ANN')
  expect((await of('entry_clerk'))?.parties).toMatchObject({ directCostRatio: '0.0100' })
  expect(await of('shop_user')).not.toHaveProperty('parties')
})

describe('残值表', () => {
  const row = { brand: '示例牌', series: '', ageMonths: 24, ratio: '0.5' }

  it('has each age once, and no car gains with age', async () => {
    await admin().call(products.saveResidual, row)
    const fields = async (changes: object) => {
      const { status, body } = await admin().send(products.saveResidual, { ...row, ...changes })
      return [status, ...Object.keys((body as { fields?: object }).fields ?? {})]
    }
    expect(await fields({})).toEqual([400, 'ageMonths'])
    expect(await fields({ ageMonths: 36, ratio: '0.6' })).toEqual([400, 'ratio'])
    expect(await fields({ ageMonths: 36, ratio: '0.4' })).toEqual([200])
    expect(await fields({ brand: '', series: '车系' })).toEqual([400, 'brand'])
  })
})

describe('费用常量', () => {
  const fee = {
    code: 'TESTFEE',
    name: '测试费',
    feeClass: 'other',
    basis: '固定',
    amount: '100.00',
    chargeMode: 'upfront',
    refundable: '不退',
    inApr: true,
    effectiveFrom: today,
  } as const
  const chargedOn = async (day: string) =>
    (await inTenant(1, () => productsOnOffer(day)))
      .find(({ code }) => code === 'T-FEE')
      ?.feeItems.map(({ amount }) => amount)

  it('a change counts from its day on; one that is charged is not stopped', async () => {
    const { id } = await admin().call(products.addFee, fee)
    await admin().call(products.addFee, { ...fee, amount: '120.00', effectiveFrom: tomorrow })
    expect((await admin().send(products.addFee, fee)).status).toBe(400)
    const values = await typed('T-FEE')
    const made = await admin().call(products.save, {
      values: { ...values, fees: [{ code: 'TESTFEE', rate: '', amount: '', chargeMode: '' }] },
    })
    await publish(made.id)
    expect([await chargedOn(today), await chargedOn(tomorrow)]).toEqual([['100.00'], ['120.00']])
    const { data } = await admin().call(products.fees, { q: 'TESTFEE' })
    expect(data.map(({ state }) => state).sort()).toEqual(['coming', 'offered'])
    const stop = { id, rowVersion: data.find((row) => row.id === id)?.rowVersion ?? 0, reason: '停收' }
    const refused = await admin().send(products.stopFee, stop)
    expect(refused).toMatchObject({ status: 422, body: { code: 'product.refusal.feeCharged' } })
    expect(JSON.stringify(refused.body)).toContain('T-FEE')
  })
})

it('录单模板: what each asks for, and which products have it', async () => {
  const [standard] = await admin().call(products.templates, {})
  expect(standard).toMatchObject({ code: 'shenfen', flow: 'std' })
  expect(standard?.products.map(({ code }) => code)).toContain('STD-ANN')
  expect(standard?.guards).toContainEqual({ name: 'minAge', value: '18' })
})

it('a fee that nobody charges is stopped, and is gone from what products may choose', async () => {
  const { data } = await admin().call(products.fees, { q: 'MORT' })
  const row = { id: data[0]?.id ?? 0, rowVersion: data[0]?.rowVersion ?? 0 }
  await admin().call(products.stopFee, { ...row, reason: '停收' })
  const { fees } = await admin().call(products.choices, {})
  expect(fees.map(({ code }) => code)).not.toContain('MORT')
  expect(fees.map(({ code }) => code)).toContain('SVC')
})

it('risk managers see products and change none', async () => {
  const manager = backend.as('risk_manager')
  expect((await manager.call(products.list, {})).total).toBeGreaterThan(0)
  expect((await manager.send(products.save, { values: await typed('T-NOT') })).status).toBe(403)
  expect((await backend.as('entry_clerk').send(products.list, {})).status).toBe(403)
})

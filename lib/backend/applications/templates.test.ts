import { and, eq } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import { attachments } from '../../contracts/attachments.ts'
import { identity } from '../../contracts/identity.ts'
import { products } from '../../contracts/products.ts'
import { reviews } from '../../contracts/reviews.ts'
import { fakeUscc } from '../../rules/made-up-numbers.ts'
import { boundProduct } from '../../rules/order-entry/bound-product.ts'
import { deriveEntry } from '../../rules/order-entry/entry-quote.ts'
import { type EntryValues, entryDraft } from '../../rules/order-entry/entry-values.ts'
import { productFees } from '../../rules/order-entry/fees.ts'
import { sampleOf } from '../../rules/order-entry/sample-templates.ts'
import type { Template } from '../../rules/order-entry/template.ts'
import { templates } from '../../rules/order-entry/templates.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { linkedPerson } from '../db/schema/customers.ts'
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
async function entered(template: Template, asEnterprise = false) {
  const { id: tenantId, code: tenant } = sellerOf(template)
  const clerk = backend.as('entry_clerk', tenant)
  const reviewer = backend.as('pre_reviewer', tenant)
  const offered = await clerk.call(products.options, {})
  const product = offered.find(({ templateCode }) => templateCode === template.code)
  const [, funder] = await clerk.call(products.capitals, {})
  if (!product || !funder) throw new Error(`nobody sells ${template.code}`)
  const person = nextPerson()
  const intake = intakeFor(person, { ...(await placeOf(clerk)), productId: product.id })
  if (asEnterprise)
    Object.assign(intake.customer, { idType: '90', name: '示例物流有限公司', idNo: fakeUscc(person.row) })
  const [vehicleKind = 'new'] = product.vehicleKinds
  const { orderId } = await clerk.call(applications.saveIntake, {
    values: { ...intake, intent: { ...intake.intent, vehicleKind, term: '24' } },
  })
  const { items } = await clerk.call(attachments.materials, { orderId })
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
  const asked = items.map(({ materialType }) => materialType)
  return {
    tenantId,
    tenant,
    orderId,
    person,
    values,
    submit,
    asked,
    guarantor: facts.guarantor,
    quote: save.quote,
  }
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

type Wrong = [
  code: string,
  what: string,
  change: (values: EntryValues) => void,
  path: string,
  message: string,
]

/** One wrong value for each rule that a template has of its own. */
const wrong: Wrong[] = [
  [
    'noInsure',
    'too little down',
    (v) => Object.assign(v.financing, { downPayment: '', downRatio: '0.2000' }),
    'financing.downRatio',
    '首付比例不能低于30.00%',
  ],
  [
    'noInsure',
    'too little deposited',
    (v) => Object.assign(v.financing, { depositAmount: '1000.00' }),
    'financing.depositAmount',
    '保证金比例须在10.00%至10.00%之间',
  ],
  [
    'bd2',
    'no plan',
    (v) => Object.assign(v.performance, { planCode: '' }),
    'performance.planCode',
    '不能为空',
  ],
  ['bd2', 'no funder', (v) => Object.assign(v.funding, { capitalId: '' }), 'funding.capitalId', '不能为空'],
  [
    'bd2',
    'a funder of nobody',
    (v) => Object.assign(v.funding, { capitalId: '999999' }),
    'funding.capitalId',
    '请选择有效的选项',
  ],
  [
    'hzhcld',
    'run too far',
    (v) => Object.assign(v.appraisal, { mileageKm: '150001' }),
    'appraisal.mileageKm',
    '表显里程不能超过150000公里',
  ],
  [
    'hzhcld',
    'a new car',
    (v) => Object.assign(v.vehicle, { kind: 'new' }),
    'vehicle.kind',
    '所选产品不适用该车辆性质',
  ],
  [
    'hzhcld',
    'too much of the price',
    (v) => Object.assign(v.financing, { downPayment: '', downRatio: '0.2900' }),
    'financing.financeAmount',
    '融资比例不能超过70.00%',
  ],
  [
    'hzhcld',
    'no number of the partner',
    (v) => Object.assign(v, { custom: {} }),
    'custom.partnerNo',
    '不能为空',
  ],
  [
    'bdzgcld',
    'somebody else’s car',
    (v) => Object.assign(v.vehicle, { ownerName: '王芳' }),
    'vehicle.ownerName',
    '登记所有人须为客户本人',
  ],
  [
    'bdzgcld',
    'an old invoice',
    (v) => Object.assign(v.vehicle, { invoiceDate: '2020-01-01' }),
    'vehicle.invoiceDate',
    '购车发票距今不能超过24个月',
  ],
  [
    'bdzgcld',
    'no certificate',
    (v) => Object.assign(v.vehicle, { regCertNo: '' }),
    'vehicle.regCertNo',
    '不能为空',
  ],
  [
    'bdzgcld',
    'somebody else’s card',
    (v) => Object.assign(v.bankCard, { holderName: '王芳' }),
    'bankCard.holderName',
    '收款卡户名须为客户本人',
  ],
  [
    'bdzgcld',
    'too much of the appraisal',
    (v) => Object.assign(v.financing, { wantedAmount: '67300.00' }),
    'financing.financeAmount',
    '融资比例不能超过70.00%',
  ],
  [
    'bdzgcldv2',
    'a car of no grade that is priced',
    (v) => Object.assign(v.appraisal, { evalGrade: 'D' }),
    'appraisal.evalGrade',
    '车况等级为D，不能提交',
  ],
  [
    'bdcerld',
    'another car',
    (v) => Object.assign(v.firstLoan, { vin: '11111111111111111' }),
    'firstLoan.vin',
    '原贷款车架号须与本单车辆一致',
  ],
  [
    'bdcerld',
    'another borrower',
    (v) => Object.assign(v.firstLoan, { idNo: '110000198803151235' }),
    'firstLoan.idNo',
    '原贷款借款人须为本单客户',
  ],
  [
    'bdcerld',
    'badly paid',
    (v) => Object.assign(v.firstLoan, { overdueCount: '3' }),
    'firstLoan.overdueCount',
    '原贷款近12个月逾期不能超过2次',
  ],
  [
    'bdcerld',
    'both together too much',
    (v) => Object.assign(v.firstLoan, { remainingPrincipal: '60000.00' }),
    'financing.financeAmount',
    '原贷款剩余本金与本次融资额之和不能超过评估价的80.00%',
  ],
  [
    'bdcerld',
    'longer than the first',
    (v) => Object.assign(v.firstLoan, { remainingTerm: '23' }),
    'financing.term',
    '期数不能超过原贷款剩余期数23期',
  ],
  [
    'bdcerld',
    'too much',
    (v) => Object.assign(v.financing, { wantedAmount: '50000.01' }),
    'financing.financeAmount',
    '融资额不能高于50,000.00',
  ],
  [
    'lhdld',
    'shares of less than one',
    (v) => Object.assign(v.funding, { ownShare: '0.2000' }),
    'funding.funderShare',
    '自有与资方出资比例之和须为100%',
  ],
  [
    'jdzlld',
    'too cheap at the end',
    (v) => Object.assign(v.financing, { purchasePrice: '99.99' }),
    'financing.purchasePrice',
    '留购价不能低于100.00',
  ],
  [
    'jdzlld',
    'a fee that the lessor bears',
    (v) => {
      v.fees = v.fees.map((row) => (row.feeCode === 'REG' ? { ...row, payer: 'customer' } : row))
    },
    'fees.2.payer',
    '该费用须由出租人承担',
  ],
  [
    'hqxhld',
    'hardly a balloon',
    (v) => Object.assign(v.financing, { balloonAmount: '9599.99' }),
    'financing.balloonAmount',
    '尾款比例不能低于10.00%',
  ],
  [
    'hqxhld',
    'more than the car will be worth',
    (v) => Object.assign(v.financing, { term: '36', balloonAmount: '43200.01' }),
    'financing.balloonAmount',
    '尾款比例不能超过45.00%',
  ],
  [
    'hqxhld',
    'an extension without its months',
    (v) => Object.assign(v.financing, { maturityOption: 'extend', extendTerms: '' }),
    'financing.extendTerms',
    '不能为空',
  ],
  [
    'bdbzrld',
    'no guarantor',
    (v) => {
      v.guarantors = []
    },
    'guarantors',
    '保证人不少于1人',
  ],
  [
    'bdbzrld',
    'a poor guarantor',
    (v) => {
      v.guarantors = v.guarantors.map((row) => ({ ...row, monthlyIncome: '3000.00' }))
    },
    'guarantors.0.monthlyIncome',
    '保证人月收入不能低于月供的2倍',
  ],
  [
    'bdbzrld',
    'no authorisation',
    (v) => {
      v.guarantors = v.guarantors.map((row) => ({ ...row, creditAuth: false }))
    },
    'guarantors.0.creditAuth',
    '请先取得征信授权',
  ],
]

describe.each([...Map.groupBy(wrong, ([code]) => code)])('%s says what is wrong', (code, cases) => {
  let order: Awaited<ReturnType<typeof entered>>
  beforeAll(async () => {
    const template = templates.find((one) => one.code === code)
    if (template) order = await entered(template)
  }, 30_000)

  test.each(cases)('%s: %s', async (_code, _what, change, path, message) => {
    const values = structuredClone(order.values)
    change(values)
    const { status, body } = await order.submit(values)
    expect({ status, fields: (body as { fields?: object }).fields }).toEqual({
      status: 400,
      fields: expect.objectContaining({ [path]: message }),
    })
  })
})

test('a tenant’s menu shows the entries that it sells', async () => {
  for (const { code: tenant, sells } of demoTenants) {
    const tree = await backend.as('entry_clerk', tenant).call(identity.menus, {})
    const text = JSON.stringify(tree)
    const shown = templates.filter(({ code }) => text.includes(`"/record/${code}"`)).map(({ code }) => code)
    expect([tenant, shown]).toEqual([
      tenant,
      templates.map(({ code }) => code).filter((code) => code === 'shenfen' || sells.includes(code as never)),
    ])
  }
})

const templateNamed = (code: string) => templates.find((one) => one.code === code) ?? templates[0]

test('an enterprise hands in its licence, and its legal person guarantees', async () => {
  const template = templateNamed('shenfen')
  if (!template) throw new Error('no template')
  const { tenantId, orderId, values, submit, asked, guarantor } = await entered(template, true)
  expect(asked).toEqual(['business_licence'])
  const legal = { legalName: guarantor.name, legalIdNo: guarantor.idNo, legalMobile: guarantor.mobile }
  const named = {
    ...values,
    customer: { ...values.customer, ...legal },
    bankCard: { ...values.bankCard, holderName: values.customer.name, bankBranch: '示例支行' },
  }
  const lone = await submit(named)
  expect(lone).toMatchObject({ status: 400, body: { fields: { guarantors: '请将法定代表人填为保证人' } } })
  const { guarantors } = sampleOf(templateNamed('bdbzrld') ?? template, values, {
    ...{ today: '2025-03-15', capitalId: 1, plateNo: '', guarantor },
  })
  const whole = {
    ...named,
    guarantors: guarantors.map((row) => ({ ...row, idLongTerm: true, idValidTo: '' })),
  }
  // The papers of the guarantor are asked for from the moment there is one.
  const clerk = backend.as('entry_clerk')
  const form = await clerk.call(applications.getEntry, { orderId })
  await clerk.call(applications.saveEntry, { orderId, rowVersion: form.order.rowVersion, values: whole })
  await uploadRequired(clerk, orderId)
  const again = await clerk.call(applications.getEntry, { orderId })
  const moved = await clerk.call(applications.submitFirst, {
    ...{ orderId, rowVersion: again.order.rowVersion, values: whole, confirmDti: true },
  })
  expect(moved.status).toBe('wait_first')
  await inTenant(tenantId, async () => {
    const rows = await db().select().from(linkedPerson).where(eq(linkedPerson.applicationId, orderId))
    expect(rows.filter(({ role }) => role === 'guarantor')).toMatchObject([{ idNo: guarantor.idNo }])
  })
}, 30_000)

test('a former order of the VIN tells of the car, in its tenant alone', async () => {
  const [first, second] = [templateNamed('bdzgcld'), templateNamed('bdzgcldv2')]
  if (!first || !second) throw new Error('no template')
  const former = await entered(first)
  expect(await former.submit(former.values)).toMatchObject({ status: 200 })
  const later = await entered(second)
  const { vin } = former.values.vehicle
  const clerk = backend.as('entry_clerk')
  const found = await clerk.call(applications.formerOrder, { orderId: later.orderId, vin })
  expect(found.former).toMatchObject({
    vehicle: { brand: former.values.vehicle.brand, regCertNo: former.values.vehicle.regCertNo },
    appraisal: { firstRegDate: former.values.appraisal.firstRegDate },
  })
  expect(JSON.stringify(found)).not.toContain(former.person.name)
  const elsewhere = templateNamed('jdzlld')
  if (!elsewhere) throw new Error('no template')
  const foreign = await entered(elsewhere)
  const theirs = backend.as('entry_clerk', foreign.tenant)
  expect(await theirs.call(applications.formerOrder, { orderId: foreign.orderId, vin })).toEqual({
    former: null,
  })
  expect(await theirs.send(applications.formerOrder, { orderId: later.orderId, vin })).toMatchObject({
    status: 404,
  })
}, 30_000)

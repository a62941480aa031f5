import { and, eq, ne } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { fakeUscc } from '../../../rules/made-up-numbers.ts'
import { minus, r2, sum, times } from '../../../rules/money.ts'
import { capital } from '../../channels/table.ts'
import { linkedPerson } from '../../customers/table.ts'
import { endVisit, orderVisit } from '../../due-diligence/service/testing.ts'
import { identity } from '../../identity/contract.ts'
import { attachments } from '../../materials/contract/attachments.ts'
import { products } from '../../products/contract.ts'
import { product as productTable } from '../../products/table.ts'
import { reviews } from '../../reviews/contract.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { callWanted, claimFor, pinWanted, sendFirstPass, sendRiskPass } from '../../risk/service/testing.ts'
import { personOf, relativeRow } from '../../seed/people.ts'
import { demoTenants } from '../../seed/tenants.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { insurancePolicy, vehicle } from '../../vehicles/table.ts'
import { applications, type QuoteView } from '../contract.ts'
import { boundProduct } from '../rules/entry/bound-product.ts'
import { deriveEntry } from '../rules/entry/entry-quote.ts'
import { type EntryValues, entryDraft } from '../rules/entry/entry-values.ts'
import { productFees } from '../rules/entry/fees.ts'
import { sampleOf } from '../rules/entry/sample-templates.ts'
import type { Template } from '../rules/entry/template.ts'
import { templates } from '../rules/entry/templates.ts'
import { application, reviewTask, riskDecision } from '../table.ts'
import { flowOf } from './form-values.ts'
import { entryFor, intakeFor, newEvent, nextPerson, placeOf, uploadRequired } from './testing.ts'

/** Every template of domain.md 3.4 from the intake to 审批通过 through the calls, and a wrong value for each of its rules. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const sellerOf = ({ code }: Template) =>
  demoTenants.find(({ sells }) => (sells as readonly string[]).includes(code)) ?? demoTenants[0]

const fieldsOf = ({ body }: { body: unknown }) => (body as { fields?: Record<string, string> }).fields ?? {}

/** Templates whose order somebody visits on its way. */
const visited = ['hzhcld', 'bdcerld']

/** An order of the template in 待录单, and its finished entry. */
async function entered(template: Template, asEnterprise = false) {
  const { id: tenantId, code: tenant } = sellerOf(template)
  const clerk = backend.as('entry_clerk', tenant)
  const reviewer = backend.as('pre_reviewer', tenant)
  const offered = await clerk.call(products.options, {})
  const product = offered.find(({ templateCode }) => templateCode === template.code)
  if (!product) throw new Error(`nobody sells ${template.code}`)
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
    orderId,
    rowVersion: claimed.rowVersion,
    result: 'pass',
    opinion: '资料齐全，同意',
  })
  const form = await clerk.call(applications.getEntry, { orderId })
  const standard = entryFor(entryDraft(form.values), person)
  const facts = {
    today: form.order.createdAt.slice(0, 10),
    capitalId: product.capitalIds[0] ?? 0,
    plateNo: '京A00123',
    guarantor: personOf(relativeRow(person.row, 'guarantor')),
    product,
  }
  const sample = sampleOf(
    template,
    { ...standard, financing: { ...standard.financing, term: '24' }, fees: productFees(product) },
    facts,
  )
  const values = deriveEntry(sample, boundProduct(product, template, sample), facts.today)
  const save = await clerk.call(applications.saveEntry, {
    orderId,
    rowVersion: form.order.rowVersion,
    values,
  })
  const submit = (changed: EntryValues) =>
    clerk.send(applications.submitFirst, {
      orderId,
      rowVersion: save.rowVersion,
      values: changed,
      confirmDti: true,
      eventId: newEvent(),
    })
  const withoutPapers = fieldsOf(await submit(values))
  await uploadRequired(clerk, orderId)
  const asked = items.map(({ materialType }) => materialType)
  return {
    tenantId,
    tenant,
    orderId,
    person,
    values,
    submit,
    asked,
    withoutPapers,
    product,
    guarantor: facts.guarantor,
    quote: save.quote,
  }
}

type Wrong = [
  rule: string,
  code: string,
  what: string,
  change: (values: EntryValues) => void,
  path: string,
  message: string,
]

const asEnterprise = (v: EntryValues) =>
  Object.assign(v.customer, { idType: '90', name: '示例物流有限公司', idNo: fakeUscc(1) })

/** One more than any template takes. */
const threeGuarantors = (): EntryValues['guarantors'] =>
  entryDraft({ guarantors: [101, 102, 103].map((row) => personOf(relativeRow(row, 'guarantor'))) }).guarantors

/** A wrong value for each rule that a template has of its own, under the name that the rule has in its data. */
const wrong: Wrong[] = [
  [
    'downRatioMin',
    'noInsure',
    'too little down',
    (v) => Object.assign(v.financing, { downPayment: '', downRatio: '0.2000' }),
    'financing.downRatio',
    '首付比例不能低于30.00%',
  ],
  [
    'depositRatioMin',
    'noInsure',
    'too little deposited',
    (v) => Object.assign(v.financing, { depositAmount: '1000.00' }),
    'financing.depositAmount',
    '保证金比例须在10.00%至10.00%之间',
  ],
  [
    'plans',
    'bd2',
    'no plan',
    (v) => Object.assign(v.performance, { planCode: '' }),
    'performance.planCode',
    '不能为空',
  ],
  [
    'customer.englishName',
    'bd2',
    'no English name',
    (v) => Object.assign(v.customer, { englishName: '' }),
    'customer.englishName',
    '请输入正确的英文名',
  ],
  [
    'customer.email',
    'bd2',
    'no e-mail address',
    (v) => Object.assign(v.customer, { email: '' }),
    'customer.email',
    '请正确填写邮箱',
  ],
  [
    'S15',
    'bd2',
    'no funder',
    (v) => Object.assign(v.funding, { capitalId: '' }),
    'funding.capitalId',
    '不能为空',
  ],
  [
    'S15',
    'bd2',
    'a funder of nobody',
    (v) => Object.assign(v.funding, { capitalId: '999999' }),
    'funding.capitalId',
    '请选择有效的选项',
  ],
  [
    'maxMileage',
    'hzhcld',
    'run too far',
    (v) => Object.assign(v.appraisal, { mileageKm: '150001' }),
    'appraisal.mileageKm',
    '表显里程不能超过150000公里',
  ],
  [
    'vehicleKinds',
    'hzhcld',
    'a new car',
    (v) => Object.assign(v.vehicle, { kind: 'new' }),
    'vehicle.kind',
    '所选产品不适用该车辆性质',
  ],
  [
    'ltvCap',
    'hzhcld',
    'too much of the price',
    (v) => Object.assign(v.financing, { downPayment: '', downRatio: '0.2900' }),
    'financing.financeAmount',
    '融资比例不能超过70.00%',
  ],
  [
    'custom.partnerNo',
    'hzhcld',
    'no number of the partner',
    (v) => Object.assign(v, { custom: {} }),
    'custom.partnerNo',
    '不能为空',
  ],
  [
    'ownCar',
    'bdzgcld',
    'somebody else’s car',
    (v) => Object.assign(v.vehicle, { ownerName: '王芳' }),
    'vehicle.ownerName',
    '登记所有人须为客户本人',
  ],
  [
    'ownCar',
    'bdzgcld',
    'an old invoice',
    (v) => Object.assign(v.vehicle, { invoiceDate: '2020-01-01' }),
    'vehicle.invoiceDate',
    '购车发票距今不能超过24个月',
  ],
  [
    'vehicle.regCertNo',
    'bdzgcld',
    'no certificate',
    (v) => Object.assign(v.vehicle, { regCertNo: '' }),
    'vehicle.regCertNo',
    '不能为空',
  ],
  [
    'ownCar',
    'bdzgcld',
    'somebody else’s card',
    (v) => Object.assign(v.bankCard, { holderName: '王芳' }),
    'bankCard.holderName',
    '收款卡户名须为客户本人',
  ],
  [
    'amountOfEval',
    'bdzgcld',
    'too much of the appraisal',
    (v) => Object.assign(v.financing, { wantedAmount: '67300.00' }),
    'financing.financeAmount',
    '融资比例不能超过70.00%',
  ],
  [
    'gradeRates',
    'bdzgcldv2',
    'a car of no grade that is priced',
    (v) => Object.assign(v.appraisal, { evalGrade: 'D' }),
    'appraisal.evalGrade',
    '车况等级为D，不能提交',
  ],
  [
    'firstLoan',
    'bdcerld',
    'another car',
    (v) => Object.assign(v.firstLoan, { vin: '11111111111111111' }),
    'firstLoan.vin',
    '原贷款车架号须与本单车辆一致',
  ],
  [
    'firstLoan',
    'bdcerld',
    'another borrower',
    (v) => Object.assign(v.firstLoan, { idNo: '110000198803151235' }),
    'firstLoan.idNo',
    '原贷款借款人须为本单客户',
  ],
  [
    'firstLoan',
    'bdcerld',
    'badly paid',
    (v) => Object.assign(v.firstLoan, { overdueCount: '3' }),
    'firstLoan.overdueCount',
    '原贷款近12个月逾期不能超过2次',
  ],
  [
    'firstLoan',
    'bdcerld',
    'both together too much',
    (v) => Object.assign(v.firstLoan, { remainingPrincipal: '60000.00' }),
    'financing.financeAmount',
    '原贷款剩余本金与本次融资额之和不能超过评估价的80.00%',
  ],
  [
    'firstLoan',
    'bdcerld',
    'longer than the first',
    (v) => Object.assign(v.firstLoan, { remainingTerm: '23' }),
    'financing.term',
    '期数不能超过原贷款剩余期数23期',
  ],
  [
    'maxAmount',
    'bdcerld',
    'too much',
    (v) => Object.assign(v.financing, { wantedAmount: '50000.01' }),
    'financing.financeAmount',
    '融资额不能高于50,000.00',
  ],
  [
    'shares',
    'lhdld',
    'shares of less than one',
    (v) => Object.assign(v.funding, { ownShare: '0.2000' }),
    'funding.funderShare',
    '自有与资方出资比例之和须为100%',
  ],
  [
    'purchasePriceMin',
    'jdzlld',
    'too cheap at the end',
    (v) => Object.assign(v.financing, { purchasePrice: '99.99' }),
    'financing.purchasePrice',
    '留购价不能低于100.00',
  ],
  [
    'feePayers',
    'jdzlld',
    'a fee that the lessor bears',
    (v) => {
      v.fees = v.fees.map((row) => (row.feeCode === 'REG' ? { ...row, payer: 'customer' } : row))
    },
    'fees.2.payer',
    '该费用须由出租人承担',
  ],
  [
    'subsidy',
    'jdzlld',
    'interest that nobody bears',
    (v) => Object.assign(v.subsidy, { mode: 'none' }),
    'subsidy.mode',
    '免息产品由厂家贴息，请选择全额',
  ],
  [
    'subsidy',
    'hqxhld',
    'all of the interest of a product that bears some',
    (v) => Object.assign(v.subsidy, { mode: 'full' }),
    'subsidy.mode',
    '所选产品不是免息产品，不能选择全额贴息',
  ],
  [
    'balloonMin',
    'hqxhld',
    'hardly a balloon',
    (v) => Object.assign(v.financing, { balloonAmount: '9599.99' }),
    'financing.balloonAmount',
    '尾款比例不能低于10.00%',
  ],
  [
    'residual',
    'hqxhld',
    'more than the car will be worth',
    (v) => Object.assign(v.financing, { term: '36', balloonAmount: '43200.01' }),
    'financing.balloonAmount',
    '尾款比例不能超过45.00%',
  ],
  [
    'maturityOption',
    'hqxhld',
    'an extension without its months',
    (v) => Object.assign(v.financing, { maturityOption: 'extend', extendTerms: '' }),
    'financing.extendTerms',
    '不能为空',
  ],
  [
    'guarantors',
    'bdbzrld',
    'no guarantor',
    (v) => {
      v.guarantors = []
    },
    'guarantors',
    '保证人不少于1人',
  ],
  [
    'guarantorRules',
    'bdbzrld',
    'a poor guarantor',
    (v) => {
      v.guarantors = v.guarantors.map((row) => ({ ...row, monthlyIncome: '3000.00' }))
    },
    'guarantors.0.monthlyIncome',
    '保证人月收入不能低于月供的2倍',
  ],
  [
    'guarantors',
    'bdbzrld',
    'no authorisation',
    (v) => {
      v.guarantors = v.guarantors.map((row) => ({ ...row, creditAuth: false }))
    },
    'guarantors.0.creditAuth',
    '请先取得征信授权',
  ],
  [
    'termMost',
    'noInsure',
    'too long',
    (v) => Object.assign(v.financing, { term: '48' }),
    'financing.term',
    '期数不在产品可选范围内',
  ],
  [
    'guarantors',
    'noInsure',
    'three guarantors',
    (v) => {
      v.guarantors = threeGuarantors()
    },
    'guarantors',
    '保证人不能超过2人',
  ],
  ['enterprises', 'bd2', 'an enterprise', asEnterprise, 'customer.idType', '该产品不受理企业客户'],
  [
    'termMost',
    'hzhcld',
    'too long',
    (v) => Object.assign(v.financing, { term: '48' }),
    'financing.term',
    '期数不在产品可选范围内',
  ],
  ...(['bdzgcld', 'bdzgcldv2', 'bdcerld'] as const).flatMap((code): Wrong[] => [
    [
      'vehicleKinds',
      code,
      'a new car',
      (v) => Object.assign(v.vehicle, { kind: 'new' }),
      'vehicle.kind',
      '所选产品不适用该车辆性质',
    ],
    [
      'financing.wantedAmount',
      code,
      'no amount',
      (v) => Object.assign(v.financing, { wantedAmount: '' }),
      'financing.wantedAmount',
      '不能为空',
    ],
  ]),
  ...(['bdzgcld', 'bdzgcldv2'] as const).flatMap((code): Wrong[] => [
    [
      'vehicle.ownerName',
      code,
      'nobody’s car',
      (v) => Object.assign(v.vehicle, { ownerName: '' }),
      'vehicle.ownerName',
      '不能为空',
    ],
    [
      'vehicle.invoiceDate',
      code,
      'no date',
      (v) => Object.assign(v.vehicle, { invoiceDate: '' }),
      'vehicle.invoiceDate',
      '不能为空',
    ],
  ]),
  [
    'vehicle.regCertNo',
    'bdzgcldv2',
    'no certificate',
    (v) => Object.assign(v.vehicle, { regCertNo: '' }),
    'vehicle.regCertNo',
    '不能为空',
  ],
  [
    'ownCar',
    'bdzgcldv2',
    'an old invoice',
    (v) => Object.assign(v.vehicle, { invoiceDate: '2020-01-01' }),
    'vehicle.invoiceDate',
    '购车发票距今不能超过24个月',
  ],
  [
    'amountOfEval',
    'bdzgcldv2',
    'too much of the appraisal',
    (v) => Object.assign(v.financing, { wantedAmount: '67300.00' }),
    'financing.financeAmount',
    '融资比例不能超过70.00%',
  ],
  [
    'S5',
    'bdzgcldv2',
    'himself as co-lessee',
    (v) => {
      v.coLessees = entryDraft({ coLessees: [{ name: v.customer.name, idNo: v.customer.idNo }] }).coLessees
    },
    'coLessees.0.idNo',
    '不能与客户身份证号相同',
  ],
  ['enterprises', 'bdcerld', 'an enterprise', asEnterprise, 'customer.idType', '该产品不受理企业客户'],
  [
    'S15',
    'lhdld',
    'no funder',
    (v) => Object.assign(v.funding, { capitalId: '' }),
    'funding.capitalId',
    '不能为空',
  ],
  [
    'vehicleKinds',
    'jdzlld',
    'a used car',
    (v) => Object.assign(v.vehicle, { kind: 'used' }),
    'vehicle.kind',
    '所选产品不适用该车辆性质',
  ],
  [
    'depositRatioMin',
    'jdzlld',
    'too little deposited',
    (v) => Object.assign(v.financing, { depositAmount: '1000.00' }),
    'financing.depositAmount',
    '保证金比例须在10.00%至30.00%之间',
  ],
  [
    'depositRatioMax',
    'jdzlld',
    'too much deposited',
    (v) => Object.assign(v.financing, { depositAmount: '60000.00' }),
    'financing.depositAmount',
    '保证金比例须在10.00%至30.00%之间',
  ],
  [
    'terms',
    'hqxhld',
    'too long',
    (v) => Object.assign(v.financing, { term: '48' }),
    'financing.term',
    '期数不在产品可选范围内',
  ],
  [
    'balloonRatioMax',
    'hqxhld',
    'more balloon than half',
    (v) => Object.assign(v.financing, { balloonAmount: '48000.01' }),
    'financing.balloonAmount',
    '尾款比例不能超过50.00%',
  ],
  [
    'guarantors',
    'bdbzrld',
    'three guarantors',
    (v) => {
      v.guarantors = threeGuarantors()
    },
    'guarantors',
    '保证人不能超过2人',
  ],
  [
    'guarantorRules',
    'bdbzrld',
    'the spouse for much',
    (v) => {
      Object.assign(v.vehicle, { netPrice: '300000.00', guidePrice: '310000.00' })
      Object.assign(v.financing, { downPayment: '', downRatio: '0.3000' })
      v.guarantors = v.guarantors.map((row) => ({ ...row, relation: '01' }))
    },
    'guarantors.0.relation',
    '融资额超过150,000.00时保证人不能为配偶',
  ],
  [
    'contacts',
    'shenfen',
    'one contact',
    (v) => {
      v.contacts = v.contacts.slice(1)
    },
    'contacts',
    '紧急联系人不少于2人',
  ],
  [
    'commercialInsurance',
    'shenfen',
    'no policy',
    (v) => {
      v.insurance = []
    },
    'insurance',
    '请填写商业险',
  ],
  [
    'downRatioMin',
    'shenfen',
    'too little down',
    (v) => Object.assign(v.financing, { downPayment: '', downRatio: '0.1000' }),
    'financing.downRatio',
    '首付比例不能低于20.00%',
  ],
]

/**
 * Everything that a template asks that the standard one does not, by the names of its data; what it only leaves out is
 * no rule.
 */
function ownRules({ guards, limits, fields, custom, code }: Template): string[] {
  const standard = templates[0] as Template
  if (code === standard.code) return []
  const guard = (Object.keys(guards) as (keyof typeof guards)[]).filter(
    (name) => JSON.stringify(guards[name]) !== JSON.stringify(standard.guards[name]),
  )
  const required = Object.entries(fields).flatMap(([section, own]) =>
    Object.entries(own ?? {}).flatMap(([name, one]) => (one?.required ? [`${section}.${name}`] : [])),
  )
  return [
    // Everything that may be left out, and what is a matter of the product, which has a test of its own.
    ...guard.filter((name) => name !== 'commercialInsurance' && name !== 'repayMethods'),
    // Nobody can deposit too much where nobody is asked for a deposit.
    ...Object.keys(limits).filter(
      (name) => name !== 'depositRatioMax' || !fields.financing?.depositAmount?.hidden,
    ),
    ...required,
    ...custom.filter((one) => one.required).map(({ name }) => `custom.${name}`),
  ]
}

describe.each(templates.map((template) => [template.code, template] as const))('%s', (code, template) => {
  let order: Awaited<ReturnType<typeof entered>>
  beforeAll(async () => {
    order = await entered(template)
  }, 60_000)
  const own = wrong.filter((one) => one[1] === code)

  test('has a wrong value for each rule of its own', () => {
    expect(own.map(([rule]) => rule)).toEqual(expect.arrayContaining(ownRules(template)))
  })

  test('asks for each of its papers by name', () => {
    const lacked = template.materials.filter(
      ({ stage, required, materialType }) =>
        stage === 'entry' && required && `materials.${materialType}` in order.withoutPapers,
    )
    expect(order.withoutPapers).toMatchObject({ 'materials.credit_auth': expect.any(String) })
    expect(lacked.length).toBe(Object.keys(order.withoutPapers).length)
  })

  test.each(own)('%s: %s %s', async (_rule, _code, _what, change, path, message) => {
    const values = structuredClone(order.values)
    change(values)
    const answer = await order.submit(values)
    expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({
      status: 400,
      fields: expect.objectContaining({ [path]: message }),
    })
  })

  if (template.milestones.includes('funder'))
    test('takes neither our own money nor a funder that lends in another way, and says so at the funder', async () => {
      const { id, capitalIds } = order.product
      const list = (ids: number[] | null) =>
        inTenant(order.tenantId, () =>
          db().update(productTable).set({ capitalIds: ids }).where(eq(productTable.id, id)),
        )
      const wanted = template.bizMode === 'joint_loan' ? '联合' : '助贷'
      const others = await inTenant(order.tenantId, () =>
        db().select().from(capital).where(ne(capital.coopMode, wanted)),
      )
      expect(others.map(({ kind }) => kind)).toContain('自有')
      await list(null)
      try {
        for (const { id: other, name, coopMode } of others) {
          const values = structuredClone(order.values)
          values.funding.capitalId = String(other)
          const answer = await order.submit(values)
          expect(answer.status).toBe(400)
          expect(fieldsOf(answer)['funding.capitalId']).toBe(
            `不能选择：${name}的合作模式为${coopMode}，该订单须由合作模式为${wanted}的外部资方出资，请选择其他资方`,
          )
        }
        if (template.guards.shares) {
          const values = structuredClone(order.values)
          Object.assign(values.funding, { ownShare: '0.4000', funderShare: '0.6000' })
          expect(fieldsOf(await order.submit(values))['funding.capitalId']).toContain(
            '出资比例为70.00%，订单的资方出资比例为60.00%',
          )
        }
      } finally {
        await list(capitalIds)
      }
    })

  if (template.guards.repayMethods)
    test('does not take a product of another method', async () => {
      const asMethod = (repayMethod: string) =>
        inTenant(order.tenantId, () =>
          db().update(productTable).set({ repayMethod }).where(eq(productTable.id, order.product.id)),
        )
      await asMethod('equal_principal')
      const answer = await order.submit(order.values).finally(() => asMethod(order.product.repayMethod))
      expect(fieldsOf(answer)).toMatchObject({ 'financing.productId': '产品的还款方式不适用本录单模板' })
    })

  test('goes from the intake to 审批通过', async () => {
    const { tenantId, tenant, orderId, values, submit, quote } = order
    expect([code, await submit(values)]).toEqual([code, expect.objectContaining({ status: 200 })])
    await inTenant(tenantId, async () => {
      const [row] = await db().select().from(application).where(eq(application.id, orderId))
      expect(row).toMatchObject({
        status: 'wait_first',
        templateCode: code,
        templateVersion: template.version,
        bizMode: code === 'shenfen' ? sellerOf(template).bizModes[0] : template.bizMode,
        quoteSnapshot: quote,
      })
      const [car] = await db()
        .select()
        .from(vehicle)
        .where(eq(vehicle.id, row?.vehicleId ?? 0))
      expect(car?.kind).toBe(template.limits.vehicleKinds?.[0] ?? 'new')
      expect(car?.dealerShopId).toBe(template.guards.ownCar ? null : row?.shopId)
      const policies = await db()
        .select()
        .from(insurancePolicy)
        .where(and(eq(insurancePolicy.orderId, orderId), eq(insurancePolicy.insType, '6')))
      expect(policies).toHaveLength(template.plans.length > 0 ? 1 : 0)
    })

    expect(order.quote?.annualRate).toBe(
      template.gradeRates?.[values.appraisal.evalGrade] ?? order.quote?.annualRate,
    )

    const reviewer = backend.as('first_reviewer', tenant)
    await claimFor(reviewer, orderId)
    expect(await sendFirstPass(reviewer, orderId)).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining(`本人 ${order.person.name}`) },
    })
    await callWanted(reviewer, orderId)
    if (template.evidence) {
      expect(await sendFirstPass(reviewer, orderId)).toMatchObject({
        status: 422,
        body: { message: expect.stringMatching(/证件号码.*车架号/) },
      })
      await pinWanted(reviewer, orderId)
    }
    const visit = visited.includes(code) ? await orderVisit(reviewer, orderId) : undefined
    expect(await sendFirstPass(reviewer, orderId)).toMatchObject({ status: 200 })

    const officer = backend.as('risk_officer', tenant)
    await claimFor(officer, orderId)
    if (visit) {
      expect(await sendRiskPass(officer, orderId)).toMatchObject({
        status: 422,
        body: { message: '尽调未完成' },
      })
      await endVisit(reviewer, backend.as('dd_officer', tenant), visit)
    }
    expect(await sendRiskPass(officer, orderId)).toMatchObject({ status: 200 })
    await inTenant(tenantId, async () => {
      const [row] = await db().select().from(application).where(eq(application.id, orderId))
      expect(row).toMatchObject({
        status: 'wait_sign',
        exaStatus: null,
        claimedBy: null,
        approvedTerm: 24,
        approvedAmount: quote?.financeAmount,
        approvedQuote: quote,
      })
      const tasks = await db()
        .select()
        .from(reviewTask)
        .where(eq(reviewTask.orderId, orderId))
        .orderBy(reviewTask.id)
      expect(tasks.map(({ stage, result }) => [stage, result])).toEqual([
        ['pre', '通过'],
        ['first', '通过'],
        ['risk', '通过'],
      ])
    })
  }, 60_000)
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
  const legal = {
    legalName: guarantor.name,
    legalIdNo: guarantor.idNo,
    legalMobile: guarantor.mobile,
    englishName: 'Shili Logistics',
    email: 'a@example.com',
  }
  const named = {
    ...values,
    customer: { ...values.customer, ...legal },
    bankCard: { ...values.bankCard, holderName: values.customer.name, bankBranch: '示例支行' },
  }
  const lone = await submit(named)
  expect(lone).toMatchObject({ status: 400, body: { fields: { guarantors: '请将法定代表人填为保证人' } } })
  const { guarantors } = sampleOf(templateNamed('bdbzrld') ?? template, values, {
    today: '2025-03-15',
    capitalId: 1,
    plateNo: '',
    guarantor,
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
    orderId,
    rowVersion: again.order.rowVersion,
    values: whole,
    confirmDti: true,
  })
  expect(moved.status).toBe('wait_first')
  await inTenant(tenantId, async () => {
    const rows = await db().select().from(linkedPerson).where(eq(linkedPerson.applicationId, orderId))
    expect(rows.filter(({ role }) => role === 'guarantor')).toMatchObject([{ idNo: guarantor.idNo }])
  })

  const [reviewer, officer] = [backend.as('first_reviewer'), backend.as('risk_officer')]
  await claimFor(reviewer, orderId)
  await callWanted(reviewer, orderId)
  expect(await sendFirstPass(reviewer, orderId)).toMatchObject({ status: 200 })
  await inTenant(tenantId, async () => {
    const decided = and(eq(riskDecision.orderId, orderId), eq(riskDecision.sceneCode, 'RISK'))
    const [decision] = await db().select().from(riskDecision).where(decided)
    // It has no age and no wage, and nobody has to look at it for that: the rules of debt and age.
    expect(decision?.facts).toMatchObject({ ageAtEnd: 'n/a', monthlyIncome: 'n/a', dti: 'n/a' })
    expect(JSON.stringify(decision?.hits)).not.toMatch(/R105|R106|R109/)
  })
  await claimFor(officer, orderId)
  expect(await sendRiskPass(officer, orderId)).toMatchObject({ status: 200 })
}, 60_000)

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

test('a low score asks for a guarantor where the template says so', async () => {
  const order = await entered(templateNamed('noInsure') as Template)
  const score = (value: number) =>
    inTenant(order.tenantId, () =>
      db().update(riskDecision).set({ score: value }).where(eq(riskDecision.orderId, order.orderId)),
    )
  await score(64)
  expect(fieldsOf(await order.submit(order.values))).toEqual({ guarantors: '保证人不少于1人' })
  await score(65)
  expect((await order.submit(order.values)).status).toBe(200)
}, 30_000)

test('both lenders of a joint loan bear their shares, of what is applied for and of what is approved', async () => {
  const order = await entered(templateNamed('lhdld') as Template)
  const { orderId, tenant } = order
  // The order's own, which the product only proposes.
  const funding = { ...order.values.funding, ownShare: '0.4000', funderShare: '0.6000' }
  const lendsAt = (shareRatio: string) =>
    inTenant(order.tenantId, () =>
      db()
        .update(capital)
        .set({ shareRatio })
        .where(eq(capital.id, Number(funding.capitalId))),
    )
  await lendsAt('0.6000')
  const { status } = await order.submit({ ...order.values, funding })
  await lendsAt('0.7000')
  expect(status).toBe(200)
  const [reviewer, officer] = [backend.as('first_reviewer', tenant), backend.as('risk_officer', tenant)]
  await claimFor(reviewer, orderId)
  await callWanted(reviewer, orderId)
  await sendFirstPass(reviewer, orderId)
  const { rowVersion } = await claimFor(officer, orderId)
  const approvedAmount = minus(order.quote?.financeAmount ?? '0', '3000.00')
  await officer.call(riskApproval.decide, {
    orderId,
    rowVersion,
    result: 'pass',
    opinion: '收入稳定，同意',
    approvedAmount,
    approvedTerm: 24,
  })
  await inTenant(order.tenantId, async () => {
    const [row] = await db().select().from(application).where(eq(application.id, orderId))
    expect(row).toMatchObject({ status: 'wait_sign', approvedAmount })
    expect(flowOf(row ?? { templateCode: '', flow: null })).toBe('joint')
    for (const [quote, amount] of [
      [row?.quoteSnapshot, row?.appliedAmount],
      [row?.approvedQuote, approvedAmount],
    ] as const) {
      const { parties } = quote as NonNullable<QuoteView>
      expect(sum([parties?.ownPrincipal ?? '', parties?.funderPrincipal ?? ''])).toBe(amount)
      expect(parties?.funderPrincipal).toBe(r2(times(amount ?? '', '0.6')))
    }
  })
}, 30_000)

import sectionTitles from '../../../../i18n/messages/zh-CN/sections.ts'
import { idCheckCharacter } from '../../../../rules/id-card.ts'
import { InputError } from '../../../../rules/input-error.ts'
import fieldLabels from '../../words/fields.ts'
import {
  emptyIntake,
  type IntakeValues,
  intakeDraft,
  intakeSections,
  saveIssues,
  submittedIntake,
  validateIntake,
} from './intake.ts'
import { entryFromIntake, intakeFromEntry } from './intake-handover.ts'

const today = '2025-03-15'
const files = { id_front: 1, id_back: 1 }

function finished(): IntakeValues {
  const empty = emptyIntake()
  return {
    customer: {
      ...empty.customer,
      name: '李建国',
      idNo: '110000198803151235',
      idValidTo: '2035-06-01',
      idAddress: '示例路1号',
      mobile: '12000000123',
      creditAuth: true,
    },
    shop: { shopId: '510', salesmanId: '44', applyCity: '110100' },
    intent: {
      ...empty.intent,
      productId: '7',
      vehicleKind: 'used',
      brand: '示例牌',
      amount: '86000.00',
      term: '36',
    },
  }
}

test('a finished intake passes', () => {
  expect(validateIntake(finished(), { today, files })).toEqual({ ok: true, issues: [] })
})

test.each<[what: string, change: (values: IntakeValues) => void, issues: string[]]>([
  [
    'no name',
    (v) => {
      v.customer.name = ''
    },
    ['customer.name required'],
  ],
  [
    'no ID number',
    (v) => {
      v.customer.idNo = ''
    },
    ['customer.idNo idRequired'],
  ],
  [
    'address code',
    (v) => {
      v.customer.idNo = '990000198803151235'
    },
    ['customer.idNo idAddress'],
  ],
  [
    'checksum',
    (v) => {
      v.customer.idNo = '110000198803151234'
    },
    ['customer.idNo idCard'],
  ],
  [
    'no mobile',
    (v) => {
      v.customer.mobile = ''
    },
    ['customer.mobile mobileRequired'],
  ],
  [
    'mobile',
    (v) => {
      v.customer.mobile = '123'
    },
    ['customer.mobile mobile'],
  ],
  [
    'expired document',
    (v) => {
      v.customer.idValidTo = today
    },
    ['customer.idValidTo idExpired'],
  ],
  [
    'document from tomorrow',
    (v) => {
      v.customer.idValidFrom = '2025-03-16'
    },
    ['customer.idValidFrom futureDate'],
  ],
  [
    'no credit authorisation',
    (v) => {
      v.customer.creditAuth = false
    },
    ['customer.creditAuth creditAuth'],
  ],
  [
    'too young',
    (v) => {
      v.customer.idNo = `11010520080316001${idCheckCharacter('11010520080316001')}`
    },
    ['customer.idNo tooYoung'],
  ],
  [
    'too old at maturity',
    (v) => {
      v.customer.idNo = `11010519490316002${idCheckCharacter('11010519490316002')}`
    },
    ['customer.idNo ageAtMaturity'],
  ],
  [
    'no shop',
    (v) => {
      v.shop.shopId = ''
    },
    ['shop.shopId required'],
  ],
  [
    'no product',
    (v) => {
      v.intent.productId = ''
    },
    ['intent.productId required'],
  ],
  [
    'amount',
    (v) => {
      v.intent.amount = '1.005'
    },
    ['intent.amount amount'],
  ],
  [
    'amount zero',
    (v) => {
      v.intent.amount = '0'
    },
    ['intent.amount positive'],
  ],
])('G1: %s', (_, change, expected) => {
  const values = finished()
  change(values)
  const { ok, issues } = validateIntake(values, { today, files })
  expect(issues.map((issue) => `${issue.path} ${issue.key.replace('rules.', '')}`)).toEqual(expected)
  expect(ok).toBe(false)
})

test('both sides of the ID are asked for, and nothing of the entry yet', () => {
  const { issues } = validateIntake(finished(), { today, files: {} })
  expect(issues.map((issue) => issue.path)).toEqual(['materials.id_front', 'materials.id_back'])
})

test('a draft takes what there is', () => {
  expect(intakeDraft({ customer: { name: '李' } }).customer.name).toBe('李')
  expect(intakeDraft({}).intent.amount).toBe('')
  expect(() => intakeDraft({ shop: 'x' })).toThrow(new InputError('shop', 'format', 'no group of values'))
  expect(() => intakeDraft({ intent: { term: 36 } })).toThrow('intent.term')
})

test('a draft may be saved without what only the submit asks, never with what is wrong', () => {
  const values = emptyIntake()
  const toSave = () => saveIssues(validateIntake(values, { today, files: {} }).issues).map(({ path }) => path)
  expect(toSave()).toEqual([
    'customer.name',
    'customer.idNo',
    'customer.mobile',
    'shop.shopId',
    'shop.salesmanId',
  ])
  const { customer, shop } = finished()
  Object.assign(values, { customer: { ...customer, creditAuth: false, idAddress: '' }, shop })
  expect(toSave()).toEqual([])
  values.intent.amount = '1.005'
  expect(toSave()).toEqual(['intent.amount'])
})

test('what is stored is tidy', () => {
  const values = finished()
  values.customer.idNo = ' 11010519491231002x '
  values.customer.idLongTerm = true
  const stored = submittedIntake(values)
  expect(stored.customer.idNo).toBe('11010519491231002X')
  expect(stored.customer.idValidTo).toBe('')
})

test('the entry begins with what the intake knows', () => {
  const entry = entryFromIntake(finished())
  expect(entry.customer).toMatchObject({ name: '李建国', idNo: '110000198803151235', mobile: '12000000123' })
  expect(entry.customer).not.toHaveProperty('creditAuth')
  expect(entry.vehicle).toMatchObject({ kind: 'used', brand: '示例牌' })
  expect(entry.financing).toMatchObject({ productId: '7', term: '36', applyCity: '110100' })
})

test('the entry says what the intake said', () => {
  const intake = finished()
  const entry = entryFromIntake(intake)
  entry.financing.financeAmount = '90000.00'
  const { customer, shop, intent } = intakeFromEntry(entry)
  expect(customer).toEqual(intake.customer)
  expect(intent).toEqual({ ...intake.intent, amount: '90000.00' })
  expect(shop.applyCity).toBe('110100')
})

test('every intake field has its label', () => {
  for (const { name, code, fields } of Object.values(intakeSections)) {
    expect(sectionTitles).toHaveProperty(code)
    for (const field of fields) expect(fieldLabels[name]).toHaveProperty(field.name)
  }
})

test('values are read in whatever way they were written, before one rule compares them with another', () => {
  const values = intakeDraft({
    customer: {
      idNo: ' 440000 19900307 7584 ',
      mobile: '+86 120-0000-0123',
      idValidFrom: '2030年1月2日',
      idValidTo: '2040/1/1',
    },
    intent: { amount: '￥1,234.50' },
  })
  expect(values.customer).toMatchObject({
    idNo: '440000199003077584',
    mobile: '12000000123',
    idValidFrom: '2030-01-02',
    idValidTo: '2040-01-01',
  })
  expect(values.intent.amount).toBe('1234.50')
  const { issues } = validateIntake(values, { today: '2026-11-22', files: {} })
  expect(issues).toContainEqual(
    expect.objectContaining({ path: 'customer.idValidFrom', key: 'rules.futureDate' }),
  )
})

import rules from '../../../../i18n/messages/zh-CN/rules.ts'
import sectionTitles from '../../../../i18n/messages/zh-CN/sections.ts'
import { idCheckCharacter } from '../../../../rules/id-card.ts'
import materials from '../../../materials/words/materials.ts'
import entryFields from '../../words/entry-fields.ts'
import fields from '../../words/fields.ts'
import { issueFields, issueText } from './entry-issue.ts'
import { issueLine, labelKey } from './entry-labels.ts'
import { deriveEntry, downPaymentOf, type EntryProduct, quoteEntry } from './entry-quote.ts'
import {
  type EntryValues,
  emptyEntry,
  entryDraft,
  isRepeated,
  type SectionName,
  sectionsByName,
} from './entry-values.ts'
import { sampleEntry, sampleFiles, sampleProduct, sampleToday } from './sample-entry.ts'
import { spouse } from './spouse.ts'
import type { Template } from './template.ts'
import { submittedEntry, visibleSections } from './template-engine.ts'
import { standardTemplate } from './templates.ts'
import { validateEntry } from './validate-entry.ts'

type Change = (values: EntryValues) => void

function judge(
  change: Change = () => {},
  {
    product = sampleProduct,
    files = sampleFiles,
    template = standardTemplate,
  }: { product?: EntryProduct | null; files?: Readonly<Record<string, number>>; template?: Template } = {},
) {
  const values = sampleEntry()
  change(values)
  return validateEntry(template, deriveEntry(values, product, sampleToday), product, {
    today: sampleToday,
    files,
  })
}

const found = (change: Change, options?: Parameters<typeof judge>[1]) =>
  judge(change, options).issues.map(
    (issue) =>
      `${issue.level === 'warning' ? '~' : ''}${issue.guard} ${issue.path} ${issue.key.replace('rules.', '')}`,
  )

/** Looks a key up in the zh-CN catalogue. */
function t(key: string, params: Readonly<Record<string, string>> = {}): string {
  const catalogue: Record<string, unknown> = {
    rules,
    fields,
    entryFields,
    materials,
    sections: sectionTitles,
  }
  const text = key
    .split('.')
    .reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], catalogue)
  if (typeof text !== 'string') throw new Error(`missing ${key}`)
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? `{${name}}`)
}

test('the finished entry of loan E1 passes, with its figures', () => {
  expect(judge()).toEqual({ ok: true, issues: [] })
  const derived = deriveEntry(sampleEntry(), sampleProduct, sampleToday)
  expect(derived.customer).toMatchObject({ gender: '1', birthDate: '1988-03-15' })
  expect(derived.appraisal.useMonths).toBe('34')
  expect(derived.financing).toMatchObject({
    annualRate: '0.0720',
    repayMethod: 'annuity',
    carPrice: '96000.00',
    downPayment: '19200.00',
    addonAmount: '9200.00',
    financeAmount: '86000.00',
  })
  const result = quoteEntry(derived, sampleProduct, sampleToday)
  expect(result).toMatchObject({
    ok: true,
    quote: {
      monthlyPayment: '2663.30',
      totalInterest: '9878.86',
      feeTotal: '3780.00',
      dti: '0.4303',
      ltv: '0.8000',
    },
  })
})

test.each<[what: string, change: Change, issues: string[]]>([
  [
    'G4 a required field',
    (v) => {
      v.customer.name = ''
    },
    ['G4 customer.name required', 'G4 bankCard.holderName cardHolder'],
  ],
  [
    'G4 the ID number says its own',
    (v) => {
      v.customer.idNo = ''
    },
    ['G4 customer.idNo idRequired', 'G4 customer.gender required', 'G4 customer.birthDate required'],
  ],
  [
    'G4 address code',
    (v) => {
      v.customer.idNo = '990000198803151235'
    },
    ['G4 customer.idNo idAddress', 'G4 customer.gender required', 'G4 customer.birthDate required'],
  ],
  [
    'G4 mobile',
    (v) => {
      v.contacts = v.contacts.map((row) => ({ ...row, mobile: row.mobile.replace('12000000126', '126') }))
    },
    ['G4 contacts.1.mobile mobile'],
  ],
  [
    'G4 a region is whole',
    (v) => {
      v.residence.liveRegion = ['110000']
    },
    ['G4 residence.liveRegion required'],
  ],
  [
    'G4 condition: rent',
    (v) => {
      v.residence.houseType = '3'
    },
    ['G4 residence.monthlyRent required'],
  ],
  [
    'G4 condition: source of other income',
    (v) => {
      v.employment.otherIncome = '1.00'
    },
    ['G4 employment.otherIncomeSource required'],
  ],
  [
    'G4 condition: no employer for the retired',
    (v) => {
      v.employment.employType = '6'
      v.employment.employerName = ''
    },
    [],
  ],
  [
    'G4 condition: ID without end',
    (v) => {
      v.customer.idLongTerm = true
      v.customer.idValidTo = ''
    },
    [],
  ],
  [
    'G4 condition: referrer',
    (v) => {
      v.source.sourceType = '2'
    },
    ['G4 source.referrer required'],
  ],
  [
    'G4 other document: no checksum',
    (v) => {
      Object.assign(v.customer, { idType: '02', idNo: 'E12345678', gender: '1', birthDate: '1988-03-15' })
    },
    [],
  ],
  [
    'G4 future dates',
    (v) => {
      v.appraisal.evalAt = '2025-03-16'
    },
    ['G4 appraisal.evalAt futureDate'],
  ],
  [
    'ID expired',
    (v) => {
      v.customer.idValidTo = '2025-03-15'
    },
    ['G4 customer.idValidTo idExpired'],
  ],
  [
    'ID expires before maturity: a warning',
    (v) => {
      v.customer.idValidTo = '2026-01-01'
    },
    ['~G4 customer.idValidTo idExpiresBeforeMaturity'],
  ],
  [
    'second mobile',
    (v) => {
      v.customer.mobile2 = ' 12000000123'
    },
    ['G4 customer.mobile2 mobile2Same'],
  ],
  [
    'G5 too young',
    (v) => {
      v.customer.idNo = `11010520080316001${idCheckCharacter('11010520080316001')}`
    },
    ['G5 customer.birthDate tooYoung'],
  ],
  [
    'G5 too old at maturity',
    (v) => {
      v.customer.idNo = `11010519490316002${idCheckCharacter('11010519490316002')}`
    },
    ['G5 customer.birthDate ageAtMaturity'],
  ],
  [
    'G5 use months follow the registration, at most 96',
    (v) => {
      v.appraisal.firstRegDate = '2017-02-15'
    },
    ['G4 appraisal.useMonths useMonths'],
  ],
  [
    'G5 exactly 96',
    (v) => {
      v.appraisal.firstRegDate = '2017-03-15'
    },
    [],
  ],
  [
    'G5 down payment too small',
    (v) => {
      v.financing.downRatio = '0.1999'
    },
    ['G5 financing.financeAmount ltvCap', 'G5 financing.downRatio downRatioMin'],
  ],
  [
    'G5 addons over the total cap',
    (v) => {
      v.addons = [{ addonType: 'other', amount: '14400.01', financed: true, payee: '' }]
    },
    ['G5 financing.financeAmount totalCap'],
  ],
  [
    'G5 below the minimum',
    (v) => {
      v.financing.downPayment = '90000.00'
      v.fees = [{ feeCode: 'SVC', amount: '', chargeMode: 'upfront', payer: 'shop' }]
      v.addons = []
      v.financing.depositAmount = ''
    },
    ['G5 financing.financeAmount minAmount'],
  ],
  [
    'G5 down payment above the price',
    (v) => {
      v.financing.downPayment = '96000.01'
    },
    ['G5 financing.downPayment downPaymentTooHigh'],
  ],
  [
    'G5 deposit out of range',
    (v) => {
      v.financing.depositAmount = '8600.01'
    },
    ['G5 financing.depositAmount depositRange'],
  ],
  [
    'G5 term not offered',
    (v) => {
      v.financing.term = '35'
    },
    ['G5 financing.term termNotOffered'],
  ],
  [
    'G5 another product',
    (v) => {
      v.financing.productId = '8'
    },
    ['G5 financing.productId productUnknown'],
  ],
  [
    'G6 spouse missing',
    (v) => {
      v.spouse.name = ''
    },
    ['G4 spouse.name required'],
  ],
  [
    'G6 a foreign spouse',
    (v) => {
      v.spouse.name = "O'NEIL, JEAN-LUC"
      v.spouse.idNo = 'e1234 5670'
    },
    [],
  ],
  [
    'G6 spouse is the customer',
    (v) => {
      v.spouse.name = '李建国'
    },
    ['G6 spouse.name sameName'],
  ],
  [
    'G6 same ID',
    (v) => {
      v.spouse.idNo = '110000198803151235'
    },
    ['G6 spouse.idNo sameIdNo'],
  ],
  [
    'G6 same mobile as another',
    (v) => {
      v.spouse.mobile = '12000000125'
    },
    ['G6 contacts.0.mobile linkedSameMobile'],
  ],
  [
    'G6 an unmarried customer has no spouse to judge',
    (v) => {
      v.residence.maritalStatus = '1'
      v.spouse.name = '李建国'
    },
    [],
  ],
  [
    'G6 one contact',
    (v) => {
      v.contacts = v.contacts.slice(0, 1)
    },
    ['G6 contacts contactsMin'],
  ],
  [
    'G8 debts: a warning',
    (v) => {
      v.employment.monthlyDebt = '6000.00'
    },
    ['~G8 financing.financeAmount dtiHigh'],
  ],
  [
    'G8 annualised rate over the cap',
    (v) => {
      v.fees = [{ feeCode: 'SVC', amount: '30000.00', chargeMode: 'upfront', payer: 'customer' }]
    },
    ['G8 financing.annualRate aprOverCap', 'G5 fees.0.amount feeMax'],
  ],
  [
    'a fee the shop bears does not count',
    (v) => {
      v.fees = [{ feeCode: 'SVC', amount: '30000.00', chargeMode: 'upfront', payer: 'shop' }]
    },
    [],
  ],
  [
    'appraisal too old',
    (v) => {
      v.appraisal.evalAt = '2025-02-12'
    },
    ['G4 appraisal.evalAt evalOld'],
  ],
  [
    'grade D',
    (v) => {
      v.appraisal.evalGrade = 'D'
    },
    ['G4 appraisal.evalGrade evalGrade'],
  ],
  [
    'many transfers: a warning',
    (v) => {
      v.appraisal.transferCount = '4'
    },
    ['~G4 appraisal.transferCount manyTransfers'],
  ],
  [
    'plate and colour',
    (v) => {
      v.vehicle.plateColor = '3'
    },
    ['G4 vehicle.plateColor plateColour'],
  ],
  [
    'VIN from China has its check digit',
    (v) => {
      v.vehicle.vin = 'L1111111111111111'
    },
    ['G4 vehicle.vin vin'],
  ],
  [
    'foreign VIN: a warning',
    (v) => {
      v.vehicle.vin = '11111111211111111'
    },
    ['~G4 vehicle.vin vinCheckDigit'],
  ],
  [
    'model year',
    (v) => {
      v.vehicle.modelYear = '2027'
    },
    ['G4 vehicle.modelYear modelYear'],
  ],
  [
    'card of a stranger',
    (v) => {
      v.bankCard.holderName = '张华'
    },
    ['G4 bankCard.holderName cardHolder'],
  ],
  [
    "the spouse's card",
    (v) => {
      v.bankCard.holderName = '王芳'
    },
    [],
  ],
  [
    'Luhn: a warning',
    (v) => {
      v.bankCard.cardNo = '79927398710'
    },
    ['~G4 bankCard.cardNo bankCardLuhn'],
  ],
  [
    'commercial insurance',
    (v) => {
      v.insurance = []
    },
    ['G4 insurance commercialInsurance'],
  ],
  [
    'policy shorter than a year',
    (v) => {
      v.insurance = v.insurance.map((row) => ({ ...row, endDate: '2026-03-13' }))
    },
    ['G4 insurance.0.endDate policyTerm'],
  ],
])('%s', (_, change, issues) => {
  expect(found(change)).toEqual(issues)
})

test('G5: figures that do not say what their parts say are refused', () => {
  const values = deriveEntry(sampleEntry(), sampleProduct, sampleToday)
  values.financing.financeAmount = '86000.01'
  values.financing.annualRate = '0.0100'
  const { issues } = validateEntry(standardTemplate, values, sampleProduct, {
    today: sampleToday,
    files: sampleFiles,
  })
  expect(issues.map((issue) => issue.key)).toEqual(['rules.financeMismatch', 'rules.rateNotOffered'])
})

test('a product that is not for the car, and none at all', () => {
  expect(found(() => {}, { product: { ...sampleProduct, vehicleKinds: ['new'] } })).toEqual([
    'G5 vehicle.kind vehicleKind',
  ])
  expect(found(() => {}, { product: null })).toContain('G5 financing.productId productUnknown')
})

test('G7: materials, by what the values ask for', () => {
  const { id_front: _, ...files } = sampleFiles
  const missing = judge(() => {}, { files })
  expect(missing.issues.map((issue) => issueText(issue, t))).toEqual(['请上传身份证正面'])
  expect(found(() => {}, { files: { ...sampleFiles, other: 21 } })).toEqual([
    'G7 materials.other tooManyFiles',
  ])
  const { marriage_proof: __, ...unmarried } = sampleFiles
  expect(
    found(
      (v) => {
        v.residence.maritalStatus = '1'
      },
      { files: unmarried },
    ),
  ).toEqual([])
})

test('a new car has no appraisal and no plate, and its price is the net price', () => {
  const change: Change = (values) => {
    Object.assign(values.vehicle, {
      kind: 'new',
      plateNo: 'junk',
      guidePrice: '90000.00',
      invoicePrice: '98000.00',
    })
    values.appraisal.evalPrice = 'junk'
  }
  expect(found(change, { files: { ...sampleFiles, car_order: 1 } })).toEqual([
    '~G4 vehicle.invoicePrice invoiceOverGuide',
  ])
  const values = sampleEntry()
  change(values)
  expect(deriveEntry(values, sampleProduct, sampleToday).financing.carPrice).toBe('98000.00')
  const submitted = submittedEntry(standardTemplate, values)
  expect(submitted.vehicle.plateNo).toBe('')
  expect(submitted.appraisal).toEqual(emptyEntry().appraisal)
})

test('sections show by marriage and car', () => {
  const values = sampleEntry()
  expect(visibleSections(standardTemplate, values).join(' ')).toBe(
    'S1 S2 S3 S4 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
  )
  values.residence.maritalStatus = '1'
  values.vehicle.kind = 'new'
  expect(visibleSections(standardTemplate, values)).not.toEqual(expect.arrayContaining(['S4']))
  expect(visibleSections(standardTemplate, values)).not.toEqual(expect.arrayContaining(['S9']))
  expect(submittedEntry(standardTemplate, values).spouse.name).toBe('')
})

test('what is submitted is the stored form', () => {
  const values = sampleEntry()
  values.customer.idNo = ' 11010519491231002x'
  values.vehicle.plateNo = '京a00123 '
  const submitted = submittedEntry(standardTemplate, values)
  expect(submitted.customer.idNo).toBe('11010519491231002X')
  expect(submitted.vehicle.plateNo).toBe('京A00123')
})

test('a template may require or hide a field', () => {
  const template: Template = {
    ...standardTemplate,
    fields: {
      customer: { email: { required: true }, englishName: { required: true }, ethnic: { hidden: true } },
    },
  }
  expect(
    found(
      (v) => {
        v.customer.ethnic = '\u202e'
      },
      { template },
    ),
  ).toEqual(['G4 customer.englishName englishName', 'G4 customer.email emailRequired'])
  expect(
    found(
      (v) => {
        v.customer.englishName = 'Li Jianguo 2'
        v.customer.email = 'li@example'
      },
      { template },
    ),
  ).toEqual(['G4 customer.englishName englishName', 'G4 customer.email email'])
})

test('messages: at the field, in the list, and as the answer of a 400', () => {
  const { issues, ok } = judge((values) => {
    values.customer.idAddress = ''
    values.spouse.mobile = '12'
    values.contacts = []
  })
  expect(ok).toBe(false)
  expect(issues.map((issue) => issueLine(issue, t))).toEqual([
    '请完善客户身份-身份证地址',
    '配偶-手机号: 请输入正确的手机号码',
    '紧急联系人: 紧急联系人不少于2人',
  ])
  expect(issueFields(issues, t)).toEqual({
    'customer.idAddress': '不能为空',
    'spouse.mobile': '请输入正确的手机号码',
    contacts: '紧急联系人不少于2人',
  })
})

describe('drafts', () => {
  test('are the empty form when there is nothing, and drop what is unknown', () => {
    expect(entryDraft({})).toEqual({ ...emptyEntry(), contacts: [] })
    const draft = entryDraft({ customer: { name: '李', hacked: '1' }, nobody: {} })
    expect(draft.customer).toEqual({ ...emptyEntry().customer, name: '李' })
    expect(draft).not.toHaveProperty('nobody')
  })

  test('take unfinished values, not other shapes', () => {
    expect(entryDraft({ customer: { mobile: '1' }, financing: { term: 'x' } }).financing.term).toBe('x')
    const refused: [raw: unknown, path: string][] = [
      [{ customer: { name: 7 } }, 'customer.name'],
      [{ customer: { name: null } }, 'customer.name'],
      [{ customer: { idLongTerm: 'yes' } }, 'customer.idLongTerm'],
      [{ customer: null }, 'customer'],
      [{ contacts: {} }, 'contacts'],
      [{ contacts: [{}, { mobile: [] }] }, 'contacts.1.mobile'],
      [{ residence: { liveRegion: ['1'.repeat(41)] } }, 'residence.liveRegion'],
      [{ source: { remark: 'a'.repeat(2001) } }, 'source.remark'],
      [{ addons: Array.from({ length: 21 }, () => ({})) }, 'addons'],
      [[], ''],
      [null, ''],
    ]
    for (const [raw, path] of refused) {
      expect(() => entryDraft(raw)).toThrow(expect.objectContaining({ name: 'InputError', field: path }))
    }
  })

  test('an empty form never throws, whatever is asked of it', () => {
    const values = emptyEntry()
    const derived = deriveEntry(values, sampleProduct, sampleToday)
    expect(derived.financing.financeAmount).toBe('')
    expect(
      validateEntry(standardTemplate, derived, sampleProduct, { today: sampleToday, files: {} }).ok,
    ).toBe(false)
    expect(quoteEntry(values, sampleProduct, sampleToday).ok).toBe(false)
  })
})

test('a section judges a row and gives its stored form', () => {
  expect(spouse.check(sampleEntry().spouse)).toEqual([])
  const issues = spouse.check({ ...sampleEntry().spouse, mobile: '', idNo: '1' })
  expect(issues.map(({ field, message }) => [field, message])).toEqual([
    ['idNo', 'rules.idAddress'],
    ['mobile', 'rules.mobileRequired'],
  ])
  expect(spouse.submitted({ ...sampleEntry().spouse, name: ' 王秀英 ' }).name).toBe('王秀英')
})

test('down payment from a ratio', () => {
  expect(downPaymentOf('96000.00', '0.2')).toBe('19200.00')
  expect(downPaymentOf('', '0.2')).toBeNull()
  expect(downPaymentOf('96000.00', '20%')).toBeNull()
})

test('every field has a label in the catalogue, and every label a field', () => {
  const names = Object.keys(sectionsByName) as SectionName[]
  for (const name of names) {
    const labels = Object.keys({ ...entryFields, ...fields }[name])
    const asked = sectionsByName[name].fields.map((field) => field.name)
    const own = name === 'customer' ? [...asked, 'creditAuth'] : asked
    expect(labels.sort()).toEqual(own.sort())
    for (const label of own) expect(t(labelKey(`${name}.${label}`))).not.toBe('')
    expect(sectionTitles).toHaveProperty(sectionsByName[name].code)
    expect(isRepeated(name)).toBe(
      ['coLessees', 'guarantors', 'contacts', 'addons', 'fees', 'insurance'].includes(name),
    )
  }
})

describe('fees and the repayment day of the entry', () => {
  const withFee = (fee: Partial<EntryProduct['feeItems'][number]>): EntryProduct => ({
    ...sampleProduct,
    feeItems: sampleProduct.feeItems.map((item) => (item.code === 'SVC' ? { ...item, ...fee } : item)),
  })
  const feeOf = (product: EntryProduct, change: Change = () => {}) => {
    const values = { ...sampleEntry(), fees: [] }
    change(values)
    const result = quoteEntry(deriveEntry(values, product, sampleToday), product, sampleToday)
    return result.ok && result.quote.fees.find(({ code }) => code === 'SVC')?.amount
  }

  test('a rate is of its basis and keeps its bounds', () => {
    expect(feeOf(withFee({ basis: 'finance_amount' }))).toBe('2580.00')
    expect(feeOf(withFee({ basis: 'car_price' }))).toBe('2880.00')
    expect(feeOf(withFee({ minAmount: '3000.00' }))).toBe('3000.00')
    expect(feeOf(withFee({ maxAmount: '2000.00' }))).toBe('2000.00')
  })

  test('what is typed keeps them too', () => {
    const typed = (text: string) => (values: EntryValues) => {
      values.fees = [{ feeCode: 'SVC', amount: text, chargeMode: 'upfront', payer: 'customer' }]
    }
    const product = withFee({ minAmount: '500.00', maxAmount: '20000.00' })
    expect(found(typed('499.99'), { product })).toContain('G5 fees.0.amount feeMin')
    expect(found(typed('20000.01'), { product })).toContain('G5 fees.0.amount feeMax')
    expect(found(typed('500.00'), { product })).toEqual([])
  })

  test('a fixed repayment day moves the first instalment, and its odd days cost interest', () => {
    const planOn = (repayDay: string) => {
      const values = sampleEntry()
      values.financing.repayDay = repayDay
      const result = quoteEntry(deriveEntry(values, sampleProduct, sampleToday), sampleProduct, sampleToday)
      if (!result.ok) throw new Error(result.field)
      return result.quote.schedule
    }
    const own = planOn('')
    const day = String(Number(own.firstDueDate.slice(8)) - 3)
    const fixed = planOn(day)
    expect(Number(fixed.firstDueDate.slice(8))).toBe(Number(day))
    expect(fixed.totals.interest).not.toBe(own.totals.interest)
  })
})

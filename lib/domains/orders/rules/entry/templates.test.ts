import { fakeIdNo } from '../../../../rules/made-up-numbers.ts'
import { beginEntry } from './begin-entry.ts'
import { boundProduct } from './bound-product.ts'
import { changeProduct } from './change-product.ts'
import { deriveEntry, type EntryProduct, quoteEntry } from './entry-quote.ts'
import { type EntryValues, emptyEntry, rowsOf, type SectionName, sectionsByName } from './entry-values.ts'
import { sampleEntry, sampleFiles, sampleProduct, sampleToday } from './sample-entry.ts'
import { sampleOf } from './sample-templates.ts'
import { overridesFor, visibleSections } from './template-engine.ts'
import { standardTemplate, templateOf, templates } from './templates.ts'
import { validateEntry } from './validate-entry.ts'

const facts = {
  today: sampleToday,
  capitalId: 2,
  plateNo: '京A00123',
  guarantor: { name: '赵强', idNo: '110000198501011230', mobile: '12000000199' },
}
const product = (templateCode: string, own: Partial<EntryProduct> = {}): EntryProduct => ({
  ...sampleProduct,
  templateCode,
  balloonRatioMax: '0.5000',
  ...own,
})

function judged(
  templateCode: string,
  change: (values: EntryValues) => void = () => {},
  own: Partial<EntryProduct> = {},
  lowScore = false,
) {
  const template = templateOf({ templateCode })
  const values = sampleOf(template, sampleEntry(), facts)
  change(values)
  const offered = product(templateCode, own)
  const begun = deriveEntry(values, offered, sampleToday)
  const bound = boundProduct(offered, template, begun)
  const derived = deriveEntry(begun, bound, sampleToday)
  const { issues } = validateEntry(template, derived, bound, {
    today: sampleToday,
    files: sampleFiles,
    lowScore,
  })
  return {
    derived,
    bound,
    issues: issues
      .filter(({ guard, level }) => guard !== 'G7' && level === 'error')
      .map(({ path, key }) => `${path} ${key.replace('rules.', '')}`),
  }
}

test('codes are route names, each once, and each template has the sections of the domain', () => {
  expect(templates.map(({ code }) => code).join(' ')).toBe(
    'shenfen noInsure bd2 hzhcld bdzgcld bdzgcldv2 bdcerld lhdld jdzlld hqxhld bdbzrld',
  )
  const used = sampleEntry()
  const shown = Object.fromEntries(templates.map((one) => [one.code, visibleSections(one, used).join(' ')]))
  expect(shown).toEqual({
    shenfen: 'S1 S2 S3 S4 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
    noInsure: 'S1 S2 S3 S4 S6 S7 S8 S9 S10 S11 S12 S13 S18 S19',
    bd2: 'S1 S2 S3 S4 S7 S8 S9 S10 S15 S11 S12 S13 S14 S14P S18 S19',
    hzhcld: 'S1 S2 S3 S4 S7 S8 S9 S10 S15 S11 S12 S13 S14 S18 S19 S20',
    bdzgcld: 'S1 S2 S3 S4 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
    bdzgcldv2: 'S1 S2 S3 S4 S5 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
    bdcerld: 'S1 S2 S3 S4 S7 S8 S9 S16 S10 S12 S13 S14 S18 S19',
    lhdld: 'S1 S2 S3 S4 S7 S8 S9 S10 S15 S11 S12 S13 S14 S18 S19',
    jdzlld: 'S1 S2 S3 S4 S7 S8 S9 S10 S11 S12 S17 S13 S14 S18 S19',
    hqxhld: 'S1 S2 S3 S4 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
    bdbzrld: 'S1 S2 S3 S4 S6 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
  })
})

test('a low score asks for a guarantor where the template says so', () => {
  expect(judged('noInsure').issues).toEqual([])
  expect(judged('noInsure', undefined, {}, true).issues).toEqual(['guarantors guarantorsMin'])
  expect(judged('shenfen', undefined, {}, true).issues).toEqual([])
})

test('the premium is of the amount before itself, for years begun', () => {
  const { derived } = judged('bd2', (v) => {
    v.financing.term = '36'
  })
  // 76,800.00 of the car and 9,200.00 of addons, at 1.20 % for three years.
  expect(derived.performance).toMatchObject({ premiumRate: '0.0120', years: '3', premium: '3096.00' })
  expect(derived.financing.financeAmount).toBe('89096.00')
})

test('a car is priced by its grade', () => {
  const rate = (evalGrade: string) =>
    judged('bdzgcldv2', (v) => {
      v.appraisal.evalGrade = evalGrade
    }).derived.financing.annualRate
  expect([rate('A'), rate('B'), rate('C')]).toEqual(['0.0660', '0.0780', '0.0960'])
})

test('a co-lessee stands in for the spouse, and the income counts', () => {
  const coLessee = {
    relation: '04',
    name: '李强',
    idNo: '110000199001011236',
    mobile: '12000000188',
    address: '',
    employerName: '示例公司',
    employerTel: '',
    monthlyIncome: '8000.00',
    creditAuth: true,
  }
  const { derived, issues } = judged('bdzgcldv2', (v) => {
    v.coLessees = [coLessee]
    v.spouse.name = ''
  })
  expect(visibleSections(templateOf({ templateCode: 'bdzgcldv2' }), derived)).not.toContain('S4')
  expect(issues.filter((issue) => issue.startsWith('spouse'))).toEqual([])
})

test('whoever signs is of age and born, by the number of his card', () => {
  const childOf = (year: number) => fakeIdNo('11', `${year}-03-16`, 12)
  const coLessee = {
    relation: '04',
    name: '李强',
    idNo: childOf(2099),
    mobile: '12000000188',
    address: '',
    employerName: '示例公司',
    employerTel: '',
    monthlyIncome: '8000.00',
    creditAuth: true,
  }
  const child = (code: string, change: (v: EntryValues) => object) =>
    judged(code, (v) => void Object.assign(v, change(v))).issues.filter((issue) => /TooYoung/.test(issue))
  expect(child('shenfen', (v) => ({ spouse: { ...v.spouse, idNo: childOf(2007) } }))).toEqual([
    'spouse.idNo personTooYoung',
  ])
  expect(child('bdzgcldv2', () => ({ coLessees: [coLessee] }))).toEqual(['coLessees.0.idNo personTooYoung'])
  const { idNo } = coLessee
  expect(child('bdbzrld', (v) => ({ guarantors: v.guarantors.map((row) => ({ ...row, idNo })) }))).toEqual([
    'guarantors.0.idNo personTooYoung',
  ])
  const legal = { idType: '90', legalIdNo: childOf(2010) }
  expect(child('shenfen', (v) => ({ customer: { ...v.customer, ...legal } }))).toEqual([
    'customer.legalIdNo personTooYoung',
  ])
})

test('what the customer keeps of the own car follows from what is wanted, and is not paid', () => {
  const { derived } = judged('bdzgcld', (v) => {
    v.financing.wantedAmount = '50000.00'
  })
  expect(derived.financing).toMatchObject({
    carPrice: '96000.00',
    downPayment: '46000.00',
    financeAmount: '50000.00',
  })
  const { issues } = judged('bdzgcld', (v) => {
    v.financing.wantedAmount = '96000.01'
  })
  expect(issues).toContain('financing.wantedAmount wantedOverPrice')
})

test('a product whose method the template does not know is refused', () => {
  expect(judged('bdcerld', undefined, { repayMethod: 'flat' }).issues).toContain(
    'financing.productId methodNotTaken',
  )
})

test('the spouse guarantees no more than 150,000.00', () => {
  const { issues } = judged('bdbzrld', (v) => {
    v.vehicle.netPrice = '300000.00'
    v.appraisal.evalPrice = '300000.00'
    v.guarantors = v.guarantors.map((row) => ({ ...row, relation: '01' }))
  })
  expect(issues).toContain('guarantors.0.relation guarantorSpouse')
})

test('a spouse who guarantees signs on the phone that the spouse has', () => {
  const as = (mobile: (v: EntryValues) => string) =>
    judged('bdbzrld', (v) => {
      const { name, idNo } = v.spouse
      v.guarantors = v.guarantors.map((row) => ({ ...row, relation: '01', name, idNo, mobile: mobile(v) }))
    }).issues
  expect(as((v) => v.customer.mobile)).toContain('guarantors.0.mobile spouseMobile')
  expect(as((v) => v.spouse.mobile)).not.toContain('guarantors.0.mobile spouseMobile')
})

test('bd2 and an enterprise want an English name and an e-mail address, nobody else does', () => {
  const wanted = ['customer.englishName englishName', 'customer.email emailRequired']
  const without = (v: EntryValues) => Object.assign(v.customer, { englishName: '', email: '' })
  expect(judged('bd2', without).issues).toEqual(expect.arrayContaining(wanted))
  expect(
    judged('shenfen', (v) => Object.assign(without(v), { idType: '90', idNo: '91000000MA00000157' })).issues,
  ).toEqual(expect.arrayContaining(wanted))
  expect(judged('shenfen', without).issues).toEqual([])
})

test('an enterprise is S1E, and its legal person is a guarantor; two templates take none', () => {
  const enterprise = (v: EntryValues) => {
    Object.assign(v.customer, {
      idType: '90',
      name: '示例物流有限公司',
      idNo: '91000000MA00000157',
      idLongTerm: true,
      legalName: '赵强',
      legalIdNo: facts.guarantor.idNo,
      legalMobile: '12000000199',
      englishName: 'Shili Logistics',
      email: 'a@example.com',
    })
    v.bankCard.holderName = '示例物流有限公司'
    v.insurance = v.insurance.map((row) => ({ ...row, insuredname: '示例物流有限公司' }))
  }
  const { derived, issues } = judged('shenfen', enterprise)
  expect(visibleSections(standardTemplate, derived).join(' ')).toBe(
    'S1E S6 S7 S8 S9 S10 S11 S12 S13 S14 S18 S19',
  )
  expect(issues).toEqual(
    expect.arrayContaining(['guarantors legalGuarantor', 'bankCard.bankBranch required']),
  )
  for (const code of ['bd2', 'bdcerld'])
    expect(judged(code, enterprise).issues).toContain('customer.idType enterpriseNotTaken')
})

describe('what the maker bears of the interest', () => {
  const zero = { '12': '0.0000', '24': '0.0000', '36': '0.0000', '48': '0.0000' }
  const none = {
    funderShare: null,
    funderRate: null,
    subsidyRate: null,
    subsidyAmount: null,
    directCostRatio: '0',
  }
  const ofOrder = (mode: string, own: object, offered: Partial<EntryProduct>) => {
    const { bound, derived, issues } = judged(
      'jdzlld',
      (v) => Object.assign(v.subsidy, { mode, oemName: '示例主机厂', ...own }),
      offered,
    )
    const quoted = quoteEntry(derived, bound, sampleToday)
    const said = issues.filter((issue) => issue.startsWith('subsidy'))
    return { subsidy: quoted.ok ? quoted.quote.parties?.subsidy : undefined, said }
  }
  const plain = { parties: none }
  const free = { parties: { ...none, subsidyRate: '0.0540' }, rateTable: zero }

  test('is what the order says, whatever its product proposed', () => {
    const points = { parties: { ...none, subsidyRate: '0.0300' } }
    expect(ofOrder('none', {}, points)).toEqual({ subsidy: null, said: [] })
    expect(ofOrder('fixed', { subsidyAmount: '1500.00' }, points)).toEqual({ subsidy: '1500.00', said: [] })
    const typed = ofOrder('rate', { subsidyRate: '0.0300' }, plain).subsidy
    expect(typed).toMatch(/^\d+\.\d\d$/)
    expect(typed).not.toBe(ofOrder('rate', { subsidyRate: '0.0100' }, plain).subsidy)
  })

  test('is all of it where the customer pays none, and never otherwise', () => {
    expect(ofOrder('full', {}, free)).toEqual({ subsidy: expect.stringMatching(/^\d+\.\d\d$/), said: [] })
    expect(ofOrder('none', {}, free).said).toEqual(['subsidy.mode subsidyOfProduct'])
    expect(ofOrder('full', {}, plain).said).toEqual(['subsidy.mode subsidyNotFull'])
  })

  test('begins with what the product says, and stays as it was typed', () => {
    const begun = (offered: Partial<EntryProduct>, mode = '', templateCode = 'jdzlld') => {
      const values = sampleOf(templateOf({ templateCode: 'jdzlld' }), sampleEntry(), facts)
      const subsidy = { ...values.subsidy, mode }
      return beginEntry({ ...values, subsidy }, product(templateCode, offered), sampleToday).subsidy
    }
    expect(begun(free).mode).toBe('full')
    expect(begun({ parties: { ...none, subsidyRate: '0.0300' } })).toMatchObject({
      mode: 'rate',
      subsidyRate: '0.0300',
    })
    expect(begun({ parties: { ...none, subsidyAmount: '800.00' } })).toMatchObject({
      mode: 'fixed',
      subsidyAmount: '800.00',
    })
    expect(begun(plain).mode).toBe('none')
    expect(begun(free, 'none').mode).toBe('none')
    expect(begun(free, '', 'shenfen').mode).toBe('')
  })
})

test('another product keeps what it also has, names the rest and empties it', () => {
  const template = templateOf({ templateCode: 'bd2' })
  const values = sampleOf(template, sampleEntry(), facts)
  const begun = deriveEntry(values, product('bd2'), sampleToday)
  const other = product('noInsure', { id: 8, terms: [12, 24], feeItems: [] })
  const { values: next, dropped } = changeProduct(begun, template, other)
  expect(dropped).toEqual([{ section: 'S15' }, { section: 'S14' }, { section: 'S14P' }, { term: '36' }])
  expect(next.customer).toEqual(begun.customer)
  expect(next.insurance).toEqual([])
  expect(next.performance.planCode).toBe('')
  expect(next.financing).toMatchObject({ productId: '8', term: '' })
  expect(changeProduct(next, templateOf(other), product('shenfen')).dropped).toEqual([])
})

test('a limit binds twice as it binds once', () => {
  for (const template of templates) {
    const values = sampleOf(template, sampleEntry(), facts)
    const once = boundProduct(product(template.code), template, values)
    expect(boundProduct(once, template, values)).toEqual(once)
  }
})

test('an enterprise is asked at marked fields alone, and holds its account in its registered name', () => {
  const name = '示例(中国)新能源汽车租赁第2有限公司'.padEnd(80, '公')
  for (const template of templates.filter(({ guards }) => guards.enterprises)) {
    const empty = emptyEntry()
    const customer = { ...empty.customer, idType: '90', name }
    const values = { ...empty, customer, bankCard: { ...empty.bankCard, holderName: name } }
    const { issues } = validateEntry(template, values, null, { today: facts.today, files: {} })
    expect(issues.filter(({ path }) => path === 'bankCard.holderName')).toEqual([])
    const unmarked = issues
      .filter(({ missing, level }) => missing && level === 'error')
      .filter(({ path }) => {
        const [section = '', ...rest] = path.split('.')
        const known = sectionsByName[section as SectionName]
        const spec = known?.fields.find((field) => field.name === rest.at(-1))
        const row = rowsOf(values, section as SectionName).find((one) => path.startsWith(`${one.path}.`))?.row
        const overrides = overridesFor(template, section as SectionName, customer)
        return spec && row && !known.state(spec, row, overrides).required
      })
    expect([template.code, unmarked.map(({ path }) => path)]).toEqual([template.code, []])
  }
})

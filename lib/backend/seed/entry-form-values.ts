import type { ProductTerms } from '../../contracts/products.ts'
import { addDays, addMonths, monthsBetween } from '../../rules/business-date.ts'
import { times } from '../../rules/money.ts'
import { carPriceOf } from '../../rules/order-entry/entry-quote.ts'
import { type EntryValues, emptyEntry } from '../../rules/order-entry/entry-values.ts'
import { entryFromIntake, type IntakeValues } from '../../rules/order-entry/intake.ts'
import type { Quote } from '../../rules/quote.ts'
import { type OrderQuote, quoteOrder } from '../applications/order-quote.ts'
import { carValues } from './cars.ts'
import { drawOf } from './generator.ts'
import type { HandMade } from './hand-made.ts'
import { fakeCardNo } from './identifiers.ts'
import { nameOf, type Person, personOf, relativeRow } from './people.ts'
import type { Place, Shop } from './places.ts'

/** The order-entry form's values of a demo order: one that may be submitted, with every calculated field. */

const draw = drawOf('entry')

export type EntrySubject = {
  row: number
  /** Of VIN, plate and the like. */
  serial: number
  person: Person
  customerRow: number
  place: Place
  shop: Shop
  intake: IntakeValues
  product: ProductTerms
  term: number
  /** Business date of the submit. */
  today: string
  made: HandMade | undefined
}

export type SeededEntry = { values: EntryValues; quote: Quote; quoted: OrderQuote; product: ProductTerms }

/** What makes a quote keep the product's limits, one after the other: small amounts bear fees and deposit badly. */
const softer: readonly { deposit?: string; downRatio?: string; longest?: boolean }[] = [
  {},
  { deposit: '0.00' },
  { deposit: '0.00', downRatio: '0.2000' },
  { deposit: '0.00', downRatio: '0.2000', longest: true },
]

/** @throws {Error} when no product of the place takes the car, which a test keeps from happening */
export function entryOf(subject: EntrySubject): SeededEntry {
  for (const { deposit, downRatio, longest } of softer) {
    const product = longest ? longestProduct(subject.place) : subject.product
    const term = longest ? Math.max(...product.terms) : subject.term
    const values = valuesOf({ ...subject, product, term }, { deposit, downRatio })
    const quoted = quoteOrder(values, product, subject.today)
    if (!quoted || quoted.quote.breaches.some(({ blocking }) => blocking)) continue
    const { quote } = quoted
    return { values: withFigures(values, product, quote, subject.today), quote, quoted, product }
  }
  throw new Error(`order row ${subject.row} fits no product`)
}

function longestProduct({ products }: Place): ProductTerms {
  const [longest] = products.toSorted((a, b) => Math.max(...b.terms) - Math.max(...a.terms))
  if (!longest) throw new Error('there is no product')
  return longest
}

/** As `deriveEntry` of the rules would, from the one quote that was made already. */
function withFigures(values: EntryValues, product: ProductTerms, quote: Quote, today: string): EntryValues {
  const registered = values.appraisal.firstRegDate
  return {
    ...values,
    appraisal: {
      ...values.appraisal,
      useMonths: registered === '' ? '' : String(monthsBetween(registered, today)),
    },
    financing: {
      ...values.financing,
      repayMethod: product.repayMethod,
      paymentTiming: product.paymentTiming,
      annualRate: product.repayMethod === 'flat' ? '' : (product.rateTable[values.financing.term] ?? ''),
      downPayment: quote.downPayment,
      downRatio: quote.downRatio,
      addonAmount: quote.addonAmount,
      financeAmount: quote.financeAmount,
    },
  }
}

type Softening = { deposit?: string; downRatio?: string }

function valuesOf(subject: EntrySubject, { deposit, downRatio }: Softening): EntryValues {
  const { row, person, intake, made, product, term, today, serial } = subject
  const base: EntryValues = {
    ...entryFromIntake(intake),
    ...carValues(row, serial, today),
  }
  const e1 = made?.e1 ? e1Values(base) : {}
  const priced: EntryValues = { ...base, ...e1 }
  const addons = made?.e1 ? priced.addons : addonsOf(row, priced)
  const financed = addons.reduce((total, addon) => total + (addon.financed ? Number(addon.amount) : 0), 0)
  const price = carPriceOf(priced) ?? '0.00'
  const ratio = made?.e1
    ? '0.2000'
    : (downRatio ?? draw.pick('down', row, ['0.2000', '0.2000', '0.2500', '0.3000', '0.4000']))
  const loan = Number(price) - Number(times(price, ratio)) + financed
  const share = draw.pick('deposit', row, [0, 0, 0.05, 0.1])
  const rented = draw.chance('rented', row, 15)
  return {
    ...priced,
    customer: {
      ...priced.customer,
      gender: person.gender,
      birthDate: person.birthDate,
      ethnic: '汉',
      email: draw.chance('email', row, 30) ? `c${row}@example.com` : '',
    },
    residence: residenceOf(subject, rented),
    ...employmentOf(subject, loan / term),
    ...peopleOf(subject),
    financing: {
      ...priced.financing,
      productId: String(product.id),
      term: String(term),
      carPrice: price,
      downRatio: ratio,
      // Whole hundreds, so never above the share.
      depositAmount: made?.e1 ? '8600.00' : (deposit ?? `${Math.floor((loan * share) / 100) * 100}.00`),
    },
    addons,
    fees: [
      { feeCode: 'SVC', amount: '', chargeMode: 'upfront', payer: 'customer' },
      { feeCode: 'GPS', amount: made?.e1 ? '1200.00' : '', chargeMode: 'upfront', payer: 'customer' },
    ],
    bankCard: {
      holderName: person.name,
      cardNo: fakeCardNo(subject.customerRow),
      bankCode: draw.pick('bank', row, ['DEMO', 'DEMOA', 'DEMOB']),
      bankBranch: '示例支行',
      region: [...subject.shop.region.slice(0, 2)],
      reservedMobile: person.mobile,
      bindChannel: draw.pick('channel', row, ['deduct_a', 'deduct_b']),
    },
    insurance: policiesOf(subject, price, addons[0]?.amount ?? '3000.00'),
    source: sourceOf(row, made),
  }
}

/** Car and addons of loan E1 of domain.md 4: 96,000.00, a fifth down, 9,200.00 added. */
function e1Values(base: EntryValues): Partial<EntryValues> {
  return {
    vehicle: {
      ...base.vehicle,
      kind: 'new',
      netPrice: '96000.00',
      invoicePrice: '96000.00',
      guidePrice: '99800.00',
      plateNo: '',
      plateColor: '',
    },
    appraisal: emptyEntry().appraisal,
    addons: [
      { addonType: 'commercial_insurance', amount: '4200.00', financed: true, payee: '示例保险甲' },
      { addonType: 'purchase_tax', amount: '5000.00', financed: true, payee: '' },
    ],
  }
}

function addonsOf(row: number, { vehicle }: EntryValues): EntryValues['addons'] {
  const premium =
    1000 + Math.floor((Number(vehicle.netPrice) * (2 + draw.mod('premium', row, 2))) / 10_000) * 100
  const addons = [
    {
      addonType: 'commercial_insurance',
      amount: `${premium}.00`,
      financed: draw.chance('premiumIn', row, 70),
      payee: '示例保险甲',
    },
  ]
  if (vehicle.purchaseTax !== '') {
    addons.push({
      addonType: 'purchase_tax',
      amount: vehicle.purchaseTax,
      financed: draw.chance('taxIn', row, 50),
      payee: '',
    })
  }
  if (draw.chance('decoration', row, 10)) {
    addons.push({ addonType: 'decoration', amount: '400.00', financed: true, payee: '示例车行' })
  }
  return addons
}

function residenceOf(
  { row, customerRow, shop, person, today, made }: EntrySubject,
  rented: boolean,
): EntryValues['residence'] {
  const driver = draw.chance('driver', row, 85)
  return {
    ...emptyEntry().residence,
    maritalStatus: isMarried(customerRow) ? '2' : draw.pick('single', customerRow, ['1', '1', '3', '4']),
    education: draw.pick('education', row, ['2', '3', '3', '4', '4', '5', '6']),
    hukouType: draw.pick('hukou', row, ['1', '2', '3']),
    localHukou: draw.chance('local', row, 70),
    liveRegion: [...shop.region],
    liveAddress: made?.longest
      ? `${'示例路'.padEnd(119, '示例')}号`
      : `示例路${1 + draw.mod('live', customerRow, 900)}号`,
    liveSince: addDays(today, -(200 + draw.mod('liveSince', row, 4000))),
    houseType: rented ? '3' : draw.pick('house', row, ['1', '2', '2', '4', '6']),
    houseOwner: rented ? '' : draw.pick('owner', row, ['1', '1', '2', '3']),
    monthlyRent: rented ? `${1000 + draw.mod('rent', row, 20) * 100}.00` : '',
    hasDriverLicense: driver,
    driverLicenseNo: driver ? person.idNo : '',
    driverLicenseClass: driver ? draw.pick('licence', row, ['C1', 'C1', 'C1', 'C2', 'B2']) : '',
  }
}

const isMarried = (customerRow: number) => draw.chance('married', customerRow, 62)

/** An income that bears the instalment, about `perMonth`, with room. */
function employmentOf({ row, today, made }: EntrySubject, perMonth: number): Pick<EntryValues, 'employment'> {
  const employType = draw.pick('employ', row, ['1', '1', '1', '1', '2', '3', '3', '4', '5', '6'])
  const employed = employType !== '5' && employType !== '6'
  const debt = draw.mod('debt', row, 30) * 100
  const least = (perMonth * 1.15 + debt) / (0.4 + draw.mod('burden', row, 25) / 100)
  const income = Math.ceil(Math.max(least, 4000 + draw.mod('income', row, 90) * 100) / 100) * 100
  const other = draw.chance('other', row, 20)
  return {
    employment: {
      ...emptyEntry().employment,
      employType,
      ...(employed && {
        employerName: made?.longest
          ? `${'示例'.repeat(38)}有限公司`
          : `示例${draw.pick('trade', row, ['科技', '商贸', '物流', '餐饮', '建材', '制造'])}有限公司`,
        employerNature: draw.pick('nature', row, ['1', '2', '5', '5', '5', '6']),
        industry: draw.pick('industry', row, ['C', 'E', 'F', 'G', 'H', 'I', 'P', 'S']),
        position: draw.pick('position', row, ['工程师', '销售', '司机', '店长', '会计', '教师']),
        jobLevel: draw.pick('level', row, ['1', '3', '4', '4', '5']),
        employSince: addDays(today, -(150 + draw.mod('employSince', row, 3500))),
        employerTel: `010-${String(draw.mod('tel', row, 1_000_000)).padStart(8, '0')}`,
        employerAddress: `示例路${1 + draw.mod('work', row, 900)}号`,
      }),
      monthlyIncome: `${income}.00`,
      otherIncome: other ? '1500.00' : '0.00',
      otherIncomeSource: other ? '房租' : '',
      monthlyDebt: `${debt}.00`,
    },
  }
}

/** Somebody around the customer, with another name. */
function relative(customerRow: number, kind: Parameters<typeof relativeRow>[1], name: string): number {
  const row = relativeRow(customerRow, kind)
  return nameOf(row) === name ? row + 50_000_000 : row
}

function peopleOf({ row, person, customerRow }: EntrySubject): Pick<EntryValues, 'spouse' | 'contacts'> {
  const spouse = emptyEntry().spouse
  const other = personOf(relative(customerRow, 'spouse', person.name))
  const contact = (kind: 'emergency1' | 'emergency2', relations: readonly string[]) => {
    const { name, mobile } = personOf(relative(customerRow, kind, person.name))
    return {
      relation: draw.pick(`relation ${kind}`, row, relations),
      name,
      mobile,
      address: `示例路${1 + draw.mod(`address ${kind}`, row, 900)}号`,
      knowsLoan: draw.chance(`knows ${kind}`, row, 80),
    }
  }
  return {
    spouse: isMarried(customerRow)
      ? { ...spouse, name: other.name, idNo: other.idNo, mobile: other.mobile, creditAuth: true }
      : spouse,
    contacts: [contact('emergency1', ['02', '04', '05']), contact('emergency2', ['06', '07', '07'])],
  }
}

function policiesOf(
  { person, place, today, row }: EntrySubject,
  price: string,
  premium: string,
): EntryValues['insurance'] {
  const common = {
    insurer: draw.pick('insurer', row, ['DEMO1', 'DEMO2', 'DEMO3']),
    policyNo: '',
    insuredname: person.name,
    identifynumber: person.idNo,
    startDate: today,
    endDate: addDays(addMonths(today, 12), -1),
  }
  return [
    { ...common, insType: '2', premium, sumInsured: price, beneficiary: place.tenant.name },
    { ...common, insType: '1', premium: '950.00', sumInsured: '200000.00', beneficiary: '' },
  ]
}

function sourceOf(row: number, made: HandMade | undefined): EntryValues['source'] {
  const sourceType = draw.pick('source', row, ['1', '1', '1', '2', '3', '4', '5'])
  return {
    sourceType,
    referrer: sourceType === '2' ? nameOf(relativeRow(row, 'guarantor')) : '',
    intentionLevel: draw.pick('intention', row, ['1', '1', '2', '3']),
    priority: draw.chance('priority', row, 5),
    remark: made?.longest ? '示例备注'.repeat(125) : '',
  }
}

import { addMonths, monthsBetween } from '../../rules/business-date.ts'
import { fakeCardNo, fakePlate } from '../../rules/made-up-numbers.ts'
import { compareMoney, r2, times } from '../../rules/money.ts'
import { boundProduct } from '../orders/rules/entry/bound-product.ts'
import { carPriceOf, deriveEntry } from '../orders/rules/entry/entry-quote.ts'
import { type EntryValues, emptyEntry } from '../orders/rules/entry/entry-values.ts'
import { productFees } from '../orders/rules/entry/fees.ts'
import type { IntakeValues } from '../orders/rules/entry/intake.ts'
import { entryFromIntake } from '../orders/rules/entry/intake-handover.ts'
import { guarantorRow, sampleOf } from '../orders/rules/entry/sample-templates.ts'
import { submittedEntry } from '../orders/rules/entry/template-engine.ts'
import { standardTemplate, templateOf } from '../orders/rules/entry/templates.ts'
import type { Quote } from '../orders/rules/quote.ts'
import { type OrderQuote, quoteOrder } from '../orders/service/order-quote.ts'
import type { ProductTerms } from '../products/contract.ts'
import { carValues } from './cars.ts'
import { addonsOf, employmentOf, peopleOf, policiesOf, residenceOf, sourceOf } from './entry-sections.ts'
import { drawOf } from './generator.ts'
import type { HandMade } from './hand-made.ts'
import { type Person, personOf, relativeRow } from './people.ts'
import { fundersFor, type Place, type Shop } from './places.ts'

/** The order-entry form's values of a demo order: one that may be submitted, with every calculated field. */

const draw = drawOf('entry')

/** Shared by all orders: what is taken from it is written into rows and never changed. */
export const blank = emptyEntry()

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

/**
 * Everything that makes a quote keep the product's limits, one after the other: small amounts bear fees and deposit
 * badly.
 */
const softer: readonly { deposit?: string; downRatio?: string; longest?: boolean }[] = [
  {},
  { deposit: '0.00' },
  { deposit: '0.00', downRatio: '0.2000' },
  { deposit: '0.00', downRatio: '0.2000', longest: true },
]

/** @throws {Error} when no product of the place takes the car, which a test keeps from happening */
export function entryOf(subject: EntrySubject): SeededEntry {
  for (const { deposit, downRatio, longest } of softer) {
    const offered = longest ? longestProduct(subject) : subject.product
    const term = longest ? Math.max(...offered.terms) : subject.term
    const standard = valuesOf({ ...subject, product: offered, term }, { deposit, downRatio })
    const { values, product } = inTemplate(standard, offered, subject)
    const quoted = quoteOrder(values, product, subject.today)
    if (!quoted || quoted.quote.breaches.some(({ blocking }) => blocking)) continue
    const { quote } = quoted
    // A template that finances less of the car takes less of a deposit too.
    if (compareMoney(quote.depositAmount, r2(times(quote.financeAmount, product.depositRatioMax))) > 0)
      continue
    return { values: withFigures(values, product, quote, subject.today), quote, quoted, product }
  }
  throw new Error(`order row ${subject.row} fits no product`)
}

/** A standard entry as the product's template has it. */
function inTemplate(
  standard: EntryValues,
  product: ProductTerms,
  { today, place, serial, customerRow, person }: EntrySubject,
): { values: EntryValues; product: ProductTerms } {
  const template = templateOf(product)
  if (template.code === standardTemplate.code && !person.legal) return { values: standard, product }
  const facts = {
    today,
    capitalId: fundersFor(place, product)[0] ?? 0,
    plateNo: fakePlate(serial, '1'),
    guarantor: personOf(relativeRow(customerRow, 'guarantor')),
    product,
  }
  const sample = sampleOf(template, { ...standard, fees: productFees(product) }, facts)
  const begun = deriveEntry(sample, product, today)
  const bound = boundProduct(product, template, begun)
  return { values: submittedEntry(template, deriveEntry(begun, bound, today)), product: bound }
}

function longestProduct({ place: { products }, product: { templateCode } }: EntrySubject): ProductTerms {
  const [longest] = products
    .filter((one) => one.templateCode === templateCode)
    .toSorted((a, b) => Math.max(...b.terms) - Math.max(...a.terms))
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
    ...entryFromIntake(intake, blank),
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
      ...(person.legal
        ? enterpriseFacts(person.legal, today)
        : { gender: person.gender, birthDate: person.birthDate, ethnic: '汉' }),
      email: person.legal || draw.chance('email', row, 30) ? `c${row}@example.com` : '',
    },
    residence: residenceOf(subject, rented),
    ...employmentOf(subject, loan / term),
    ...peopleOf(subject),
    guarantors: person.legal ? [{ ...guarantorRow(person.legal, today), relation: '99' }] : [],
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
    appraisal: blank.appraisal,
    addons: [
      { addonType: 'commercial_insurance', amount: '4200.00', financed: true, payee: '示例保险甲' },
      { addonType: 'purchase_tax', amount: '5000.00', financed: true, payee: '' },
    ],
  }
}

/** Everything that the licence of an enterprise says of it, and who stands for it. */
function enterpriseFacts(
  legal: NonNullable<Person['legal']>,
  today: string,
): Partial<EntryValues['customer']> {
  return {
    legalName: legal.name,
    legalIdNo: legal.idNo,
    legalMobile: legal.mobile,
    contactName: legal.name,
    establishedOn: addMonths(today, -70),
    regCapital: '2000000.00',
    businessScope: '道路货物运输',
    englishName: 'Shili Logistics',
    employees: '36',
    annualRevenue: '9600000.00',
    businessAddress: '示例路200号',
  }
}

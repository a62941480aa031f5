import { addDays, addMonths } from '../../../../rules/business-date.ts'
import { r2, times } from '../../../../rules/money.ts'
import { carPriceOf, type EntryProduct } from './entry-quote.ts'
import { type EntryValues, entryDraft } from './entry-values.ts'
import { jointLiability } from './guarantors.ts'
import { proposedSubsidy } from './subsidy-terms.ts'
import type { Template } from './template.ts'

/** A finished entry of the standard template made one of another template: for the demo and for tests. */

type Person = { name: string; idNo: string; mobile: string }

export type SampleFacts = {
  /** Business date of the submit, YYYY-MM-DD. */
  today: string
  /** The party whose money it is where the template asks. */
  capitalId: number
  /** Somebody who is nobody else on the order. */
  guarantor: Person
  plateNo: string
  /** The party whose subsidy the order has; none unless told. */
  product?: Pick<EntryProduct, 'parties' | 'rateTable'>
}

/** Everything that is on the street already, for templates of used cars. */
function asUsed(values: EntryValues, { today, plateNo }: SampleFacts): EntryValues {
  if (values.vehicle.kind === 'used') return values
  const { netPrice } = values.vehicle
  return {
    ...values,
    // The tax was paid long ago.
    addons: values.addons.filter(({ addonType }) => addonType !== 'purchase_tax'),
    vehicle: {
      ...values.vehicle,
      kind: 'used',
      plateNo,
      plateColor: '1',
      energy: '1',
      purchaseTax: '',
      invoiceNo: '',
      invoiceDate: '',
    },
    appraisal: {
      ...values.appraisal,
      evalPrice: netPrice,
      evalOrg: '示例评估',
      evalAt: addDays(today, -5),
      evalGrade: 'B',
      firstRegDate: addMonths(today, -20),
      mileageKm: '21000',
      transferCount: '0',
    },
  }
}

const asNew = (values: EntryValues): EntryValues =>
  values.vehicle.kind === 'new'
    ? values
    : {
        ...values,
        vehicle: { ...values.vehicle, kind: 'new', plateNo: '', plateColor: '' },
        appraisal: entryDraft({}).appraisal,
      }

const share = (values: EntryValues, ratio: string) => r2(times(carPriceOf(values) ?? '0', ratio))
const least = (a: string, b: string) => (Number(a) < Number(b) ? a : b)
const hundreds = (amount: string) => `${Math.floor(Number(amount) / 100) * 100}.00`

type Change = (values: EntryValues, facts: SampleFacts) => Partial<EntryValues>

const funded: Change = ({ funding }, { capitalId }) => ({
  funding: { ...funding, capitalId: String(capitalId) },
})

/** Somebody who stands for the loan with an income that bears it. */
export const guarantorRow = (
  { name, idNo, mobile }: Person,
  today: string,
): EntryValues['guarantors'][number] => ({
  relation: '04',
  name,
  idNo,
  mobile,
  idLongTerm: false,
  idValidTo: addMonths(today, 120),
  employerName: '示例贸易有限公司',
  employerTel: '',
  monthlyIncome: '90000.00',
  address: '示例路9号',
  guaranteeType: jointLiability,
  guaranteeAmount: '',
  creditAuth: true,
})

const withGuarantor: Change = (_values, { guarantor, today }) => ({
  guarantors: [guarantorRow(guarantor, today)],
})

/** Everything that the maker bears by the product, as its order says it. */
const ofMaker = ({ subsidy }: EntryValues, { product }: SampleFacts): EntryValues['subsidy'] => {
  const own = product?.parties ? proposedSubsidy(subsidy, product) : { ...subsidy, mode: 'none' }
  return own.mode === 'none' ? own : { ...own, oemName: '示例主机厂', approvalNo: 'TX20250001' }
}

/** The car's own owner wants a part of its price as money. */
const owned =
  (ratio: string, most = '9999999.00'): Change =>
  (values, { today }) => ({
    vehicle: {
      ...values.vehicle,
      ownerName: values.customer.name,
      regCertNo: '110000000123',
      invoiceDate: addDays(today, -200),
    },
    appraisal: { ...values.appraisal, ownerName: '', regCertNo: '' },
    bankCard: { ...values.bankCard, holderName: values.customer.name },
    financing: {
      ...values.financing,
      wantedAmount: hundreds(least(share(values, ratio), most)),
      depositAmount: '',
    },
    addons: [],
  })

const changes: Readonly<Record<string, Change>> = {
  noInsure: ({ financing }) => ({
    insurance: [],
    financing: { ...financing, downPayment: '', downRatio: '0.3000', depositAmount: '' },
  }),
  bd2: (values, facts) => ({
    ...funded(values, facts),
    customer: { ...values.customer, englishName: 'Shi Li', email: 'a@example.com' },
    performance: { ...values.performance, insurer: 'DEMO1', planCode: 'basic', financed: true },
    financing: { ...values.financing, depositAmount: '' },
  }),
  hzhcld: (values, facts) => ({
    ...funded(values, facts),
    custom: { partnerNo: 'HZ20250001', partnerStaff: '' },
    financing: { ...values.financing, downPayment: '', downRatio: '0.3000' },
  }),
  bdzgcld: owned('0.6'),
  bdzgcldv2: owned('0.6'),
  bdcerld: (values, facts) => ({
    ...owned('0.25', '40000.00')(values, facts),
    vehicle: values.vehicle,
    appraisal: values.appraisal,
    insurance: [],
    firstLoan: {
      lender: '示例银行A',
      contractNo: 'DK20240001',
      idNo: values.customer.idNo,
      vin: values.vehicle.vin,
      remainingPrincipal: hundreds(share(values, '0.3')),
      monthlyPayment: '1200.00',
      remainingTerm: '48',
      overdueCount: '0',
    },
  }),
  lhdld: ({ funding }, { capitalId }) => ({
    funding: { ...funding, capitalId: String(capitalId), ownShare: '0.3000', funderShare: '0.7000' },
  }),
  jdzlld: (values, facts) => ({
    financing: {
      ...values.financing,
      purchasePrice: '100.00',
      endOfTerm: 'buy',
      depositAmount: '',
      depositOffset: true,
    },
    subsidy: ofMaker(values, facts),
  }),
  hqxhld: (values, facts) => ({
    financing: {
      ...values.financing,
      balloonAmount: hundreds(share(values, '0.2')),
      maturityOption: 'full',
      depositAmount: '',
    },
    subsidy: ofMaker(values, facts),
  }),
  bdbzrld: withGuarantor,
}

/** The values with what the template asks beside the standard one, and without what it does not ask. */
export function sampleOf({ code, limits }: Template, standard: EntryValues, facts: SampleFacts): EntryValues {
  const { vehicleKinds = ['new', 'used'] } = limits
  // An old car is worth no balloon.
  const fitting = !vehicleKinds.includes('new')
    ? asUsed(standard, facts)
    : vehicleKinds.includes('used') && code !== 'hqxhld'
      ? standard
      : asNew(standard)
  return { ...fitting, ...changes[code]?.(fitting, facts) }
}

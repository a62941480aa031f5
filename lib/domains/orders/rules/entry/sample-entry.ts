import type { EntryProduct } from './entry-quote.ts'
import { type EntryValues, emptyEntry } from './entry-values.ts'

/** A finished entry and its product for tests: the used car and figures of loan E1 in domain.md. */

export const sampleToday = '2025-03-15'

export const sampleProduct: EntryProduct = {
  id: 7,
  templateCode: 'shenfen',
  vehicleKinds: ['new', 'used'],
  repayMethod: 'annuity',
  paymentTiming: 'arrears',
  dayCount: '30/360',
  instRounding: 'cent',
  terms: [12, 24, 36, 48],
  rateTable: { '12': '0.0660', '24': '0.0690', '36': '0.0720', '48': '0.0750' },
  minAmount: '20000.00',
  maxAmount: '500000.00',
  ltvCap: '0.8000',
  totalCap: '0.9500',
  downRatioMin: '0.2000',
  depositRatioMin: '0.0000',
  depositRatioMax: '0.1000',
  balloonRatioMax: '0.0000',
  feeItems: [
    {
      code: 'SVC',
      rate: '0.0300',
      amount: null,
      chargeMode: 'upfront',
      inApr: true,
      basis: 'finance_amount',
      minAmount: '0.00',
      maxAmount: '20000.00',
    },
    {
      code: 'GPS',
      rate: null,
      amount: '1200.00',
      chargeMode: 'upfront',
      inApr: true,
      basis: 'finance_amount',
      minAmount: null,
      maxAmount: null,
    },
  ],
  aprCap: '0.2400',
}

export const sampleFiles: Readonly<Record<string, number>> = {
  id_front: 1,
  id_back: 1,
  credit_auth: 1,
  auth_signing_photo: 1,
  marriage_proof: 1,
  reg_cert: 4,
  driving_permit: 2,
  front_left: 1,
  rear_right: 1,
  odometer: 1,
  window_vin: 1,
  appraisal_report: 1,
}

export function sampleEntry(): EntryValues {
  const empty = emptyEntry()
  return {
    ...empty,
    customer: {
      ...empty.customer,
      name: '李建国',
      idType: '01',
      idNo: '110000198803151235',
      idValidFrom: '2015-06-01',
      idValidTo: '2035-06-01',
      idAddress: '示例省示例市示例路1号',
      mobile: '12000000123',
    },
    residence: {
      ...empty.residence,
      maritalStatus: '2',
      liveRegion: ['110000', '110100', '110105'],
      liveAddress: '示例路1号',
    },
    employment: {
      ...empty.employment,
      employType: '1',
      employerName: '示例科技有限公司',
      monthlyIncome: '12000.00',
      monthlyDebt: '2500.00',
    },
    spouse: { ...empty.spouse, name: '王芳', idNo: '110000199002034527', mobile: '12000000124' },
    contacts: [
      { relation: '02', name: '李明', mobile: '12000000125', address: '示例路2号', knowsLoan: true },
      { relation: '07', name: '张华', mobile: '12000000126', address: '示例路3号', knowsLoan: false },
    ],
    vehicle: {
      ...empty.vehicle,
      kind: 'used',
      brand: '示例牌',
      series: 'E系',
      model: '2022款 1.5T 豪华版',
      modelYear: '2022',
      energy: '1',
      vehicleClass: '1',
      useNature: 'A',
      netPrice: '98000.00',
      vin: '11111111111111111',
      plateNo: '京A00123',
      plateColor: '1',
    },
    appraisal: {
      ...empty.appraisal,
      evalPrice: '96000.00',
      evalOrg: '示例评估',
      evalAt: '2025-03-10',
      evalGrade: 'B',
      firstRegDate: '2022-04-20',
      mileageKm: '41000',
      transferCount: '1',
    },
    financing: {
      ...empty.financing,
      productId: '7',
      term: '36',
      downRatio: '0.2000',
      depositAmount: '8600.00',
    },
    addons: [
      { addonType: 'commercial_insurance', amount: '4200.00', financed: true, payee: '示例保险' },
      { addonType: 'purchase_tax', amount: '5000.00', financed: true, payee: '' },
      { addonType: 'decoration', amount: '800.00', financed: false, payee: '' },
    ],
    bankCard: {
      ...empty.bankCard,
      holderName: '李建国',
      cardNo: '79927398713',
      bankCode: 'DEMO',
      reservedMobile: '12000000123',
    },
    insurance: [
      {
        insType: '2',
        insurer: 'DEMO1',
        premium: '4200.00',
        sumInsured: '96000.00',
        policyNo: '',
        insuredname: '李建国',
        identifynumber: '110000198803151235',
        beneficiary: '',
        startDate: '2025-03-15',
        endDate: '2026-03-14',
      },
    ],
    source: { ...empty.source, sourceType: '1' },
  }
}

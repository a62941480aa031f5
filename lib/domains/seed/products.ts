import { db } from '../../platform/db/client.ts'
import { type SharedCase, termsObstacle } from '../capital/rules/capital-order.ts'
import type { Funder } from '../capital/service/capital-record.ts'
import { termsOf } from '../capital/service/funder-limits.ts'
import { capital } from '../channels/table.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import { feeConst, product, residualValue } from '../products/table.ts'
import type { DemoTenant } from './tenants.ts'

/**
 * Funders, fees, residual values, four products of the standard template, one a repayment method, and those of each
 * other template that the tenant sells; of one of them the next version is being prepared. @returns product id by code
 */
export async function seedProducts(tenant: DemoTenant): Promise<Record<string, number>> {
  const capitals = await seedCapitals()
  const fundersFor = (order: SharedCase) =>
    capitals.flatMap((one) => (termsObstacle(termsOf(one), order) ? [] : [one.id]))
  await seedFees()
  await seedResiduals()
  const [bizMode] = tenant.bizModes
  const own = bizMode === 'assist_loan' ? {} : { directCostRatio: '0.0100' }
  const rows = [
    ...products.map((one) => ({ ...standard, ...one, bizMode, ...own })),
    ...templatedOf(tenant).map((one) => ({
      ...standard,
      ...annuity,
      ...one,
      bizMode: templateOf(one).bizMode,
    })),
  ].map((one) => {
    const funderShare = 'funderShare' in one ? (one.funderShare ?? null) : null
    return {
      ...one,
      ...(one.bizMode === 'assist_loan' && { funderRate: '0.0520' }),
      capitalIds: fundersFor({ bizMode: one.bizMode, funderShare, apr: null }),
    }
  })
  const made = await db().insert(product).values(rows).returning({ id: product.id, code: product.code })
  const [first] = rows
  await db()
    .insert(product)
    .values({
      ...first,
      version: 2,
      status: '草稿',
      maxAmount: '400000.00',
      rateTable: { 12: '0.0680', 24: '0.0690', 36: '0.0700', 48: '0.0740' },
    } as typeof product.$inferInsert)
  return Object.fromEntries(made.map(({ code, id }) => [code, id]))
}

/** The standard template's terms; domain.md 3.4. */
const standard = {
  templateCode: 'shenfen',
  vehicleKinds: ['new', 'used'],
  paymentTiming: 'arrears',
  dayCount: '30/360',
  instRounding: 'cent',
  minAmount: '20000.00',
  maxAmount: '500000.00',
  ltvCap: '0.8000',
  totalCap: '0.9500',
  downRatioMin: '0.2000',
  depositRatioMin: '0.0000',
  depositRatio: '0.1000',
  balloonRatioMax: '0.0000',
  feeItems: [{ code: 'SVC', rate: '0.0300' }, { code: 'GPS' }],
  penaltyDaily: '0.000500',
  graceDays: 3,
  earlySettleRule: {
    min: 6,
    tiers: [
      [12, '0.03'],
      [24, '0.02'],
      [999, '0'],
    ],
    interest: 'to_date',
  },
  prepayRule: { min: '5000', ways: ['reduce', 'shorten'] },
  aprCap: '0.2400',
  status: '已上架',
}

const products = [
  {
    code: 'STD-ANN',
    name: '标准等额本息',
    repayMethod: 'annuity',
    terms: [12, 24, 36, 48],
    rateTable: { 12: '0.0690', 24: '0.0700', 36: '0.0720', 48: '0.0750' },
  },
  {
    code: 'STD-EQP',
    name: '标准等额本金',
    repayMethod: 'equal_principal',
    terms: [12, 24, 36],
    rateTable: { 12: '0.0680', 24: '0.0690', 36: '0.0710' },
  },
  {
    code: 'STD-INT',
    name: '标准先息后本',
    repayMethod: 'interest_first',
    terms: [12, 24],
    rateTable: { 12: '0.0780', 24: '0.0820' },
  },
  {
    code: 'STD-FLT',
    name: '标准等本等息',
    repayMethod: 'flat',
    terms: [12, 24, 36],
    // Of this method the rate is the monthly flat one.
    rateTable: { 12: '0.0055', 24: '0.0058', 36: '0.0060' },
  },
]

const annuity = {
  repayMethod: 'annuity',
  terms: [12, 24, 36],
  rateTable: { 12: '0.0690', 24: '0.0700', 36: '0.0720' },
}
const used = { vehicleKinds: ['used'], ltvCap: '0.7000', totalCap: '0.8000', downRatioMin: '0.3000' }

/**
 * A product of each other template, and two whose interest the maker of the car bears. One counts its interest by days,
 * one has a fixed day.
 */
const templated = [
  {
    templateCode: 'noInsure',
    code: 'UNI-ANN',
    name: '无保险等额本息',
    downRatioMin: '0.3000',
    depositRatioMin: '0.1000',
    dayCount: 'ACT/365',
  },
  { templateCode: 'bd2', code: 'BD2-ANN', name: '保险贷等额本息', depositRatio: '0.0000' },
  { templateCode: 'hzhcld', code: 'HZ-USED', name: '合作二手车', ...used },
  { templateCode: 'bdzgcld', code: 'OWN-ANN', name: '自购车回租', ...used },
  { templateCode: 'bdzgcldv2', code: 'OWN2-ANN', name: '自购车回租2.0', ...used, repayDay: 20 },
  {
    templateCode: 'bdcerld',
    code: 'SEC-INT',
    name: '二次融资先息后本',
    ...used,
    repayMethod: 'interest_first',
    minAmount: '5000.00',
    maxAmount: '50000.00',
    feeItems: [{ code: 'SVC', rate: '0.0100' }],
  },
  { templateCode: 'lhdld', code: 'JNT-ANN', name: '联合贷等额本息', funderShare: '0.7000' },
  {
    templateCode: 'jdzlld',
    code: 'DL-ADV',
    name: '新车直租',
    vehicleKinds: ['new'],
    paymentTiming: 'advance',
    depositRatioMin: '0.1000',
    depositRatio: '0.3000',
    feeItems: [{ code: 'SVC', rate: '0.0200' }, { code: 'GPS' }, { code: 'REG' }, { code: 'PTAX' }],
  },
  {
    templateCode: 'jdzlld',
    code: 'DL-OEM',
    name: '厂家贴息直租',
    vehicleKinds: ['new'],
    paymentTiming: 'advance',
    depositRatioMin: '0.1000',
    depositRatio: '0.3000',
    subsidyMode: 'full',
    subsidyRate: '0.0540',
    rateTable: { 12: '0.0000', 24: '0.0000', 36: '0.0000' },
    feeItems: [{ code: 'SVC', rate: '0.0200' }, { code: 'GPS' }, { code: 'REG' }, { code: 'PTAX' }],
  },
  {
    templateCode: 'hqxhld',
    code: 'BAL-FLEX',
    name: '弹性尾款',
    repayMethod: 'balloon',
    balloonRatioMax: '0.5000',
  },
  {
    templateCode: 'hqxhld',
    code: 'BAL-OEM',
    name: '厂家贴息尾款',
    vehicleKinds: ['new'],
    repayMethod: 'balloon',
    balloonRatioMax: '0.5000',
    subsidyMode: 'rate',
    subsidyRate: '0.0300',
    rateTable: { 12: '0.0390', 24: '0.0400', 36: '0.0420' },
  },
  { templateCode: 'bdbzrld', code: 'GUA-ANN', name: '保证人等额本息' },
]

const templatedOf = ({ sells }: DemoTenant) =>
  templated.filter(({ templateCode }) => (sells as readonly string[]).includes(templateCode))

/** Everything that a tenant of the demo has on offer. */
export const offeredBy = (tenant: DemoTenant) =>
  [...products.map((one) => ({ ...standard, ...one })), ...templatedOf(tenant)].map(
    ({ templateCode, code }) => ({ templateCode, code }),
  )

/** Take at any hour what the others reject, one for each way to lend: no order of the demo begins with them. */
export const reserveFunders: readonly string[] = ['BANKC', 'BANKD']

async function seedCapitals(): Promise<Funder[]> {
  return db()
    .insert(capital)
    .values([
      { code: 'OWN', name: '示例自有资金', kind: '自有', coopMode: '自营', shareRatio: '1.0000' },
      {
        code: 'BANKA',
        name: '示例银行A',
        kind: '银行',
        coopMode: '联合',
        shareRatio: '0.7000',
        costRate: '0.0450',
        creditLimit: '800000000.00',
        dailyLimit: '5000000.00',
        ageRange: '18-65',
        online: true,
      },
      {
        code: 'BANKB',
        name: '示例银行B',
        kind: '银行',
        coopMode: '助贷',
        costRate: '0.0520',
        creditLimit: '500000000.00',
        ageRange: '20-60',
        cutoffTime: '21:00',
        guaranteeRatio: '0.1000',
        compensateDays: 80,
      },
      {
        code: 'BANKC',
        name: '示例银行C',
        kind: '银行',
        coopMode: '联合',
        shareRatio: '0.7000',
        costRate: '0.0480',
        creditLimit: '300000000.00',
        ageRange: '18-65',
      },
      {
        code: 'BANKD',
        name: '示例银行D',
        kind: '银行',
        coopMode: '助贷',
        guaranteeRatio: '0.1000',
        costRate: '0.0510',
        creditLimit: '300000000.00',
        ageRange: '18-65',
      },
    ])
    .returning()
}

/** New cars lose most in their first year; electric ones more. */
async function seedResiduals(): Promise<void> {
  const table: Record<string, readonly [ageMonths: number, ratio: string][]> = {
    '': [
      [12, '0.6500'],
      [24, '0.5500'],
      [36, '0.4500'],
      [48, '0.3700'],
      [60, '0.3000'],
      [84, '0.1800'],
    ],
    大众: [
      [12, '0.7000'],
      [24, '0.6000'],
      [36, '0.5200'],
      [48, '0.4400'],
      [60, '0.3600'],
    ],
    比亚迪: [
      [12, '0.6200'],
      [24, '0.5000'],
      [36, '0.4000'],
      [48, '0.3200'],
      [60, '0.2500'],
    ],
  }
  const rows = Object.entries(table).flatMap(([brand, ages]) =>
    ages.map(([ageMonths, ratio]) => ({ brand, ageMonths, ratio })),
  )
  await db().insert(residualValue).values(rows)
}

async function seedFees(): Promise<void> {
  const common = { effectiveFrom: '2024-01-01', status: '启用', taxRate: '0.0600' }
  const fixed = { ...common, basis: '固定', chargeMode: 'upfront', refundable: '不退' }
  await db()
    .insert(feeConst)
    .values([
      {
        ...common,
        code: 'SVC',
        name: '服务费',
        feeClass: 'service',
        basis: '融资额',
        rate: '0.0300',
        minAmount: '0.00',
        maxAmount: '20000.00',
        chargeMode: 'upfront',
        refundable: '按期退',
        inApr: true,
      },
      { ...fixed, code: 'GPS', name: 'GPS费', feeClass: 'gps', amount: '980.00', inApr: true },
      { ...fixed, code: 'EVAL', name: '评估费', feeClass: 'appraisal', amount: '300.00', inApr: true },
      { ...fixed, code: 'REG', name: '上牌费', feeClass: 'registration', amount: '500.00', inApr: false },
      {
        ...fixed,
        basis: '车价',
        code: 'PTAX',
        name: '购置税',
        feeClass: 'other',
        rate: '0.0885',
        inApr: false,
      },
      { ...fixed, code: 'MORT', name: '抵押费', feeClass: 'mortgage', amount: '400.00', inApr: false },
    ])
}

/** 合同: kinds, states and sets (domain.md 2.3, 3.2). */

/** By the code in a contract's number. */
export const contractTypes = {
  HZ: '融资租赁合同(回租)',
  ZZ: '融资租赁合同(直租)',
  DB: '委托担保合同',
  LH: '联合贷借款合同',
  MM: '买卖合同',
  DY: '抵押合同',
  BZ: '保证合同',
  DK: '代扣授权书',
  JH: '还款计划表',
  JJ: '车辆交接单',
} as const
export type ContractCode = keyof typeof contractTypes
export const contractCodes = Object.keys(contractTypes) as ContractCode[]

export const contractStatuses = [
  '已生成',
  '待签署',
  '签署中',
  '已签署',
  '已过期',
  '已拒签',
  '已作废',
] as const
export type ContractStatus = (typeof contractStatuses)[number]

/** Those that count: what is void, refused or past its time is made again. */
export const liveStatuses = [
  '已生成',
  '待签署',
  '签署中',
  '已签署',
] as const satisfies readonly ContractStatus[]

/** True where a contract counts. */
export const isLive = (status: ContractStatus): boolean => liveStatuses.some((live) => live === status)

/** Days from making to the end of signing. */
export const signingDays = 7

export const contractLimits = { name: 40, body: 60_000, reason: 200 } as const

/** The contract that an order bears the number of, by its mode. */
export const mainCodes: Readonly<Record<string, ContractCode>> = {
  sale_leaseback: 'HZ',
  direct_lease: 'ZZ',
  assist_loan: 'DB',
  joint_loan: 'LH',
}

/** One for each guarantor, all others once for the order. */
export const isPerGuarantor = (code: ContractCode): boolean => code === 'BZ'

/**
 * BLQ-HZ-2025-000123; of a second guarantor -B2, made again -2.
 * @param copy 1 for the first time
 */
export function contractNoOf(contract: {
  tenant: string
  code: ContractCode
  year: string
  orderId: number
  guarantor: number
  copy: number
}): string {
  const { tenant, code, year, orderId, guarantor, copy } = contract
  const base = `${tenant.toUpperCase()}-${code}-${year}-${String(orderId).padStart(6, '0')}`
  return `${base}${guarantor > 1 ? `-B${guarantor}` : ''}${copy > 1 ? `-${copy}` : ''}`
}

/** The degree to which a template fits an order: the more it names, the better. */
type Fit = {
  code: ContractCode
  bizMode: string | null
  /** Of every version of the product. */
  productCode: string | null
  capitalId: number | null
}

/** A funder's own text comes before one of the product, that before one of the mode. */
const weight = ({ bizMode, productCode, capitalId }: Fit) =>
  (capitalId === null ? 0 : 4) + (productCode === null ? 0 : 2) + (bizMode === null ? 0 : 1)

/** The templates of an order's set: for each kind the one that fits best. */
export function templateSet<T extends Fit>(templates: readonly T[], order: Omit<Fit, 'code'>): T[] {
  const isFor = <N extends keyof typeof order>(template: Fit, name: N) =>
    template[name] === null || template[name] === order[name]
  const fits = templates.filter(
    (template) =>
      isFor(template, 'bizMode') && isFor(template, 'productCode') && isFor(template, 'capitalId'),
  )
  return contractCodes.flatMap((code) => {
    const own = fits.filter((template) => template.code === code)
    const best = own.reduce<T | undefined>(
      (found, each) => (found && weight(found) >= weight(each) ? found : each),
      undefined,
    )
    return best ? [best] : []
  })
}

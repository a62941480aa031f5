import { eq, inArray } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { maskRecord } from '../../../platform/mask-values.ts'
import { FIRST_PERIOD } from '../../../rules/due-dates.ts'
import { oneOf } from '../../../rules/input-error.ts'
import { compareMoney, sum } from '../../../rules/money.ts'
import { formatMoney, formatPercent } from '../../../rules/money-text.ts'
import { hasLevelInstalment, REPAY_METHODS } from '../../../rules/schedule.ts'
import { capital, shop } from '../../channels/table.ts'
import { tenant } from '../../identity/table.ts'
import { capitalAmount } from '../../orders/rules/capital-amount.ts'
import type { EntryValues } from '../../orders/rules/entry/entry-values.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { Quote } from '../../orders/rules/quote.ts'
import { entryOf } from '../../orders/service/form-values.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { type Card, repayCardOf } from '../../orders/service/repay-card.ts'
import { type SignedTerms, signedTerms } from '../../orders/service/signed-terms.ts'
import type { EarlyTier } from '../../products/rules/product-endings.ts'
import { valuesOf } from '../../products/service/product-values.ts'
import { feeConst, product } from '../../products/table.ts'
import { dictItem } from '../../system/table.ts'
import type { ContractCondition, ContractFacts, ContractField } from '../rules/contract-text.ts'

/** Everything that the contracts of an order say of it: as it was entered, at the terms that were approved. */

export type OrderFacts = {
  company: string
  values: EntryValues
  terms: SignedTerms
  of: (guarantor: number) => ContractFacts
}

/**
 * @param hidden personal data is masked, as for a trial of a text
 * @param card that pays; the order's own unless given, and what was entered until that one is bound
 */
export async function factsOfOrder(
  order: Order,
  call: Call,
  { hidden = false, card }: { hidden?: boolean; card?: Card | undefined } = {},
): Promise<OrderFacts> {
  const terms = await signedTerms(order, call)
  const { approved, values: entered } = terms
  const whole = withCard(entryOf(order), card ?? (await repayCardOf(order)))
  const values = hidden ? (maskRecord(whole) as EntryValues) : whole
  const [owner] = await db().select({ name: tenant.name }).from(tenant).where(eq(tenant.id, order.tenantId))
  const [place] = await db().select({ name: shop.name }).from(shop).where(eq(shop.id, order.shopId))
  const [funder] =
    order.capitalId === null
      ? []
      : await db()
          .select({ name: capital.name, kind: capital.kind })
          .from(capital)
          .where(eq(capital.id, order.capitalId))
  const [sold] = await db()
    .select()
    .from(product)
    .where(eq(product.id, order.productId ?? 0))
  const rules = sold && valuesOf(sold)
  const word = await dictionaryWords('bank', 'repay_method')
  const company = owner?.name ?? ''
  // With days, interest and cost as if it were released today: they agree with the plan that is printed beside them.
  const quote = terms.actual?.quote ?? null
  const shown = terms.actual?.view ?? approved
  const money = (name: string, amount: string | null | undefined) =>
    amount ? { [name]: formatMoney(amount), [`${name}大写`]: capitalAmount(amount) } : {}
  const rate = (value: string | null | undefined) => (value ? formatPercent(value) : undefined)
  const { customer, residence, vehicle, bankCard, guarantors, coLessees } = values
  const ofAll = (name: 'name' | 'idNo' | 'mobile' | 'address') =>
    coLessees.map((person) => person[name] || '—').join('、')
  const { purchasePrice } = values.financing
  const { mortgage } = templateOf(order)
  const balloon = entered.financing.balloonAmount || order.balloonAmount
  const shared: ContractFacts['fields'] = {
    签订日期: chineseDate(call.today),
    订单编号: order.orderNo,
    出租人名称: company,
    承租人姓名: customer.name || order.customerName,
    承租人证件号码: customer.idNo,
    承租人手机号: customer.mobile,
    承租人地址: residence.liveAddress || customer.idAddress,
    共同承租人姓名: ofAll('name'),
    共同承租人证件号码: ofAll('idNo'),
    共同承租人手机号: ofAll('mobile'),
    共同承租人地址: ofAll('address'),
    门店名称: place?.name,
    资方名称: funder?.name,
    车辆品牌: vehicle.brand,
    车系: vehicle.series,
    车型: vehicle.model,
    车架号: vehicle.vin,
    发动机号: vehicle.engineNo,
    车牌号: vehicle.plateNo,
    ...money('车辆价格', approved?.carPrice),
    ...money('首付金额', approved?.downPayment),
    ...money('融资额', approved?.financeAmount),
    ...money('月供', shown?.monthlyPayment),
    ...money('保证金', approved?.depositAmount),
    ...money('尾款', balloon),
    ...money('留购价', purchasePrice),
    期数: approved && String(approved.term),
    利息合计: shown ? formatMoney(shown.totalInterest) : undefined,
    费用合计: approved ? formatMoney(approved.feeTotal) : undefined,
    年利率: rate(approved?.annualRate),
    年化成本单利: rate(shown?.aprSimple),
    年化成本复利: rate(shown?.aprCompound),
    还款方式: word('repay_method', order.repayMethod ?? ''),
    还款日: terms.product
      ? terms.fixedDay
        ? `每月${terms.fixedDay}日`
        : '每月与放款日同日，29日至31日放款的为28日'
      : undefined,
    起息约定: quote ? accrualWords(quote, terms) : undefined,
    // Of a day: of its four places those at the end that say nothing go.
    罚息日利率: rules && formatPercent(rules.penaltyDaily, 4).replace(/0{1,2}%$/, '%'),
    宽限天数: rules?.graceDays,
    提前结清最少期数: rules?.earlyMinPeriods,
    抵押顺位: mortgage ? `第${mortgage.rank === 1 ? '一' : '二'}顺位` : undefined,
    抵押登记天数: mortgage ? String(mortgage.days) : undefined,
    还款卡开户行: word('bank', bankCard.bankCode),
    还款卡号: bankCard.cardNo,
    还款卡户名: bankCard.holderName,
  } as ContractFacts['fields']
  const holds: Record<ContractCondition, boolean> = {
    新车: vehicle.kind !== 'used',
    二手车: vehicle.kind === 'used',
    有共同承租人: coLessees.length > 0,
    有担保人: guarantors.length > 0,
    有保证金: isAmount(approved?.depositAmount),
    有尾款: order.repayMethod === 'balloon' && isAmount(balloon),
    有留购价: isAmount(purchasePrice),
    有资方: funder !== undefined && funder.kind !== '自有',
    有车牌: vehicle.plateNo !== '',
  }
  const conditions = (Object.keys(holds) as ContractCondition[]).filter((name) => holds[name])
  const fees = quote?.fees ?? []
  const chargeMode = await dictionaryWords('charge_mode')
  const feeRows = await db().select({ code: feeConst.code, name: feeConst.name }).from(feeConst)
  const feeNames = new Map(feeRows.map((row) => [row.code, row.name]))
  const lists: ContractFacts['lists'] = {
    还款计划: {
      head: ['期次', '应还日', '本金', '利息', '应还金额', '剩余本金'],
      rows: (quote?.schedule.rows ?? []).map((row) => [
        String(row.periodNo),
        row.dueDate,
        formatMoney(row.principal),
        formatMoney(row.interest),
        formatMoney(row.amount),
        formatMoney(row.balanceAfter),
      ]),
    },
    费用明细: {
      head: ['费用', '收取方式', '金额'],
      rows:
        fees.length === 0
          ? [['无', '', '0.00']]
          : [
              ...fees.map((fee) => [
                feeNames.get(fee.code) ?? fee.code,
                chargeMode('charge_mode', fee.chargeMode) ?? '',
                formatMoney(fee.amount),
              ]),
              ['合计', '', formatMoney(sum(fees.map(({ amount }) => amount)))],
            ],
    },
    提前结清违约金: { head: ['已还期数', '违约金比例'], rows: tierRows(rules?.earlyTiers ?? []) },
  }
  const guarantorFields = (at: number): Partial<Record<ContractField, string>> => {
    const person = guarantors[at - 1]
    if (!person) return {}
    return {
      保证人姓名: person.name,
      保证人证件号码: person.idNo,
      保证人手机号: person.mobile,
      保证人地址: person.address,
    }
  }
  return {
    company,
    values,
    terms,
    of: (guarantor) => ({ fields: { ...shared, ...guarantorFields(guarantor) }, conditions, lists }),
  }
}

const chineseDate = (day: string) => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$1年$2月$3日')

/** For which value date the plan is printed, and what of it another one changes (domain.md 4.2). */
function accrualWords(
  { valueDate, schedule }: Quote,
  { product, fixedDay, dependsOnDay }: SignedTerms,
): string {
  const printed = `还款计划按${chineseDate(valueDate)}起息列示，实际起息日为放款日，各期应还日随之确定`
  if (!dependsOnDay) return `${printed}，期数和各期金额不变。`
  const isLevel =
    product !== null && hasLevelInstalment(oneOf('repayMethod', product.repayMethod, REPAY_METHODS))
  const kept = isLevel ? `期数、每期应还金额${schedule.instalment}元` : '期数、各期本金'
  const moved =
    product?.dayCount === '30/360' ? '首期利息按放款日至首期应还日的天数计算' : '各期利息按实际天数计算'
  const last = isLevel ? '，差额计入最后一期' : ''
  const bound = fixedDay === undefined ? '' : `首期不短于${FIRST_PERIOD.min}天、不长于${FIRST_PERIOD.max}天；`
  return `${printed}，${kept}和还款日规则不变，${moved}${last}。${bound}放款日使还款计划不能成立的，须变更方案并重新签订。放款后以放款短信载明的还款计划为准。`
}

/** 提前结清违约金 by the instalments that were paid, and the nothing behind the last tier. */
function tierRows(tiers: readonly EarlyTier[]): string[][] {
  const rows = tiers.map(({ through, rate }, at) => {
    const before = tiers[at - 1]?.through
    const from = before ? `${Number(before) + 1}至${through}期` : `不超过${through}期`
    return [from, formatPercent(rate)]
  })
  const last = tiers.at(-1)?.through
  return [...rows, [last ? `超过${last}期` : '不限', formatPercent('0')]]
}

/** The card that pays is the one that the bank knows of. */
function withCard(values: EntryValues, card: Card | undefined): EntryValues {
  if (card?.bindStatus !== '已绑定') return values
  const { cardNo, bankCode, holderName } = card
  return {
    ...values,
    bankCard: { ...values.bankCard, cardNo, bankCode: bankCode ?? '', holderName: holderName ?? '' },
  }
}

const isAmount = (amount: string | null | undefined) =>
  Boolean(amount) && compareMoney(amount ?? '0', '0') > 0

async function dictionaryWords(...types: string[]) {
  const items = await db().select().from(dictItem).where(inArray(dictItem.type, types))
  const byKey = new Map(items.map(({ type, code, label }) => [`${type} ${code}`, label]))
  return (type: string, code: string) => byKey.get(`${type} ${code}`)
}

import { and, eq, ne } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { addDays } from '../../../rules/business-date.ts'
import { compareMoney, minus, r2, sum, times } from '../../../rules/money.ts'
import { rebateSplit } from '../../balances/table.ts'
import { channel, channelRate, shop } from '../../channels/table.ts'
import { contractEffects } from '../../contract-effects.ts'
import { type FirstParts, partsPaid } from '../../first-payments/rules/first-payment.ts'
import { bookCash } from '../../first-payments/service/book-cash.ts'
import { paymentsOf } from '../../first-payments/service/order-payments.ts'
import { type ReleaseFigures, releasePostings } from '../../ledger/rules/ledger.ts'
import { post } from '../../ledger/service/post.ts'
import { dueSoonDays, type InstalmentState } from '../../loans/rules/loan-states.ts'
import { releaseFact } from '../../loans/service/loan-entries.ts'
import { addFact, factRow, releaseAmounts } from '../../loans/service/loan-facts.ts'
import { loanTermsOf } from '../../loans/service/loan-terms.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import type { Quote } from '../../orders/rules/quote.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { nextLoanNo } from '../../orders/service/number-series.ts'
import { isFundedOrder } from '../../orders/service/stamp-milestone.ts'
import { feeConst, product } from '../../products/table.ts'
import { releaseEffects } from '../../release-effects.ts'
import { isKept } from '../rules/disbursement.ts'
import { type ApprovedTerms, termsOfPaid } from './approved-terms.ts'
import type { Payment } from './release-record.ts'
import { endTasks, openTasks } from './release-tasks.ts'

/** T29: the loan of an order that was paid: its account, its plan of all parties, its first postings, its tasks. */

/** @param valueDate of the payment. @returns what of it stands on the order */
export async function openLoan(order: Order, payment: Payment, valueDate: string, call: Call) {
  const terms = await termsOfPaid(order, call, valueDate)
  const { quote, product } = terms
  const { schedule, parties } = quote
  // All of it is our own money, whatever the product shares with a funder.
  const shared = (await isFundedOrder(order)) ? (parties?.shared ?? null) : null
  const ownPrincipal =
    shared === null ? terms.approved : shared.kind === 'joint' ? shared.own.principal : '0.00'
  const rows = schedule.rows.map((row, at) => {
    const serviceFee = row.kind === 'balloon' ? '0.00' : (quote.instalmentFees[at] ?? '0.00')
    const funder = shared?.rows[at]?.funder
    return {
      periodNo: row.periodNo,
      kind: row.kind,
      startDate: row.startDate,
      dueDate: row.dueDate,
      principal: row.principal,
      interest: row.interest,
      serviceFee,
      balanceAfter: row.balanceAfter,
      amount: sum([row.amount, serviceFee]),
      capitalPrincipal: funder?.principal ?? null,
      capitalInterest: funder?.interest ?? null,
      status: stateOfInstalment(row.dueDate, call.today),
    }
  })
  const [first] = rows
  if (!first) throw new Error('a plan has rows')
  const isAdvance = product.paymentTiming === 'advance'
  const received = await receivedOf(order, quote, isAdvance ? first.amount : '0.00')
  // A first rent that was paid before is not asked for again.
  const next = isAdvance && received.rent === first.amount ? (rows[1] ?? first) : first
  // The first rent in advance is due on the value date, whatever the day of the others.
  const repayDay = Number(((isAdvance && rows[1]) || first).dueDate.slice(8))
  const written = { createdBy: call.actor.id, createdAt: call.now.toISOString() }
  const loanTerms = await loanTermsOf(order, { valueDate, rows }, shared?.kind ?? null)
  const [loan] = await db()
    .insert(loanAccount)
    .values({
      loanNo: await nextLoanNo(valueDate),
      orderId: order.id,
      disbursementId: payment.id,
      customerId: order.customerId,
      capitalId: order.capitalId,
      principal: terms.approved,
      ownPrincipal,
      annualRate: order.annualRate,
      flatRateMonth: order.flatRateMonth,
      term: order.approvedTerm ?? order.term ?? rows.length,
      repayMethod: product.repayMethod,
      paymentTiming: product.paymentTiming,
      dayCount: product.dayCount,
      valueDate,
      maturity: schedule.maturity,
      repayDay,
      outstandingPrincipal: terms.approved,
      depositBalance: received.deposit,
      prepaidBalance: sum([received.rent, received.overpaid]),
      nextDueDate: next.dueDate,
      nextDueAmount: next.amount,
      terms: loanTerms,
      ...written,
    })
    .returning({ id: loanAccount.id })
  if (!loan) throw new Error('the loan was not written')
  await db()
    .insert(repayPlan)
    .values(rows.map((row) => ({ ...row, loanId: loan.id, ...written })))
  const booked = { loanId: loan.id, bizDate: valueDate }
  const rebate = await rebateOf(order, terms.approved)
  const figures = await releaseFigures({ ...terms, ownPrincipal, received }, rebate.total)
  await writeSplit(loan.id, order, rebate)
  await postRelease(order, payment, figures, booked, call)
  await addFact(
    loan.id,
    {
      kind: 'release',
      eventId: `disbursement:${payment.id}`,
      valueDate,
      checkedBy: payment.checkerId,
      ...releaseAmounts(figures),
      rows: rows.map(factRow),
    },
    call,
  )
  await contractEffects.runContracts(
    order,
    { effectiveFrom: valueDate, effectiveTo: schedule.maturity },
    call,
  )
  await openTasks(order, valueDate, call)
  await releaseEffects.openArchive(order, call)
  return { set: { valueDate, firstDueDate: schedule.firstDueDate, repayDay }, next, rows }
}

const stateOfInstalment = (dueDate: string, today: string): InstalmentState =>
  dueDate < today ? '逾期' : dueDate <= addDays(today, dueSoonDays) ? '待还' : '未到期'

type Received = FirstParts & { overpaid: string }

/**
 * Everything that the customer paid before of fees, deposit and first rent, and beyond the sum due. The down payment is
 * the seller's.
 */
async function receivedOf(order: Order, { fees, depositAmount }: Quote, rent: string): Promise<Received> {
  const upfront = fees.flatMap(({ chargeMode, amount }) => (chargeMode === 'upfront' ? [amount] : []))
  const { paid, due } = (await paymentsOf(order)).facts
  return {
    ...partsPaid(paid, { fees: sum(upfront), deposit: depositAmount, rent }),
    overpaid: compareMoney(paid, due) > 0 ? minus(paid, due) : '0.00',
  }
}

type Booked = { loanId: number; bizDate: string }
type Posted = ApprovedTerms & { ownPrincipal: string; received: Received }

async function postRelease(
  order: Order,
  payment: Payment,
  figures: ReleaseFigures,
  booked: Booked,
  by: By,
): Promise<void> {
  await bookCash(order.id, by)
  for (const one of releasePostings(figures))
    await post(one, { refType: 'disbursement', refId: payment.id, orderId: order.id, ...booked }, by)
}

async function releaseFigures(
  { quote, approved, amount, ownPrincipal, received }: Posted,
  rebate: string,
): Promise<ReleaseFigures> {
  const service = await serviceFees()
  const fees = (isMode: (chargeMode: string) => boolean, isService: boolean) =>
    sum(
      quote.fees.flatMap(({ code, chargeMode, amount: fee }) =>
        isMode(chargeMode) && service.has(code) === isService ? [fee] : [],
      ),
    )
  const isUpfront = (chargeMode: string) => chargeMode === 'upfront'
  const { fees: feesReceived, ...parts } = received
  return {
    principal: approved,
    ownPrincipal,
    cash: amount,
    keptService: fees(isKept, true),
    keptOther: fees(isKept, false),
    upfrontService: fees(isUpfront, true),
    upfrontOther: fees(isUpfront, false),
    feesReceived,
    ...parts,
    rebate,
  }
}

/** Fees that are earned over the term: 服务费, as the dictionary fee_class has it. */
async function serviceFees(): Promise<Set<string | null>> {
  const rows = await db()
    .select({ code: feeConst.code })
    .from(feeConst)
    .where(eq(feeConst.feeClass, 'service'))
  return new Set(rows.map(({ code }) => code))
}

type Rebate = { total: string; commission: string }

/** 返佣 and 佣金 by the agreement of the product; without one 返佣 as the shop agreed it, else its channel. */
async function rebateOf({ shopId, productId }: Order, financed: string): Promise<Rebate> {
  const [place] = await db()
    .select({
      mode: shop.rebateMode,
      value: shop.rebateValue,
      rate: channel.rebateRate,
      agreed: channelRate.rebateRate,
      commission: channelRate.commissionRate,
    })
    .from(shop)
    .innerJoin(channel, eq(channel.id, shop.channelId))
    .leftJoin(product, eq(product.id, productId ?? 0))
    .leftJoin(
      channelRate,
      and(eq(channelRate.channelId, channel.id), eq(channelRate.productCode, product.code)),
    )
    .where(eq(shop.id, shopId))
  const part = (of: string | null | undefined) => r2(times(financed, of ?? '0'))
  if (place?.agreed != null) {
    const commission = part(place.commission)
    return { total: sum([part(place.agreed), commission]), commission }
  }
  const own = (total: string): Rebate => ({ total, commission: '0.00' })
  if (place?.mode === '无') return own('0.00')
  if (place?.mode === '单笔固定') return own(r2(place.value ?? '0'))
  return own(part(place?.mode === '按比例' ? place.value : place?.rate))
}

/** Says before it is posted what of it is the channel's: the accounts of both follow the books. */
async function writeSplit(
  loanId: number,
  { channelId }: Order,
  { total, commission }: Rebate,
): Promise<void> {
  if (compareMoney(commission, '0') > 0)
    await db().insert(rebateSplit).values({ loanId, channelId, total, commission })
}

/** T32: the postings are reversed, the loan is no more, nothing is left to do. */
export async function undoLoan(order: Order, payment: Payment, call: Call): Promise<void> {
  const [loan] = await db()
    .select()
    .from(loanAccount)
    .where(and(eq(loanAccount.disbursementId, payment.id), ne(loanAccount.status, '已撤销')))
  if (loan) {
    const reversal = { kind: 'reversal', of: releaseFact, valueDate: call.today, checkedBy: null } as const
    // The money came back today, whatever period was open when it went out.
    const days = { today: call.today, openFrom: call.today }
    await bookFact(loan.id, { ...reversal, eventId: `returned:${payment.id}` }, days, call)
  }
  await contractEffects.runContracts(order, { effectiveFrom: null, effectiveTo: null }, call)
  await endTasks(order.id, call)
}

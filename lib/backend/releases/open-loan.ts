import { and, eq, ne } from 'drizzle-orm'
import { addDays } from '../../rules/business-date.ts'
import { dueSoonDays, type InstalmentState } from '../../rules/disbursement.ts'
import { releasePostings } from '../../rules/ledger.ts'
import { compareMoney, r2, sum, times } from '../../rules/money.ts'
import type { Order } from '../applications/move-order.ts'
import { nextLoanNo } from '../applications/number-series.ts'
import type { By, Call } from '../context.ts'
import { db } from '../db/client.ts'
import { channel, shop } from '../db/schema/channels.ts'
import { feeConst } from '../db/schema/products.ts'
import { loanAccount, repayPlan } from '../db/schema/releases.ts'
import { post, reverse } from '../ledger/post.ts'
import { type ApprovedTerms, approvedTerms } from './approved-terms.ts'
import type { Payment } from './release-record.ts'
import { endTasks, openTasks } from './release-tasks.ts'

/** T29: the loan of an order that was paid: its account, its plan of all parties, its first postings, its tasks. */

/** @param valueDate of the payment. @returns what of it stands on the order */
export async function openLoan(order: Order, payment: Payment, valueDate: string, call: Call) {
  const terms = await approvedTerms(order, call, valueDate)
  const { quote, product } = terms
  const { schedule, parties } = quote
  const shared = parties?.shared ?? null
  const ownPrincipal =
    shared === null ? terms.approved : shared.kind === 'joint' ? shared.own.principal : '0.00'
  const rows = schedule.rows.map((row, at) => {
    const serviceFee = row.kind === 'balloon' ? '0.00' : (quote.instalmentFees[at] ?? '0.00')
    const funder = shared?.rows[at]?.funder
    return {
      ...{ periodNo: row.periodNo, kind: row.kind, startDate: row.startDate, dueDate: row.dueDate },
      ...{ principal: row.principal, interest: row.interest, serviceFee, balanceAfter: row.balanceAfter },
      amount: sum([row.amount, serviceFee]),
      ...{ capitalPrincipal: funder?.principal ?? null, capitalInterest: funder?.interest ?? null },
      status: stateOfInstalment(row.dueDate, call.today),
    }
  })
  const [first] = rows
  if (!first) throw new Error('a plan has rows')
  const repayDay = Number(schedule.firstDueDate.slice(8))
  const written = { createdBy: call.actor.id, createdAt: call.now.toISOString() }
  const [loan] = await db()
    .insert(loanAccount)
    .values({
      ...{ loanNo: await nextLoanNo(valueDate), orderId: order.id, disbursementId: payment.id },
      ...{
        customerId: order.customerId,
        capitalId: order.capitalId,
        principal: terms.approved,
        ownPrincipal,
      },
      ...{
        annualRate: order.annualRate,
        flatRateMonth: order.flatRateMonth,
        term: order.approvedTerm ?? order.term ?? rows.length,
      },
      ...{
        repayMethod: product.repayMethod,
        paymentTiming: product.paymentTiming,
        dayCount: product.dayCount,
      },
      ...{ valueDate, maturity: schedule.maturity, repayDay, outstandingPrincipal: terms.approved },
      ...{ depositBalance: quote.depositAmount, nextDueDate: first.dueDate, nextDueAmount: first.amount },
      ...written,
    })
    .returning({ id: loanAccount.id })
  if (!loan) throw new Error('the loan was not written')
  await db()
    .insert(repayPlan)
    .values(rows.map((row) => ({ ...row, loanId: loan.id, ...written })))
  await postRelease(order, payment, { ...terms, ownPrincipal }, { loanId: loan.id, bizDate: valueDate }, call)
  await openTasks(order, valueDate, call)
  return { set: { valueDate, firstDueDate: schedule.firstDueDate, repayDay }, first }
}

const stateOfInstalment = (dueDate: string, today: string): InstalmentState =>
  dueDate < today ? '逾期' : dueDate <= addDays(today, dueSoonDays) ? '待还' : '未到期'

type Booked = { loanId: number; bizDate: string }

async function postRelease(
  order: Order,
  payment: Payment,
  { quote, approved, amount, ownPrincipal }: ApprovedTerms & { ownPrincipal: string },
  booked: Booked,
  by: By,
): Promise<void> {
  const service = await serviceFees()
  const fees = (mode: string, isService: boolean) =>
    sum(
      quote.fees.flatMap(({ code, chargeMode, amount: fee }) =>
        chargeMode === mode && service.has(code) === isService ? [fee] : [],
      ),
    )
  // The money of an assisted loan is the funder's: it passes our books by.
  const isOurs = compareMoney(ownPrincipal, '0') > 0
  const postings = releasePostings({
    ...{ principal: isOurs ? approved : '0.00', ownPrincipal, cash: isOurs ? amount : '0.00' },
    ...{
      nettedService: isOurs ? fees('netted', true) : '0.00',
      nettedOther: isOurs ? fees('netted', false) : '0.00',
    },
    ...{ upfrontService: fees('upfront', true), upfrontOther: fees('upfront', false) },
    ...{ deposit: quote.depositAmount, rebate: await rebateOf(order, approved) },
  })
  for (const one of postings)
    await post(one, { refType: 'disbursement', refId: payment.id, orderId: order.id, ...booked }, by)
}

/** Fees that are earned over the term. */
async function serviceFees(): Promise<Set<string | null>> {
  const rows = await db()
    .select({ code: feeConst.code })
    .from(feeConst)
    .where(eq(feeConst.feeClass, '服务费'))
  return new Set(rows.map(({ code }) => code))
}

/** 返佣 as the shop agreed it, else its channel. */
async function rebateOf({ shopId }: Order, financed: string): Promise<string> {
  const [place] = await db()
    .select({ mode: shop.rebateMode, value: shop.rebateValue, rate: channel.rebateRate })
    .from(shop)
    .innerJoin(channel, eq(channel.id, shop.channelId))
    .where(eq(shop.id, shopId))
  if (place?.mode === '无') return '0.00'
  if (place?.mode === '单笔固定') return r2(place.value ?? '0')
  return r2(times(financed, (place?.mode === '按比例' ? place.value : place?.rate) ?? '0'))
}

/** T32: the postings are reversed, the loan is no more, nothing is left to do. */
export async function undoLoan(order: Order, payment: Payment, call: Call): Promise<void> {
  const [loan] = await db()
    .select()
    .from(loanAccount)
    .where(and(eq(loanAccount.disbursementId, payment.id), ne(loanAccount.status, '已撤销')))
  const by = { updatedAt: call.now.toISOString(), updatedBy: call.actor.id }
  if (loan) {
    const none = {
      outstandingPrincipal: '0.00',
      depositBalance: '0.00',
      nextDueDate: null,
      nextDueAmount: null,
    }
    await db()
      .update(loanAccount)
      .set({ status: '已撤销', ...none, ...by })
      .where(eq(loanAccount.id, loan.id))
    await db()
      .update(repayPlan)
      .set({ status: '已作废', ...by })
      .where(eq(repayPlan.loanId, loan.id))
    const source = { refType: 'disbursement', refId: payment.id, orderId: order.id, loanId: loan.id } as const
    await reverse(source, call.today, call)
  }
  await endTasks(order.id, call)
}

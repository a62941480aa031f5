import { and, asc, desc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { rankOf } from '../../../platform/db/cursor-key.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, to, workOf } from '../../../platform/db/list-conditions.ts'
import { CallError } from '../../../platform/errors.ts'
import { maskCard } from '../../../rules/mask.ts'
import { sum } from '../../../rules/money.ts'
import { capital } from '../../channels/table.ts'
import { overpaidOf } from '../../first-payments/rules/first-payment.ts'
import { paymentsOf, paymentsOfMany } from '../../first-payments/service/order-payments.ts'
import { type MilestoneCode, milestones } from '../../identity/rules/milestones.ts'
import { sysUser } from '../../identity/table.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import { templates } from '../../orders/rules/entry/templates.ts'
import { closedGates } from '../../orders/rules/release-gates.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { findOrder, readHeader } from '../../orders/service/read-order.ts'
import { application } from '../../orders/table.ts'
import { type ReleaseRow, releases } from '../contract.ts'
import {
  isContradicted,
  type ReleaseState,
  releaseStateOf,
  releaseStatuses,
  releaseTurns,
} from '../rules/disbursement.ts'
import { disbursement, releaseTask } from '../table.ts'
import { type ApprovedTerms, approvedTerms, missingOf, planFigures } from './approved-terms.ts'
import { proofsOf } from './bank-result.ts'
import { keyOf, payeeNow } from './make-release.ts'
import { payeesOf, payersOf } from './payees.ts'
import { factsOfRelease, liveFirst, waitsOf } from './release-record.ts'
import { unansweredOf } from './unanswered.ts'

/** 待放款 and its case, and the loan behind it. */

const { stageEnteredAt, createdAt, financeAmount, status } = application

const payIs = (condition: SQL) => sql`exists (select from ${disbursement}
  where ${disbursement.tenantId} = ${application.tenantId} and ${disbursement.orderId} = ${application.id} and ${condition})`
export const checking = payIs(sql`${disbursement.status} = '待复核'`)
export const isSilent = payIs(sql`${disbursement.status} = '付款中' and ${disbursement.silent}`)

const states: Record<ReleaseState, SQL | undefined> = {
  missing: eq(status, 'preparing'),
  make: and(eq(status, 'wait_release'), sql`not ${checking}`),
  check: and(eq(status, 'wait_release'), checking),
  paying: and(eq(status, 'releasing'), sql`not ${isSilent}`),
  silent: and(eq(status, 'releasing'), isSilent),
  failed: eq(status, 'release_failed'),
  paid: eq(status, 'released'),
}

/** Orders that lack it, as {@link closedGates} has it. */
export const isClosed = (code: MilestoneCode) => {
  const gated = templates.filter(({ milestones: gates }) => gates.includes(code)).map((one) => one.code)
  // Whatever the template, a funder has to agree where it is not the company itself.
  const funded = sql`exists (select from ${capital} where ${capital.tenantId} = ${application.tenantId}
    and ${capital.id} = ${application.capitalId} and ${capital.kind} <> '自有')`
  return and(
    isNull(application[milestones[code].field]),
    code === 'funder' ? funded : inArray(application.templateCode, gated),
  )
}

export const releaseList = defineList(releases.list, {
  ...orders,
  only: () => inArray(status, [...releaseStatuses]),
  filters: {
    releaseState: workOf(ne(status, 'released'), (state: ReleaseState) => states[state]),
    missing: (code: MilestoneCode) => and(states.missing, isClosed(code)),
    capitalId: is(application.capitalId),
    shopId: is(application.shopId),
    productId: is(application.productId),
    amountMin: from(financeAmount),
    amountMax: to(financeAmount),
  },
  sorts: {
    turn: rankOf(releaseTurns.map((state) => states[state])),
    stageEnteredAt,
    financeAmount,
    createdAt,
  },
  rows: readRows,
})

async function readRows(ids: number[]): Promise<ReleaseRow[]> {
  const rows = await readOrderRows(ids)
  const wanted = sql.param([...ids])
  const found = await db().select().from(application).where(sql`${application.id} = any(${wanted}::bigint[])`)
  const payments = await db()
    .selectDistinctOn([disbursement.orderId])
    .from(disbursement)
    .where(sql`${disbursement.orderId} = any(${wanted}::bigint[])`)
    .orderBy(disbursement.orderId, ...liveFirst)
  const orderOf = new Map(found.map((order) => [order.id, order]))
  const waits = await waitsOf(ids)
  const unanswered = await unansweredOf(payments)
  const receivedOf = await paymentsOfMany(found)
  const paymentOf = new Map(payments.map((payment) => [payment.orderId, payment]))
  return rows.flatMap((row) => {
    const order = orderOf.get(row.id)
    if (!order) return []
    const payment = paymentOf.get(row.id)
    const facts = factsOfRelease(order, payment, waits(row.id), unanswered)
    const releaseState = releaseStateOf(facts)
    return [
      {
        ...row,
        releaseState,
        payState: facts.payState,
        silent: facts.silent,
        ...waits(row.id),
        unanswered: facts.unanswered,
        payNo: payment?.payNo ?? null,
        payAmount: payment?.amount ?? null,
        paidAt: payment?.paidAt ?? null,
        payeeName: payment?.payeeName ?? null,
        failReason: payment?.failReason ?? null,
        payeeAccount: payment ? maskCard(payment.payeeAccount) : null,
        approvedAmount: order.approvedAmount ?? order.financeAmount,
        overpaid: overpaidOf(receivedOf(order).facts),
        missing: releaseState === 'missing' ? closedGates(order, row.gates) : [],
      },
    ]
  })
}

const maker = alias(sysUser, 'maker')

/** @throws 404 */
export async function readRelease(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof releases.get>> {
  const order = await findOrder(orderId, call)
  const payments = await db()
    .select({ payment: disbursement, makerName: maker.name, checkerName: sysUser.name })
    .from(disbursement)
    .leftJoin(maker, eq(maker.id, disbursement.makerId))
    .leftJoin(sysUser, eq(sysUser.id, disbursement.checkerId))
    .where(eq(disbursement.orderId, orderId))
    .orderBy(...liveFirst)
  const waits = (await waitsOf([orderId]))(orderId)
  const all = payments.map(({ payment }) => payment)
  const facts = factsOfRelease(order, all[0], waits, await unansweredOf(all))
  const proofs = await proofsOf(all)
  const terms = await termsOrNull(() => approvedTerms(order, call))
  const payees = await payeesOf(order)
  const payee = payeeNow(payees, payments[0]?.payment)
  return {
    order: await readHeader(order),
    releaseState: releaseStateOf(facts),
    payState: facts.payState,
    silent: facts.silent,
    ...waits,
    unanswered: facts.unanswered,
    missing: await missingOf(order),
    plans: terms && { signed: planFigures(terms.planned), today: planFigures(terms.quote) },
    amounts: terms && {
      approved: terms.approved,
      kept: terms.kept,
      netted: terms.netted,
      amount: terms.amount,
    },
    overpaid: overpaidOf((await paymentsOf(order)).facts),
    payees: payees.map((one) => ({
      key: keyOf(one),
      name: one.name,
      bank: one.bank,
      account: one.kind === 'card' ? maskCard(one.account) : one.account,
    })),
    payee: payee ? keyOf(payee) : null,
    payers: await payersOf(),
    payments: payments.map(({ payment, makerName, checkerName }) => ({
      ...payment,
      makerName,
      checkerName,
      proofName: proofs.get(payment.id)?.name ?? null,
      contradiction: isContradicted(payment) ? payment.contradiction : null,
      payeeAccount: payment.payeeKind === 'card' ? maskCard(payment.payeeAccount) : payment.payeeAccount,
    })),
  }
}

/** A page about an order without a quote says so; it is no failure of the page. */
async function termsOrNull(read: () => Promise<ApprovedTerms>): Promise<ApprovedTerms | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof CallError && error.status === 422) return null
    throw error
  }
}

/** @throws 404 */
export async function readLoan(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof releases.loan>> {
  const order = await findOrder(orderId, call)
  const [loan] = await db()
    .select()
    .from(loanAccount)
    .where(eq(loanAccount.orderId, orderId))
    .orderBy(desc(loanAccount.id))
    .limit(1)
  const plan = loan
    ? await db().select().from(repayPlan).where(eq(repayPlan.loanId, loan.id)).orderBy(asc(repayPlan.id))
    : []
  const of = (field: 'principal' | 'interest' | 'serviceFee' | 'amount') => sum(plan.map((row) => row[field]))
  const tasks = await db()
    .select()
    .from(releaseTask)
    .where(and(eq(releaseTask.orderId, orderId), sql`${releaseTask.endedAt} is null`))
    .orderBy(asc(releaseTask.dueDay), asc(releaseTask.id))
  return {
    order: await readHeader(order),
    loan: loan ?? null,
    plan,
    totals: {
      principal: of('principal'),
      interest: of('interest'),
      serviceFee: of('serviceFee'),
      amount: of('amount'),
    },
    books: {
      ownPrincipal: loan?.ownPrincipal ?? null,
      funder: funderOf(plan),
      vouchers: await readVouchers(orderId),
    },
    tasks: tasks.map(({ kind, dueDay, doneAt, doneOn, courier, expressNo, note }) => ({
      kind,
      dueDay,
      doneAt,
      doneOn,
      courier,
      expressNo,
      note,
      late: doneAt === null && dueDay < call.today,
    })),
  }
}

/** The funder's part of each row; null where no funder has one. */
const funderOf = (plan: readonly (typeof repayPlan.$inferSelect)[]) =>
  plan.some(({ capitalPrincipal }) => capitalPrincipal !== null)
    ? plan.map(({ capitalPrincipal, capitalInterest }) => ({
        principal: capitalPrincipal ?? '0.00',
        interest: capitalInterest ?? '0.00',
      }))
    : null

const reversed = alias(glVoucher, 'reversed')

type Vouchers = NonNullable<OutputOf<typeof releases.loan>['books']>['vouchers']

async function readVouchers(orderId: number): Promise<Vouchers> {
  const vouchers = await db()
    .select({ voucher: glVoucher, reverses: reversed.voucherNo })
    .from(glVoucher)
    .leftJoin(reversed, eq(reversed.id, glVoucher.reversedOf))
    .where(eq(glVoucher.orderId, orderId))
    .orderBy(asc(glVoucher.id))
  const ids = vouchers.map(({ voucher }) => voucher.id)
  const lines =
    ids.length === 0
      ? []
      : await db().select().from(glLine).where(inArray(glLine.voucherId, ids)).orderBy(asc(glLine.id))
  return vouchers.map(({ voucher, reverses }) => ({
    ...voucher,
    reverses,
    lines: lines
      .filter(({ voucherId }) => voucherId === voucher.id)
      .map(({ accountCode, debit, credit }) => ({ account: accountCode, debit, credit })),
  }))
}

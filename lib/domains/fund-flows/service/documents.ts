import { and, between, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { addDays, businessDate } from '../../../rules/business-date.ts'
import { sum } from '../../../rules/money.ts'
import { bankCard } from '../../customers/table.ts'
import { firstPayment, firstRefund } from '../../first-payments/table.ts'
import { type FactKind, type MoneySource, reversalsOf } from '../../loans/rules/facts.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { loanAccount, loanFact } from '../../loans/table.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { disbursement } from '../../releases/table.ts'
import type { Direction, FlowKind } from '../rules/fund-flow.ts'
import { type AskingLoan, type Document, numbersIn, type SaidFlow, windowDays } from '../rules/match-flow.ts'

/** Money that moved by the books, and loans that ask for money: what a flow may stand for. */

type Looked = {
  from: string
  to: string
  amounts?: readonly string[]
  /** The person whose scope counts; the system sees all. */
  call: Call | undefined
}

const scopeOf = (call: Call | undefined) => call && orderScope(call.actor)

/** No flow stands for it. */
const isOpen = (kind: Document['kind'], id: SQL | typeof loanFact.id) =>
  sql`not exists (select from flow_match m where m.tenant_id = nlos_tenant() and m.target_kind = ${kind}
    and m.target_id = ${id} and m.undone_at is null)`

/** The direction of a fact's money, by its kind and what else it says; other facts move none. */
const cashFacts: Readonly<Partial<Record<FactKind, (said: Said) => readonly [Direction, FlowKind] | null>>> =
  {
    receipt: () => ['收', '还款'],
    settlement: () => ['收', '还款'],
    recovery: () => ['收', '还款'],
    prepayment: ({ from }) => (from === 'cash' ? ['收', '还款'] : null),
    deposit: ({ move }) =>
      move === 'received' ? ['收', '保证金'] : move === 'refunded' ? ['付', '保证金'] : null,
    compensation: ({ move }) => (move === 'paid' ? ['付', '代偿'] : ['收', '代偿']),
    overpayment: () => ['付', '退款'],
    rebate: () => ['付', '返佣'],
    pass_on: () => ['付', '其他'],
    service_fee: () => ['收', '服务费'],
  }
type Said = { from?: unknown; move?: unknown }
const cashKinds = Object.keys(cashFacts) as FactKind[]

/** The number by which its channel knows the money, where it came with one. */
const thirdNoOf = ({ source }: { source?: Partial<MoneySource> }): string[] =>
  source?.thirdNo ? [source.thirdNo] : []

/** A later fact took it back, as far as that counts. */
export const hasReversal = sql<boolean>`exists (select from loan_fact r where r.tenant_id = ${loanFact.tenantId}
  and r.loan_id = ${loanFact.loanId} and r.kind = 'reversal' and (r.details ->> 'of')::int = ${loanFact.factNo})`

/** Those that count: a reversal is taken back as well. */
export async function thatCount<F extends { loanId: number; factNo: number; hasReversal: boolean }>(
  facts: readonly F[],
): Promise<F[]> {
  const doubtful = facts.filter((fact) => fact.hasReversal).map(({ loanId }) => loanId)
  if (doubtful.length === 0) return [...facts]
  const known = await factsOf([...new Set(doubtful)])
  const gone = new Map([...known].map(([loanId, own]) => [loanId, reversalsOf(own)]))
  return facts.filter(({ loanId, factNo }) => !gone.get(loanId)?.has(factNo))
}

/** Of these days, and of these amounts where they are told, what no flow stands for yet. */
export async function openDocuments({ from, to, amounts, call }: Looked): Promise<Document[]> {
  const scope = scopeOf(call)
  const ofAmount = (column: typeof loanFact.amount | typeof disbursement.amount) =>
    amounts && inArray(column, [...amounts])
  const facts = await db()
    .select({
      id: loanFact.id,
      factNo: loanFact.factNo,
      hasReversal,
      kind: loanFact.kind,
      details: loanFact.details,
      amount: loanFact.amount,
      day: loanFact.valueDate,
      loanId: loanFact.loanId,
      loanNo: loanAccount.loanNo,
      orderId: loanAccount.orderId,
      name: application.customerName,
    })
    .from(loanFact)
    .innerJoin(loanAccount, eq(loanAccount.id, loanFact.loanId))
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(
      and(
        ...[
          between(loanFact.valueDate, from, to),
          inArray(loanFact.kind, cashKinds),
          sql`${loanFact.amount} > 0`,
        ],
        ...[ofAmount(loanFact.amount), scope, isOpen('fact', loanFact.id)],
      ),
    )
  const paid = await db()
    .select({ payment: disbursement, loanId: loanAccount.id, loanNo: loanAccount.loanNo })
    .from(disbursement)
    .innerJoin(application, eq(application.id, disbursement.orderId))
    .leftJoin(loanAccount, eq(loanAccount.disbursementId, disbursement.id))
    .where(
      and(
        ...[eq(disbursement.status, '成功'), ofAmount(disbursement.amount), scope],
        between(disbursement.paidAt, `${from}T00:00:00+08:00`, `${to}T23:59:59+08:00`),
        isOpen('disbursement', sql`${disbursement.id}`),
      ),
    )
  const before = await db()
    .select({ payment: firstPayment, orderNo: application.orderNo })
    .from(firstPayment)
    .innerJoin(application, eq(application.id, firstPayment.orderId))
    .where(
      and(
        ...[between(firstPayment.paidOn, from, to), isNotNull(firstPayment.confirmedAt)],
        ...[isNull(firstPayment.cancelledAt), ofAmount(firstPayment.amount as never), scope],
        isOpen('firstPayment', sql`${firstPayment.id}`),
      ),
    )
  const back = await db()
    .select({ refund: firstRefund, orderNo: application.orderNo })
    .from(firstRefund)
    .innerJoin(application, eq(application.id, firstRefund.orderId))
    .where(
      and(
        ...[between(firstRefund.refundedOn, from, to), eq(firstRefund.status, '已退款')],
        ...[ofAmount(firstRefund.amount as never), scope, isOpen('firstRefund', sql`${firstRefund.id}`)],
      ),
    )
  return [
    ...(await thatCount(facts)).flatMap(
      ({ kind, details, amount, factNo, hasReversal: _, ...row }): Document[] => {
        const moved = cashFacts[kind]?.(details)
        if (!moved || amount === null) return []
        const [direction, bizKind] = moved
        return [
          {
            ...row,
            kind: 'fact',
            direction,
            bizKind,
            amount,
            account: '',
            numbers: thirdNoOf(details),
            title: row.loanNo,
          },
        ]
      },
    ),
    ...paid.map(
      ({ payment, loanId, loanNo }): Document => ({
        kind: 'disbursement',
        id: payment.id,
        direction: '付',
        amount: payment.amount,
        day: businessDate(payment.paidAt ?? payment.updatedAt),
        name: payment.payeeName,
        account: payment.payeeAccount,
        numbers: [payment.payNo, ...(payment.bankReference ? [payment.bankReference] : [])],
        loanId,
        loanNo,
        orderId: payment.orderId,
        title: payment.payNo,
        bizKind: '放款',
      }),
    ),
    ...before.map(
      ({ payment, orderNo }): Document => ({
        kind: 'firstPayment',
        id: payment.id,
        direction: '收',
        amount: payment.amount,
        day: payment.paidOn,
        name: payment.payer,
        account: '',
        numbers: [payment.reference, orderNo],
        loanId: null,
        loanNo: null,
        orderId: payment.orderId,
        title: orderNo,
        bizKind: '首付款',
      }),
    ),
    ...back.map(
      ({ refund, orderNo }): Document => ({
        kind: 'firstRefund',
        id: refund.id,
        direction: '付',
        amount: refund.amount,
        day: refund.refundedOn ?? from,
        name: refund.payeeName ?? '',
        account: refund.payeeAccount ?? '',
        numbers: [orderNo, ...(refund.reference ? [refund.reference] : [])],
        loanId: null,
        loanNo: null,
        orderId: refund.orderId,
        title: orderNo,
        bizKind: '退款',
      }),
    ),
  ]
}

/** Within which days a document may be what flows of these days stand for. */
export const windowOf = (days: readonly string[]) => {
  const sorted = [...days].sort()
  return {
    from: addDays(sorted[0] ?? '', -windowDays),
    to: addDays(sorted.at(-1) ?? '', windowDays),
  }
}

/** Money is still paid on these. */
const askingStates = ['还款中', '逾期', '已代偿', '核销'] as const

/** The loans that flows may be for: by the number in the summary, the name of the payer, or his account. */
export async function askingLoans(flows: readonly SaidFlow[], call: Call | undefined): Promise<AskingLoan[]> {
  const received = flows.filter(({ direction }) => direction === '收')
  const numbers = [...new Set(received.flatMap(({ summary }) => numbersIn(summary)))]
  const names = [...new Set(received.map(({ counterparty }) => counterparty).filter((name) => name !== ''))]
  const accounts = [
    ...new Set(received.map(({ counterAccount }) => counterAccount).filter((no) => no !== '')),
  ]
  const ofCard = accounts.length
    ? db()
        .select({ id: bankCard.ownerId })
        .from(bankCard)
        .where(and(eq(bankCard.ownerType, 'customer'), inArray(bankCard.cardNo, accounts)))
    : undefined
  const wanted = [
    numbers.length ? inArray(loanAccount.loanNo, numbers) : undefined,
    names.length ? inArray(application.customerName, names) : undefined,
    ofCard && inArray(loanAccount.customerId, ofCard),
  ].filter((one) => one !== undefined)
  if (wanted.length === 0) return []
  return loansWhere(or(...wanted), call)
}

export async function loansWhere(
  where: SQL | undefined,
  call: Call | undefined,
  limit?: number,
): Promise<AskingLoan[]> {
  const query = db()
    .select({ loan: loanAccount, name: application.customerName })
    .from(loanAccount)
    .innerJoin(application, eq(application.id, loanAccount.orderId))
    .where(and(where, inArray(loanAccount.status, [...askingStates]), scopeOf(call)))
    .orderBy(loanAccount.id)
  const rows = await (limit ? query.limit(limit) : query)
  const customers = rows.map(({ loan }) => loan.customerId)
  const cards = customers.length
    ? await db()
        .select({ ownerId: bankCard.ownerId, cardNo: bankCard.cardNo })
        .from(bankCard)
        .where(and(eq(bankCard.ownerType, 'customer'), inArray(bankCard.ownerId, customers)))
    : []
  const cardsOf = Map.groupBy(cards, ({ ownerId }) => ownerId)
  return rows.map(({ loan, name }) => ({
    loanId: loan.id,
    loanNo: loan.loanNo,
    orderId: loan.orderId,
    name,
    accounts: (cardsOf.get(loan.customerId) ?? []).map(({ cardNo }) => cardNo),
    sums: sumsOf(loan),
  }))
}

/** Everything that people pay at once: the next instalment, what is overdue without and with what it cost, and both. */
function sumsOf(loan: typeof loanAccount.$inferSelect): string[] {
  const next = loan.nextDueAmount ?? '0.00'
  const late = sum([loan.overdueAmount, loan.penaltyDue, loan.feeDue])
  const sums = [next, loan.overdueAmount, late, sum([late, next]), sum([loan.overdueAmount, next])]
  return [...new Set(sums.filter((one) => Number(one) > 0))]
}

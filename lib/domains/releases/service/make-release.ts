import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import { type ChangeLine, planFields } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, forbidden, refused, refusedBy } from '../../../platform/errors.ts'
import { mustBeWired } from '../../../platform/outside/outbox.ts'
import { maskCard } from '../../../rules/mask.ts'
import { compareMoney } from '../../../rules/money.ts'
import { formatPercent } from '../../../rules/money-text.ts'
import { capital } from '../../channels/table.ts'
import { paymentsOf } from '../../first-payments/service/order-payments.ts'
import { overpaidLines } from '../../first-payments/service/payment-changes.ts'
import { loanAccount } from '../../loans/table.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { nextPayNo } from '../../orders/service/number-series.ts'
import { ownRow } from '../../tenants/service/tenant-row.ts'
import type { releases } from '../contract.ts'
import { type ReleaseStep, releaseCan } from '../rules/disbursement.ts'
import { disbursement } from '../table.ts'
import { type ApprovedTerms, approvedTerms, planFigures } from './approved-terms.ts'
import { type Payee, payeesOf, payersOf } from './payees.ts'
import { factsOfRelease, movePayment, newestPayment, type Payment, waitsOf } from './release-record.ts'
import { unansweredOf } from './unanswered.ts'
import { isUntouched } from './untouched-loan.ts'

/** 制单, the correction of a payee, and the wish to undo a release: each waits for a second person. */

export type Made = OutputOf<typeof releases.make>

/** @throws 403 or 422 unless the caller may do it now */
export async function requireRelease(
  step: ReleaseStep,
  order: Order,
  payment: Payment | undefined,
  { actor }: Call,
): Promise<void> {
  const waits = (await waitsOf([order.id]))(order.id)
  const facts = factsOfRelease(order, payment, waits, await unansweredOf(payment ? [payment] : []))
  const answer = releaseCan(step, facts, actor.permissions)
  if (answer.ok) return
  if (answer.reason === 'releases.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}

/**
 * The payee that 制单 begins with: of a 放款单 that is made anew the one that was corrected or chosen for it, else the
 * first. Undefined where that one can be paid no more: nobody has said where the money goes then.
 */
export function payeeNow(payees: readonly Payee[], draft: Payment | undefined): Payee | undefined {
  return isDraft(draft)
    ? payees.find(({ kind, id }) => kind === draft.payeeKind && id === draft.payeeId)
    : payees[0]
}

const isDraft = (payment: Payment | undefined): payment is Payment => payment?.status === '待制单'

/** The one asked for, else the one of {@link payeeNow}. @throws 400 or 422 for none that may be paid */
async function payeeFor(order: Order, asked: string | undefined, draft?: Payment): Promise<Payee> {
  const payees = await payeesOf(order)
  const payee = asked === undefined ? payeeNow(payees, draft) : payees.find((one) => keyOf(one) === asked)
  if (payee) return payee
  if (asked !== undefined) throw badInput({ payee: 'releases.refusals.noPayee' })
  throw draft && payees.length > 0
    ? refused('releases.refusals.payeeGone', {
        account: `${draft.payeeName} ${maskCard(draft.payeeAccount)}`,
      })
    : refused('releases.refusals.noPayee')
}
export const keyOf = ({ kind, id }: Pick<Payee, 'kind' | 'id'>) => `${kind}:${id}`

async function payerFor(asked: string | undefined, draft: Payment | undefined): Promise<string> {
  const payers = await payersOf()
  const kept = isDraft(draft) ? payers.find(({ code }) => code === draft.payerAccount) : undefined
  const payer = asked === undefined ? (kept ?? payers[0]) : payers.find(({ code }) => code === asked)
  if (payer) return payer.code
  throw asked === undefined
    ? refused('releases.refusals.noPayer', undefined, ['admin'])
    : badInput({ payerAccount: 'releases.refusals.noPayer' })
}

/** 制单. @throws 400 where the amount is not the one that follows from the approval */
export async function make(
  input: ParsedInputOf<typeof releases.make>,
  call: Call,
  order: Order,
): Promise<Made> {
  const before = await newestPayment(order.id)
  await requireRelease('make', order, before, call)
  const terms = await approvedTerms(order, call)
  if (terms.overCap) throw refusedBy(terms.overCap)
  if (compareMoney(terms.amount, '0') <= 0) throw refused('releases.refusals.nothingToPay')
  if (input.amount !== undefined && compareMoney(input.amount, terms.amount) !== 0)
    throw badInput({ amount: 'machine.guard.amountAsShown' })
  const payee = await payeeFor(order, input.payee, before)
  const payerAccount = await payerFor(input.payerAccount, before)
  if ((await ownRow(call.tenantId)).payBy === 'port') mustBeWired('payment')
  const values = {
    amount: terms.amount,
    payerAccount,
    remark: input.remark,
    payeeKind: payee.kind,
    payeeId: payee.id,
    payeeName: payee.name,
    payeeAccount: payee.account,
    payeeBank: payee.bank,
    makerId: call.actor.id,
  }
  const draft = before?.status === '待制单' ? before : await addPayment(order, values, call)
  const payment = await movePayment(draft, '待复核', { ...values, failReason: null }, call)
  await propose(
    'release',
    {
      aboutId: payment.id,
      orderId: order.id,
      title: order.orderNo,
      amount: terms.amount,
      content: { payNo: payment.payNo, approved: terms.approved, netted: terms.netted, ...values },
      lines: [
        ...linesOf(order, payment, terms),
        ...(await funderLines(order)),
        ...overpaidLines((await paymentsOf(order)).facts),
      ],
      reason: input.remark,
    },
    call,
  )
  await audit({
    before: before && { status: before.status },
    after: { payNo: payment.payNo, status: payment.status, ...values },
  })
  return answerOf(await updateOrder(order, call, {}))
}

export const answerOf = ({ id, rowVersion, status }: Order): Made => ({ orderId: id, rowVersion, status })

async function addPayment(
  order: Order,
  values: Omit<typeof disbursement.$inferInsert, 'payNo' | 'orderId'>,
  { actor, today }: Call,
): Promise<Payment> {
  const [row] = await db()
    .insert(disbursement)
    .values({ ...values, payNo: await nextPayNo(today), orderId: order.id, createdBy: actor.id })
    .returning()
  if (!row) throw new Error('the payment was not written')
  return row
}

const linesOf = (order: Order, payment: Payment, terms: ApprovedTerms): ChangeLine[] => [
  { field: 'orderNo', kind: 'text', value: order.orderNo },
  { field: 'customerName', kind: 'text', value: order.customerName },
  { field: 'approved', kind: 'money', value: terms.approved },
  { field: 'netted', kind: 'money', value: terms.netted },
  { field: 'amount', kind: 'money', value: payment.amount },
  ...payeeLines(payment),
  { field: 'payerAccount', kind: 'number', value: payment.payerAccount },
  ...planLines(terms),
]

const figureKinds = {
  valueDate: 'text',
  monthlyPayment: 'money',
  firstDueDate: 'text',
  firstInterest: 'money',
  lastAmount: 'money',
  totalInterest: 'money',
  aprSimple: 'text',
} as const satisfies Record<(typeof planFields)[number], ChangeLine['kind']>

/** The differences of the plan of a release of today from the signed one: its figures, each with the signed one. */
function planLines({ planned, quote }: ApprovedTerms): ChangeLine[] {
  const [signed, today] = [planned, quote].map((plan) => {
    const { aprSimple, ...figures } = planFigures(plan)
    return { ...figures, aprSimple: aprSimple === null ? '' : formatPercent(aprSimple) }
  })
  return planFields.flatMap((field) => {
    const [was, value] = [signed?.[field] ?? '', today?.[field] ?? '']
    return was === value ? [] : [{ field, kind: figureKinds[field], value, was }]
  })
}

/** The party whose money it is. */
async function funderLines({ capitalId }: Order): Promise<ChangeLine[]> {
  const [funder] = await db()
    .select({ name: capital.name })
    .from(capital)
    .where(eq(capital.id, capitalId ?? 0))
  return funder ? [{ field: 'capitalName', kind: 'text', value: funder.name }] : []
}

export const payeeLines = (
  { payeeName, payeeAccount, payeeBank, payeeKind }: Omit<Payment, 'id'> | Payment,
  before?: Payment,
): ChangeLine[] => {
  const line = (
    field: 'payeeName' | 'payeeAccount' | 'payeeBank',
    kind: ChangeLine['kind'],
    value: string,
  ) => ({
    field,
    kind,
    value,
    ...(before && before[field] !== value && { was: before[field] }),
  })
  return [
    line('payeeName', 'text', payeeName),
    // A person's card is checked by its bank; its number is for nobody to read in a list.
    line('payeeAccount', payeeKind === 'card' ? 'card' : 'number', payeeAccount),
    line('payeeBank', 'text', payeeBank),
  ]
}

/** 更正收款账户 of a payment that failed (T31): when it is checked, the order waits for its release again. */
export async function retry(
  { payee: asked, reason }: ParsedInputOf<typeof releases.retry>,
  call: Call,
  order: Order,
): Promise<Made> {
  const failed = await newestPayment(order.id)
  await requireRelease('retry', order, failed, call)
  if (!failed) throw refused('releases.refusals.notFailed')
  const payee = await payeeFor(order, asked)
  const values = {
    payeeKind: payee.kind,
    payeeId: payee.id,
    payeeName: payee.name,
    payeeAccount: payee.account,
    payeeBank: payee.bank,
  }
  const next = { ...failed, ...values }
  await propose(
    'payee',
    {
      aboutId: failed.id,
      orderId: order.id,
      title: order.orderNo,
      amount: failed.amount,
      reason,
      content: values,
      lines: [
        { field: 'orderNo', kind: 'text', value: order.orderNo },
        { field: 'customerName', kind: 'text', value: order.customerName },
        { field: 'failReason', kind: 'text', value: failed.failReason ?? '' },
        ...payeeLines(next, failed),
      ],
    },
    call,
  )
  await audit({
    before: { payeeId: failed.payeeId, payeeName: failed.payeeName },
    after: { ...values, reason },
  })
  return answerOf(await updateOrder(order, call, {}))
}

/** 退票: the money came back (T32). An administrator confirms it; then postings are reversed and the loan is no more. */
export async function undo(
  { reason, bankReference }: ParsedInputOf<typeof releases.undo>,
  call: Call,
  order: Order,
): Promise<Made> {
  const payment = await newestPayment(order.id)
  await requireRelease('undo', order, payment, call)
  if (!payment) throw refused('releases.refusals.notPaid')
  if (!(await isUntouched(payment.id))) throw refused('machine.guard.noRepayment')
  const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.disbursementId, payment.id))
  await propose(
    'undo',
    {
      aboutId: payment.id,
      orderId: order.id,
      title: order.orderNo,
      amount: payment.amount,
      reason,
      content: { bankReference, reason },
      lines: [
        { field: 'orderNo', kind: 'text', value: order.orderNo },
        { field: 'customerName', kind: 'text', value: order.customerName },
        { field: 'amount', kind: 'money', value: payment.amount },
        ...payeeLines(payment),
        { field: 'loanNo', kind: 'text', value: loan?.loanNo ?? '' },
        { field: 'bankReference', kind: 'text', value: bankReference },
      ],
    },
    call,
  )
  await audit({ before: { status: payment.status }, after: { payNo: payment.payNo, bankReference, reason } })
  return answerOf(await updateOrder(order, call, {}))
}

import { sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import type { ChangeKind } from '../../../platform/changes/rules/pending-change.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { businessDay } from '../../ledger/table.ts'
import { dayText } from '../../loans/rules/day.ts'
import { e1, type History, history, termsOf } from '../../loans/rules/testing.ts'
import { addFact, type NewFact } from '../../loans/service/loan-facts.ts'
import { bookFact, syncLoan } from '../../loans/service/project-loan.ts'
import { loanAccount } from '../../loans/table.ts'
import { newEvent, testPicture } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { approving, orderOf, waitingOrders } from '../../releases/service/testing.ts'
import { disbursement } from '../../releases/table.ts'
import type { TestBackend, TestInput } from '../../testing.ts'
import { settlements } from '../contract.ts'

/** Settlements by the calls of the screens, on the loan of the worked examples. */

/** The business day of the first tenant, which the calendar does not move. */
export const businessDayIs = (day: string) =>
  inTenant(1, () =>
    db()
      .insert(businessDay)
      .values({ day })
      .onConflictDoUpdate({ target: businessDay.tenantId, set: { day } }),
  )

const paidSix = () => history(e1, { deposit: 8600_00 }).payThrough(6)

/**
 * E1 of domain.md as a loan of the database, six instalments paid unless told. @returns its number and its order's
 */
export async function e1Loan(
  backend: TestBackend,
  { facts }: Pick<History, 'facts'> = paidSix(),
  today = '2025-09-25',
): Promise<{ loanId: number; orderId: number }> {
  const [orderId = 0] = await waitingOrders(backend)
  const { customerId } = await orderOf(orderId)
  const loanId = await inTenant(1, async () => {
    await db()
      .update(application)
      .set({ status: 'released', releasedAt: sql`now()` })
      .where(sql`${application.id} = ${orderId}`)
    const [payment] = await db()
      .insert(disbursement)
      .values({
        orderId,
        payNo: `E1-${orderId}`,
        amount: '86000.00',
        payerAccount: '999900001111',
        payeeKind: 'account',
        payeeId: 1,
        payeeName: '示例车行有限公司',
        payeeAccount: '9999000011112222',
        payeeBank: '示例银行',
        makerId: 1,
        checkerId: 2,
        bankReference: `E1-${orderId}`,
        paidAt: '2025-03-15T02:00:00Z',
        status: '成功',
      })
      .returning()
    const [loan] = await db()
      .insert(loanAccount)
      .values({
        orderId,
        customerId,
        loanNo: `L20250315${String(orderId).padStart(6, '0')}`,
        disbursementId: payment?.id ?? 0,
        principal: '86000.00',
        ownPrincipal: '86000.00',
        annualRate: '0.0720',
        term: 36,
        repayMethod: 'annuity',
        paymentTiming: 'arrears',
        dayCount: '30/360',
        valueDate: e1.valueDate,
        maturity: '2028-03-15',
        repayDay: 15,
        outstandingPrincipal: '86000.00',
        depositBalance: '0.00',
        terms: termsOf(e1),
      })
      .returning()
    const id = loan?.id ?? 0
    // A loan is kept with its plan or not at all.
    const by = systemCall(1, new Date())
    for (const { id: no, day, bookedAt: _at, by: _by, checkedBy: _who, eventId: _event, ...fact } of facts) {
      const whole = { ...fact, eventId: `e1:${id}:${no}`, valueDate: dayText(day), checkedBy: null }
      await addFact(id, whole as NewFact, by)
    }
    await syncLoan(id, { today, openFrom: '1900-01-01' }, by)
    return id
  })
  return { loanId, orderId }
}

export const bookAs = (loanId: number, fact: NewFact, today: string) =>
  inTenant(1, () => bookFact(loanId, fact, { today, openFrom: '1900-01-01' }, systemCall(1, new Date())))

export const early = {
  kind: '提前结清',
  quoteDate: '2025-09-25',
  reason: '卖车',
  wantedDeposit: '8600.00',
} as const

/** The same loan on the day of the calendar, by which other samples go: half of its plan is overdue. */
export const loanToday = (backend: TestBackend) => e1Loan(backend, paidSix(), businessDate(new Date()))
export const quotedToday = () =>
  ({ kind: '提前结清', quoteDate: businessDate(new Date()), reason: '卖车' }) as const
export async function appliedLoan(backend: TestBackend) {
  const loan = await loanToday(backend)
  await applied(backend, loan.loanId, { ...quotedToday(), wantedDeposit: '0' })
  return loan
}

export const readCase = (backend: TestBackend, orderId: number) =>
  backend.as('postloan').call(settlements.get, { orderId })

/** The newest application of an order. */
export async function newest(backend: TestBackend, orderId: number) {
  const [row] = (await readCase(backend, orderId)).applications
  if (!row) throw new Error('nobody asked for a settlement')
  return row
}

const onNewest = async (backend: TestBackend, orderId: number) => {
  const { id, rowVersion } = await newest(backend, orderId)
  return { id, rowVersion, eventId: newEvent() }
}

/** A draft. */
export const applied = (
  backend: TestBackend,
  loanId: number,
  more: Partial<TestInput<typeof settlements.create>> = {},
) => backend.as('postloan').call(settlements.create, { ...early, loanId, ...more, eventId: newEvent() })

export const submitted = async (backend: TestBackend, orderId: number) =>
  backend.as('postloan').call(settlements.submit, await onNewest(backend, orderId))

export async function waiting(backend: TestBackend, kind: ChangeKind, orderId: number) {
  const by = kind === 'settlement' ? 'postloan' : 'cashier'
  const { data } = await backend
    .as(by)
    .call(changes.of, { kind, aboutId: (await newest(backend, orderId)).id })
  const [change] = data
  if (!change) throw new Error(`no ${kind} waits`)
  return change
}

/** A second person passes what waits: the quote, or the money. */
export const passed = async (
  backend: TestBackend,
  kind: 'settlement' | 'settlementBooking',
  orderId: number,
  by = 'finance_checker',
) => backend.as(by).call(changes.approve, approving(await waiting(backend, kind, orderId)))

let money = 0
export const payment = (more: object = {}) => {
  money += 1
  return {
    paidAmount: '66654.88',
    paidOn: '2025-09-25',
    channel: 'transfer' as const,
    payer: '李建国',
    thirdNo: `T-${money}`,
    ...more,
  }
}

/** The cashier registers what came in. */
export const paidFor = async (backend: TestBackend, orderId: number, more: object = {}) =>
  backend
    .as('cashier')
    .upload(
      settlements.pay,
      { ...(await onNewest(backend, orderId)), ...payment(more) },
      { name: '回单.jpg', bytes: await testPicture() },
    )

/** All of it: asked for, approved, paid and booked. */
export async function settled(
  backend: TestBackend,
  loan: { loanId: number; orderId: number },
  more: Partial<TestInput<typeof settlements.create>> = {},
): Promise<void> {
  await applied(backend, loan.loanId, more)
  await submitted(backend, loan.orderId)
  await passed(backend, 'settlement', loan.orderId)
  const { payable, quoteDate } = await newest(backend, loan.orderId)
  await paidFor(backend, loan.orderId, { paidAmount: payable, paidOn: quoteDate })
  await passed(backend, 'settlementBooking', loan.orderId)
}

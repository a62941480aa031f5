import { and, asc, desc, eq, lt, sql } from 'drizzle-orm'
import { pendingChange } from '../../../platform/changes/table.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addMonths } from '../../../rules/business-date.ts'
import { cashPostings, type GlAccount } from '../../ledger/rules/ledger.ts'
import { post } from '../../ledger/service/post.ts'
import { glAccount, glPeriod, glVoucher } from '../../ledger/table.ts'
import { checkTenant, noProof } from '../../loans/service/check-books.ts'
import { application } from '../../orders/table.ts'
import type { Period } from './period-change.ts'
import { keepProof } from './prove.ts'

/** Months before all that a test has posted. */
const before = '2020-01'

/** A proof of the books of the first tenant, as its job makes one. */
export async function provedBooks() {
  const proof = noProof()
  await checkTenant(1, proof)
  await inTenant(1, () => keepProof(proof))
  return proof
}

/** Money of an order came in on a day. */
export const cashOn = (bizDate: string) =>
  inTenant(1, async () => {
    const [order] = await db().select({ id: application.id }).from(application).limit(1)
    const refId = 900_000_000 + (await db().$count(glVoucher))
    for (const posting of cashPostings('100.00', 'in'))
      await post(
        posting,
        { refType: 'voucher', refId, orderId: order?.id ?? null, loanId: null, bizDate },
        systemCall(1, new Date()),
      )
  })

/** The first open month, of which nothing waits, with proved books: it may be closed. */
export async function closableMonth(): Promise<Period> {
  // Those of which something waits count as closed.
  await inTenant(1, () =>
    db()
      .update(glPeriod)
      .set({ state: 'closed' })
      .where(sql`exists (select from ${pendingChange} where ${pendingChange.kind} = 'period'
        and ${pendingChange.state} = 'waiting' and ${pendingChange.aboutId} = ${glPeriod.id})`),
  )
  if (!(await firstOpen())) {
    const last = await lastClosed()
    await cashOn(last ? addMonths(`${last.month}-15`, 1) : '2015-01-15')
  }
  await provedBooks()
  const made = await firstOpen()
  if (!made) throw new Error('no month may be closed')
  return made
}

const firstOpen = () =>
  inTenant(1, async () => {
    const [first] = await db()
      .select()
      .from(glPeriod)
      .where(and(eq(glPeriod.state, 'open'), lt(glPeriod.month, before)))
      .orderBy(asc(glPeriod.month))
      .limit(1)
    return first
  })

const lastClosed = () =>
  inTenant(1, async () => {
    const [last] = await db()
      .select()
      .from(glPeriod)
      .where(eq(glPeriod.state, 'closed'))
      .orderBy(desc(glPeriod.month))
      .limit(1)
    return last
  })

/** A month that is closed, behind which none is. */
export async function closedMonth(): Promise<Period> {
  const { id } = await closableMonth()
  await inTenant(1, () => db().update(glPeriod).set({ state: 'closed' }).where(eq(glPeriod.id, id)))
  return monthOf(id)
}

export const monthOf = (id: number): Promise<Period> =>
  inTenant(1, async () => {
    const [row] = await db().select().from(glPeriod).where(eq(glPeriod.id, id))
    if (!row) throw new Error('there is no such month')
    return row
  })

/** The newest version of an account. */
export const accountNow = (code: GlAccount) =>
  inTenant(1, async () => {
    const [row] = await db()
      .select()
      .from(glAccount)
      .where(eq(glAccount.code, code))
      .orderBy(desc(glAccount.validFrom))
      .limit(1)
    if (!row) throw new Error('there is no such account')
    return row
  })

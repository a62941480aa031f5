import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { By, Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { capital } from '../../channels/table.ts'
import { tenant } from '../../identity/table.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import { isFunded } from '../../orders/rules/release-gates.ts'
import { orNull, written } from '../../orders/service/entry-columns.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { markTask } from '../../releases/service/release-tasks.ts'
import { vehicle } from '../../vehicles/table.ts'
import type { MortgageView, papers } from '../contract/papers.ts'
import { freeFindings, isToFree, type MortgageStatus, mortgageFindings } from '../rules/mortgage.ts'
import { mortgage } from '../table/mortgages.ts'
import { paperSetOf, requirePaperStep } from './paper-sets.ts'

/** 抵押 of an order: who goes to the office, and what the certificate says; judged with its papers. */

export type Mortgage = typeof mortgage.$inferSelect

export async function mortgageOf(orderId: number): Promise<Mortgage | undefined> {
  const [row] = await db().select().from(mortgage).where(eq(mortgage.orderId, orderId))
  return row
}

export async function readMortgage(orderId: number): Promise<MortgageView | null> {
  return (await mortgageOf(orderId)) ?? null
}

/**
 * 办理: the office is asked, and the number of the certificate typed when there is one.
 *
 * @throws 400 by field
 */
export async function saveMortgage(
  typed: ParsedInputOf<typeof papers.saveMortgage>,
  call: Call,
  order: Order,
) {
  await requirePaperStep('change', await paperSetOf(order, 'mortgage'), call)
  const { agent, dmvOffice, applyAt, regNo } = typed
  const found = mortgageFindings({ agent, dmvOffice, applyAt, regNo }, call.today)
  if (Object.keys(found).length > 0) throw badInput(found)
  const own = await mortgageOf(order.id)
  const row = {
    agent,
    dmvOffice,
    applyAt,
    regNo: orNull(regNo),
    status: '办理中' as const,
    mortgagee: await lenderOf(order),
  }
  if (own)
    await db()
      .update(mortgage)
      .set({ ...row, ...changedBy(mortgage, call) })
      .where(eq(mortgage.id, own.id))
  else
    await db()
      .insert(mortgage)
      .values({
        ...row,
        ...written(call),
        orderId: order.id,
        createdBy: call.actor.id,
        rank: templateOf(order).mortgage?.rank ?? 1,
      })
  await audit({ before: own && toldOf(own), after: { agent, dmvOffice, applyAt, regNo, status: '办理中' } })
  const moved = await updateOrder(order, call, {})
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}

const toldOf = ({ agent, dmvOffice, applyAt, regNo, status }: Mortgage) => ({
  agent,
  dmvOffice,
  applyAt,
  regNo,
  status,
})

/** The party whose money it is: a funder's, or the company's own. */
export async function lenderOf({ capitalId }: Order): Promise<string> {
  const [owner] = await db().select({ name: tenant.name }).from(tenant)
  if (capitalId === null) return owner?.name ?? ''
  const [funder] = await db().select().from(capital).where(eq(capital.id, capitalId))
  return funder && isFunded(funder.kind) ? funder.name : (owner?.name ?? '')
}

/** The mortgage follows its papers: into the review, through it, back. */
export async function moveMortgage(order: Order, status: MortgageStatus, by: By): Promise<void> {
  const doneAt = status === '已抵押' ? businessDate(by.now) : null
  const [row] = await db()
    .update(mortgage)
    .set({
      status,
      doneAt,
      mortgagee: await lenderOf(order),
      ...changedBy(mortgage, by),
    })
    .where(eq(mortgage.orderId, order.id))
    .returning()
  if (status !== '已抵押' || !row || order.vehicleId === null) return
  await db()
    .update(vehicle)
    .set({ regCertNo: row.regNo, ...written(by) })
    .where(eq(vehicle.id, order.vehicleId))
}

/**
 * 解押办理: applied for, and done where its day is known.
 *
 * @throws 400 by field, 422 while its loan is not paid off
 */
export async function freeMortgage(
  typed: ParsedInputOf<typeof papers.freeMortgage>,
  call: Call,
  order: Order,
) {
  const own = await mortgageOf(order.id)
  if (own?.status === '已解押') throw refused('papers.refusals.freed')
  if (!own || !isToFree(own.status)) throw refused('papers.refusals.notToFree')
  const { releaseApplyAt, releaseDoneAt = '', releaseExpressNo } = typed
  const found = freeFindings({ releaseApplyAt, releaseDoneAt, releaseExpressNo }, call.today)
  if (Object.keys(found).length > 0) throw badInput(found)
  const row = {
    releaseApplyAt,
    releaseExpressNo,
    releaseDoneAt: orNull(releaseDoneAt),
    status: releaseDoneAt === '' ? ('解押中' as const) : ('已解押' as const),
  }
  await change(mortgage, own, row, { before: { status: own.status }, after: row })
  if (releaseDoneAt !== '') await markTask(order.id, 'mortgage_release', call.now.toISOString(), call)
  const moved = await updateOrder(order, call, {})
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}

/** T33: what stands for a loan that is paid off is to be released. @returns whether there is a mortgage */
export const openMortgageRelease = (orderId: number, by: By): Promise<boolean> =>
  moveStatus(orderId, '已抵押', '待解押', by)

/** The loan is owed again. @returns false where the office has released it already, or is about to */
export async function closeMortgageRelease(orderId: number, by: By): Promise<boolean> {
  const own = await mortgageOf(orderId)
  if (own?.status === '解押中' || own?.status === '已解押') return false
  await moveStatus(orderId, '待解押', '已抵押', by)
  return true
}

async function moveStatus(
  orderId: number,
  from: MortgageStatus,
  status: MortgageStatus,
  by: By,
): Promise<boolean> {
  const moved = await db()
    .update(mortgage)
    .set({ status, ...changedBy(mortgage, by) })
    .where(and(eq(mortgage.orderId, orderId), eq(mortgage.status, from)))
    .returning({ id: mortgage.id })
  return moved.length > 0
}

import { and, desc, eq } from 'drizzle-orm'
import type { By, Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { compareMoney, minus } from '../../../rules/money.ts'
import { asksPapers } from '../../materials/rules/material-sets.ts'
import { findSet } from '../../materials/service/material-sets.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { approvedOf } from '../../orders/service/signed-terms.ts'
import { termsAt } from '../../orders/service/terms.ts'
import {
  type UnderwritingFacts,
  type UnderwritingState,
  type UnderwritingStep,
  underwritingCan,
  underwritingMoves,
} from '../rules/underwriting.ts'
import { underwriting } from '../table.ts'

/** 投保 as its moves have it. Whoever writes one has locked its order first. */

export type Underwriting = typeof underwriting.$inferSelect

/** 保费试算: what the order's plan comes to at the terms that were approved. */
export type Trial = {
  /** As the entry named it. */
  insurer: string
  planCode: string
  planName: string
  sumInsured: string
  /** The amount that the premium is counted of: without the premium itself. */
  base: string
  premiumRate: string
  years: number
  premium: string
}

export async function trialOf(order: Order, call: Call): Promise<Trial | null> {
  const approved = await approvedOf(order, call)
  const sumInsured = order.approvedAmount ?? approved?.financeAmount
  const term = order.approvedTerm ?? approved?.term
  if (!sumInsured || !term) return null
  const asked = { approvedAmount: sumInsured, approvedTerm: term, fees: approved?.fees }
  const { performance } = (await termsAt(order, asked, call, 'anyAmount')).values
  const plan = templateOf(order).plans.find(({ code }) => code === performance.planCode)
  if (!plan || performance.premium === '' || compareMoney(performance.premium, '0') <= 0) return null
  const { insurer, premium, premiumRate, years, financed } = performance
  return {
    insurer,
    sumInsured,
    premium,
    premiumRate,
    years: Number(years),
    planCode: plan.code,
    planName: plan.label,
    base: financed ? minus(sumInsured, premium) : sumInsured,
  }
}

/** Every submission of an order, newest first: the first of them counts. */
export const submissionsOf = (orderId: number): Promise<Underwriting[]> =>
  db().select().from(underwriting).where(eq(underwriting.orderId, orderId)).orderBy(desc(underwriting.id))

export type Submissions = {
  rows: Underwriting[]
  trial: Trial | null
  facts: UnderwritingFacts
}

export async function underwritingOf(order: Order, call: Call): Promise<Submissions> {
  const asked = asksPapers('insurer', { templateCode: order.templateCode, funded: false })
  const trial = asked ? await trialOf(order, call) : null
  const rows = await submissionsOf(order.id)
  const set = await findSet(order.id, 'insurer')
  return {
    rows,
    trial,
    facts: {
      orderStatus: order.status,
      asked,
      premium: trial?.premium ?? null,
      setStatus: set?.status ?? '未上传',
      status: rows[0]?.status ?? '未提交',
      silent: rows[0]?.silent ?? false,
      conflict: rows[0]?.conflict ?? false,
      outdated: rows[0]?.outdated ?? false,
    },
  }
}

/** @throws 403 or 422 unless the caller may do it now */
export function requireUnderwritingStep(
  step: UnderwritingStep,
  { facts }: Submissions,
  { actor }: Call,
): void {
  const answer = underwritingCan(step, facts, actor.permissions)
  if (answer.ok) return
  if (answer.reason === 'underwriting.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}

/** Moves one along its machine, and from the state that it was read in alone. @throws {Error} against the table */
export async function moveUnderwriting(
  row: Underwriting,
  to: UnderwritingState,
  set: Partial<Underwriting>,
  { actor, now }: By,
): Promise<Underwriting> {
  if (!underwritingMoves[row.status].includes(to))
    throw new Error(`a submission to an insurer does not go from ${row.status} to ${to}`)
  const [moved] = await db()
    .update(underwriting)
    .set({
      ...set,
      status: to,
      ...changedBy(underwriting, { actor, now }),
    })
    .where(and(eq(underwriting.id, row.id), eq(underwriting.status, row.status)))
    .returning()
  if (!moved) throw new Error(`submission ${row.submitNo} moved while its order was locked`)
  return moved
}

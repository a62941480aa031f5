import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { forbidden, refused } from '../../../platform/errors.ts'
import { subject } from '../../../platform/subject.ts'
import { type DiligenceStep, diligenceAfter, diligenceCan } from '../rules/due-diligence.ts'
import { dueDiligence } from '../table.ts'
import { type Diligence, diligenceScope } from './read-diligence.ts'

/** Every change of a visit: judged by its machine (lib/domains/due-diligence/rules/due-diligence.ts), one update, one audit row. */

export const diligenceSubject = subject({
  noun: 'due_diligence',
  nameOf: ({ id }: Diligence) => id,
  lock: async (id: number, { tenantId, actor }: Call) => {
    const [row] = await db()
      .select()
      .from(dueDiligence)
      .where(and(eq(dueDiligence.id, id), eq(dueDiligence.tenantId, tenantId), diligenceScope(actor)))
      .for('no key update')
    return row
  },
})

/** @throws 403 or 422 unless the caller may do it now */
export function requireStep(step: DiligenceStep, row: Diligence, { actor }: Call): void {
  const answer = diligenceCan(step, row, { id: actor.id, permissions: [...actor.permissions] })
  if (answer.ok) return
  if (answer.reason === 'dueDiligence.refusals.permission') throw forbidden()
  throw refused(answer.reason)
}

type Changes = Partial<typeof dueDiligence.$inferInsert>

/**
 * Moves a locked visit on, with other columns that change with it.
 *
 * @param told what the audit row says besides
 * @throws 403 or 422 when the machine refuses
 */
export async function moveDiligence(
  row: Diligence,
  step: DiligenceStep,
  call: Call,
  set: Changes = {},
  told: Record<string, unknown> = {},
): Promise<void> {
  requireStep(step, row, call)
  const status = diligenceAfter(step)
  await db()
    .update(dueDiligence)
    .set({
      ...set,
      status,
      ...changedBy(dueDiligence, call),
    })
    .where(eq(dueDiligence.id, row.id))
  await audit({
    before: { ddNo: row.ddNo, status: row.status },
    after: { ddNo: row.ddNo, orderId: row.orderId, status, ...told },
  })
}

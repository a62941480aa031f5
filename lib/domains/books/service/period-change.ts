import { and, eq, gt } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { glPeriod } from '../../ledger/table.ts'
import { type PeriodMove, periodMoves } from '../rules/closing.ts'
import { checksOf } from './closing-checks.ts'

/** 关账 and 反结账, judged when they are made and when they are checked, while no voucher is posted. */

export type Period = typeof glPeriod.$inferSelect

/** @returns why a period cannot be moved now */
export async function periodRefusal(
  move: PeriodMove,
  { month, state }: Period,
  call: Call,
): Promise<FieldMessage | undefined> {
  if (move === 'reopen') {
    if (state === 'open') return 'books.refusals.isOpen'
    return (await isClosedAfter(month)) ? 'books.refusals.notLast' : undefined
  }
  if (state === 'closed') return 'books.refusals.isClosed'
  const broken = (await checksOf(month, call)).filter(({ ok }) => !ok)
  return broken.length === 0
    ? undefined
    : {
        key: 'books.refusals.notReady',
        params: { checks: broken.map(({ code }) => say(`books.checks.${code}`)).join(say('ui.separator')) },
      }
}

const isClosedAfter = async (month: string): Promise<boolean> =>
  (await db().$count(glPeriod, and(gt(glPeriod.month, month), eq(glPeriod.state, 'closed')))) > 0

export const periodChange = changeKind({
  content: z.object({ move: z.enum(periodMoves), month: z.string(), reason: z.string() }),
  async lock(id) {
    const [row] = await db().select().from(glPeriod).where(eq(glPeriod.id, id)).for('no key update')
    return row
  },
  async judge({ move }, period: Period, call) {
    await takeTurn('period', call.tenantId)
    return periodRefusal(move, period, call)
  },
  async apply({ move, reason }, { id, rowVersion }, { madeBy }, { actor, now }) {
    const movedAt = now.toISOString()
    await db()
      .update(glPeriod)
      .set({
        state: move === 'close' ? 'closed' : 'open',
        movedBy: madeBy,
        checkedBy: actor.id,
        updatedBy: actor.id,
        updatedAt: movedAt,
        rowVersion: rowVersion + 1,
        movedAt,
        reason,
      })
      .where(eq(glPeriod.id, id))
  },
  // The period is as it was.
  async leave() {},
})

import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { isToFree } from '../../materials/rules/mortgage.ts'
import { mortgageOf } from '../../materials/service/mortgages.ts'
import { type Order, updateOrder } from '../../orders/service/move-order.ts'
import { releaseEffects } from '../../release-effects.ts'
import type { releases } from '../contract.ts'
import { finishFindings } from '../rules/hand-task.ts'
import { releaseTask } from '../table.ts'
import { findTask } from './release-tasks.ts'

/**
 * 登记完成 of what a settlement left to do and no other page does: the title, the device, the papers that go back.
 *
 * @throws 400 by field; 422 where nothing of the kind is open, or its papers end it
 */
export async function finishTask(
  { kind, ...said }: ParsedInputOf<typeof releases.finishTask>,
  call: Call,
  order: Order,
) {
  const task = await findTask(order.id, kind)
  if (!task || task.doneAt !== null) throw refused('releases.refusals.noTask')
  if (kind === 'mortgage_release') {
    const own = await mortgageOf(order.id)
    if (own && isToFree(own.status)) throw refused('releases.refusals.freedByPapers')
  }
  if (kind === 'archive_return') await releaseEffects.requirePapersGone(order.id)
  const { doneOn, courier, expressNo, note } = said
  const done = { doneOn, courier, expressNo, note }
  const found = finishFindings(task, done, call.today)
  if (Object.keys(found).length > 0) throw badInput(found)
  const at = call.now.toISOString()
  await db()
    .update(releaseTask)
    .set({ ...done, doneAt: at, updatedAt: at, updatedBy: call.actor.id })
    .where(eq(releaseTask.id, task.id))
  await audit({ before: { kind, doneAt: null }, after: { kind, ...done } })
  const moved = await updateOrder(order, call, {})
  return { orderId: moved.id, rowVersion: moved.rowVersion }
}

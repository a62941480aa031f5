import type { riskApproval } from '../../contracts/risk-approval.ts'
import { visibleMaterials } from '../../rules/order-entry/template-engine.ts'
import { templateOf } from '../../rules/order-entry/templates.ts'
import { mayReconsider } from '../../rules/risk-approval.ts'
import { entryOf } from '../applications/form-values.ts'
import { movedAnswer, moveOrder, type Order, requireEvent } from '../applications/move-order.ts'
import { findOrder } from '../applications/read-order.ts'
import type { Call } from '../context.ts'
import { inTenant } from '../db/client.ts'
import { refused } from '../errors.ts'
import type { SlowHandler } from '../handler.ts'
import { addPaper } from '../materials/evidence.ts'
import { alignMaterialSet } from '../materials/material-sets.ts'
import { takeUpload } from '../materials/take-upload.ts'

/** @throws 403 or 422 by the state table, 422 for a second time or too late */
function requireChance(order: Order, call: Call): void {
  requireEvent('reconsider', order, call)
  const rejected = { isReconsider: order.isReconsider, rejectedAt: order.stageEnteredAt }
  if (!mayReconsider(rejected, call.now)) throw refused('machine.guard.reconsider')
}

/**
 * T16 复议: a rejected order is taken up once more, with evidence that is new; the clerk completes the entry and every
 * review begins again.
 *
 * @throws 400 at `file` for what is no JPEG, PNG or PDF or too large
 */
export const reconsider: SlowHandler<typeof riskApproval.reconsider> = {
  async prepare({ orderId, reason }, call, upload) {
    // Asked first, and again when it counts: nobody's file is read for an order that stays rejected.
    await inTenant(call.tenantId, async () => requireChance(await findOrder(orderId, call), call))
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, order) {
        requireChance(order, inside)
        const moved = await moveOrder(order, inside, {
          event: 'reconsider',
          opinion: reason,
          set: { isReconsider: true, lastDecidedBy: null, rejectStage: null, rejectReason: null },
        })
        // One that the pre-review rejected had no papers of the entry yet.
        await alignMaterialSet(order.id, visibleMaterials(templateOf(moved), entryOf(moved)), inside)
        await addPaper(order.id, 'reconsider_evidence', { name, clean }, inside)
        return movedAnswer(moved)
      },
      settle,
    }
  },
}

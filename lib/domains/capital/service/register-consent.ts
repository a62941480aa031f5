import { and, eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { handedIn } from '../../../platform/changes/handed-in.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { storedAnswer } from '../../../platform/files/file-store.ts'
import { takeUpload } from '../../../platform/files/take-upload.ts'
import type { FileAnswer, SlowHandler } from '../../../platform/handler.ts'
import { r2 } from '../../../rules/money.ts'
import { formatPercent } from '../../../rules/money-text.ts'
import { capital } from '../../channels/table.ts'
import { namesOrder } from '../../first-payments/service/payment-changes.ts'
import { movedAnswer, type Order, orderSubject, updateOrder } from '../../orders/service/move-order.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { keepFile } from '../../system/service/keep-file.ts'
import type { capitalOrders } from '../contract.ts'
import { capitalOrder } from '../table.ts'
import { askedPush, type CapitalOrder } from './capital-record.ts'
import { requireFindings } from './register-result.ts'
import { showPusher } from './tell-capital.ts'

/** 登记资方同意: money is reckoned with by it, so it comes with its paper and counts when somebody else has checked it. */

type Said = ParsedInputOf<typeof capitalOrders.consent>

/** @throws 400 by field, 403, 422 for a push that its funder still answers, or of which a consent waits already */
async function requireConsent(order: Order, said: Said, call: Call): Promise<CapitalOrder> {
  const row = await askedPush(order, call)
  await requireFindings({ ...said, result: 'pass' }, row)
  return row
}

export const registerConsent: SlowHandler<typeof capitalOrders.consent> = {
  async prepare(input, call, upload) {
    // Asked first, and again when it counts: no file is read for a push that waits for nothing.
    await inTenant(call.tenantId, async () => {
      const order = await orderSubject.lock(input.orderId, call)
      if (!order) throw notFound()
      await requireConsent(order, input, call)
    })
    const { clean, name, settle } = await takeUpload(upload, call.tenantId)
    return {
      async run(inside, order) {
        const row = await requireConsent(order, input, inside)
        const file = await keepFile(order.id, name, clean, inside)
        const [funder] = await db().select().from(capital).where(eq(capital.id, row.capitalId))
        const { reply } = input
        const said = {
          capitalOrderNo: input.capitalOrderNo || row.capitalOrderNo,
          approvedAmount: r2(input.approvedAmount),
          approvedRate: input.approvedRate || null,
          reply,
        }
        const { pushNo, round, amount } = row
        await propose(
          'funder',
          {
            aboutId: row.id,
            orderId: order.id,
            title: order.orderNo,
            amount: said.approvedAmount,
            content: { pushNo, round, amount, ...said, proofId: file.id, proof: clean.hash },
            lines: [
              ...namesOrder(order),
              { field: 'capitalName', kind: 'text', value: funder?.name ?? '' },
              { field: 'pushed', kind: 'money', value: amount },
              { field: 'capitalAmount', kind: 'money', value: said.approvedAmount },
              ...(said.approvedRate === null
                ? []
                : [
                    {
                      field: 'capitalRate' as const,
                      kind: 'text' as const,
                      value: formatPercent(said.approvedRate),
                    },
                  ]),
              { field: 'capitalOrderNo', kind: 'text', value: said.capitalOrderNo ?? '' },
              ...(reply === '' ? [] : [{ field: 'reply' as const, kind: 'text' as const, value: reply }]),
              { field: 'proof', kind: 'text', value: name },
            ],
          },
          inside,
        )
        await audit({ before: { status: row.status }, after: { pushNo, ...said, hash: clean.hash } })
        await showPusher(row)
        return movedAnswer(await updateOrder(order, inside, {}))
      },
      settle,
    }
  },
}

/** @throws 404 */
export async function readProof(
  { orderId, pushId }: ParsedInputOf<typeof capitalOrders.proof>,
  call: Call,
): Promise<FileAnswer> {
  const order = await findOrder(orderId, call)
  const pushes = await db()
    .select({ id: capitalOrder.id })
    .from(capitalOrder)
    .where(and(eq(capitalOrder.id, pushId), eq(capitalOrder.orderId, order.id)))
  const proof = (
    await handedIn(
      'funder',
      pushes.map(({ id }) => id),
    )
  ).get(pushId)
  if (!proof) throw notFound()
  return storedAnswer(call.tenantId, { ...proof, hash: proof.fileId })
}

import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { endCalls } from '../../../platform/outside/outbox.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { capital } from '../../channels/table.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { askFunder } from './ask-funder.ts'
import { type CapitalOrder, liveCapitalOrder, moveCapitalOrder } from './capital-record.ts'
import { endConsent } from './end-consent.ts'
import { tellOfOrder } from './tell-capital.ts'

/**
 * 取消: the order is void (T34) or something else than what was pushed (T17). The funder hears of it over its interface;
 * of one that has none, whoever pushed it is told to say so.
 */
export async function cancelCapitalOrder(order: Order, by: By): Promise<void> {
  const row = await liveCapitalOrder(order.id)
  if (!row) return
  await endCalls('funder', [row.id])
  await endConsent(row.id, by.now)
  const cancelled = await moveCapitalOrder(row, '取消', { silent: false }, by)
  const [funder] = await db().select().from(capital).where(eq(capital.id, row.capitalId))
  if (funder?.online && isWired('funder')) await askFunder('cancel', cancelled, funder, order)
  else await tellToCancel(order, cancelled, funder?.name ?? '', by)
}

/** It has to be said by telephone or at the funder's own site. */
export const tellToCancel = (order: Order, row: CapitalOrder, funder: string, by: By): Promise<void> =>
  tellOfOrder(
    order,
    [row.pushedBy],
    {
      opens: 'capitalMaterialsDetails',
      title: say('capitalOrders.toldCancel', { orderNo: order.orderNo, funder }),
      body: say('capitalOrders.toldCancelBody', {
        name: order.customerName,
        funder,
        number: row.capitalOrderNo ?? row.pushNo,
      }),
    },
    by,
  )

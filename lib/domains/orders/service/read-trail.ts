import { desc, eq, inArray, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notification } from '../../../platform/messages/table.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { dueDiligence } from '../../due-diligence/table.ts'
import { sysUser } from '../../identity/table.ts'
import { orderEffects } from '../../order-effects.ts'
import { auditLog } from '../../system/table.ts'
import type { applications } from '../contract.ts'
import { findOrder } from './read-order.ts'

/** 往来与日志: what was said about an order and done to it, as far as it says no values. */

const most = 50

export async function readTrail(
  { orderId }: { orderId: number },
  call: Call,
): Promise<OutputOf<typeof applications.trail>> {
  const { id } = await findOrder(orderId, call)
  const calls = await orderEffects.callsOf(id, most)
  const messages = await db()
    .select({
      id: notification.id,
      title: notification.title,
      to: sysUser.name,
      createdAt: notification.createdAt,
    })
    .from(notification)
    .innerJoin(sysUser, eq(sysUser.id, notification.userId))
    .where(eq(notification.orderId, id))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(most)
  return {
    calls: calls.map(({ phone, ...row }) => ({ ...row, phone: maskMobile(phone) })),
    messages,
    log: await readLog(id),
  }
}

/** Everything that was done to the order and to its visits; actor 0 is the system. */
async function readLog(orderId: number): Promise<OutputOf<typeof applications.trail>['log']> {
  const visits = await db()
    .select({ id: dueDiligence.id })
    .from(dueDiligence)
    .where(eq(dueDiligence.orderId, orderId))
    .limit(most)
  const objects = [`application:${orderId}`, ...visits.map(({ id }) => `due_diligence:${id}`)]
  const rows = await db()
    .select({
      id: auditLog.id,
      action: auditLog.action,
      actorName: sql<string>`coalesce(${sysUser.name}, ${say('workbook.system')})`,
      at: auditLog.at,
    })
    .from(auditLog)
    .leftJoin(sysUser, eq(sysUser.id, auditLog.actorId))
    .where(inArray(auditLog.object, objects))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(most)
  return rows
}

import { desc, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { sysUser } from '../../identity/table.ts'
import { callRecord } from '../table.ts'

/** The telephone calls about an order, the newest first. */
export const callsOf = (orderId: number, most: number) =>
  db()
    .select({
      id: callRecord.id,
      direction: callRecord.direction,
      phone: callRecord.phone,
      agentName: sysUser.name,
      startAt: callRecord.startAt,
      talkSeconds: callRecord.talkSeconds,
      result: callRecord.result,
    })
    .from(callRecord)
    .innerJoin(sysUser, eq(sysUser.id, callRecord.agentId))
    .where(eq(callRecord.orderId, orderId))
    .orderBy(desc(callRecord.startAt), desc(callRecord.id))
    .limit(most)

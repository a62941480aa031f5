import { and, arrayOverlaps, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { sysUser, tenant } from '../../domains/identity/table.ts'
import { application } from '../../domains/orders/table.ts'
import { hashOfToken } from '../../domains/tenants/service/official-token.ts'
import type { PublicCall } from '../context.ts'
import type { OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import { db, inTenantOf } from '../db/client.ts'
import { forbidden } from '../errors.ts'
import { publish } from '../live-events.ts'
import type { messages } from './contract.ts'
import { checkAddress, countMessage, countWrongToken } from './official-limit.ts'
import { clerksOf } from './order-notices.ts'
import { sendMessages } from './send-messages.ts'
import { notification } from './table.ts'

/** 公众号消息: what customers write to the tenant's official account, as its platform tells it. */

type Told = ParsedInputOf<typeof messages.receiveOfficial>

/** The role that answers customers that nobody looks after. */
const serviceRole = 'service_agent'

/**
 * Puts a customer's messages into the bells of those who look after the newest order. As long as the row of a customer
 * is unread, further messages count up in it.
 * @throws 403 without the token of the tenant, 404 for a host of no tenant, 429 by the limits of official-limit.ts
 */
export function receiveOfficial(
  told: Told,
  call: PublicCall,
): Promise<OutputOf<typeof messages.receiveOfficial>> {
  const { tenantCode, now } = call
  checkAddress(call)
  return inTenantOf(tenantCode, async (tenantId) => {
    const [own] = await db()
      .select({ hash: tenant.officialTokenHash })
      .from(tenant)
      .where(eq(tenant.id, tenantId))
    // Hashes of random tokens: how long the comparison takes tells nothing about a token.
    if (!own?.hash || own.hash !== hashOfToken(told.token)) {
      countWrongToken(call)
      throw forbidden()
    }
    countMessage(call)
    const newest = await newestOrder(told.mobile)
    const clerks = await activeOf(newest ? clerksOf(newest, 0) : [])
    // A user who answers for want of a clerk learns no more of an order than its scope shows.
    const order = clerks.length > 0 ? newest : undefined
    const recipients = order ? clerks : await serviceStaff()
    const counted = await countUp(told, recipients, now)
    const others = recipients.filter((userId) => !counted.includes(userId))
    await sendMessages(
      others.map((userId) => ({
        kind: 'official',
        userId,
        clientName: order?.name ?? told.client_name,
        mobile: told.mobile,
        totalmsg: told.totalmsg,
        orderId: order?.id ?? null,
        opens: order ? 'entryDetails' : null,
        createdAt: now.toISOString(),
      })),
    )
    return { recipients: recipients.length }
  })
}

async function newestOrder(mobile: string) {
  const [row] = await db()
    .select({
      id: application.id,
      name: application.customerName,
      createdBy: application.createdBy,
      salesmanId: application.salesmanId,
      entryUserId: application.entryUserId,
    })
    .from(application)
    .where(eq(application.mobile, mobile))
    .orderBy(desc(application.id))
    .limit(1)
  return row
}

async function activeOf(userIds: readonly number[]): Promise<number[]> {
  if (userIds.length === 0) return []
  const rows = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(inArray(sysUser.id, [...userIds]), eq(sysUser.status, '正常')))
  return rows.map(({ id }) => id)
}

async function serviceStaff(): Promise<number[]> {
  const rows = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(arrayOverlaps(sysUser.roleCodes, [serviceRole]), eq(sysUser.status, '正常')))
  return rows.map(({ id }) => id)
}

/** @returns whose unread row of this customer took the count */
async function countUp({ mobile, totalmsg }: Told, userIds: readonly number[], now: Date): Promise<number[]> {
  if (userIds.length === 0) return []
  const at = now.toISOString()
  const rows = await db()
    .update(notification)
    .set({
      totalmsg: sql`least(coalesce(${notification.totalmsg}, 0) + ${totalmsg}, 9999)`,
      createdAt: at,
      updatedAt: at,
    })
    .where(
      and(
        inArray(notification.userId, [...userIds]),
        eq(notification.kind, 'official'),
        eq(notification.mobile, mobile),
        isNull(notification.readAt),
      ),
    )
    .returning({ userId: notification.userId })
  const counted = [...new Set(rows.map(({ userId }) => userId))]
  if (counted.length > 0) await publish({ userIds: counted, type: 'messages', data: { spread: 0 } })
  return counted
}

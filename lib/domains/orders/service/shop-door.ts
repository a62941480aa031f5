import { eq, type SQL } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { branch, channel, shop } from '../../channels/table.ts'
import { quotaRefusal } from './channel-quota.ts'

/**
 * True where a shop takes new orders: it, its branch and its channel are open, no agreement is over, and the month has room in
 * the channel's quota. The three rows are held until the transaction ends, so that a suspension comes before an order or behind it.
 */

export type Door = {
  shopId: number
  branchId: number
  channelId: number
  branch: Branch
  /** The reason why it takes none. */
  closed: FieldMessage | undefined
}

export async function findDoor(
  where: SQL | undefined,
  { today }: Pick<Call, 'today'>,
): Promise<Door | undefined> {
  const [row] = await db()
    .select({ shop, branch, channel })
    .from(shop)
    .innerJoin(branch, eq(branch.id, shop.branchId))
    .innerJoin(channel, eq(channel.id, shop.channelId))
    .where(where)
    .limit(1)
    .for('share')
  if (!row) return undefined
  const { id: shopId, branchId, channelId } = row.shop
  return {
    shopId,
    branchId,
    channelId,
    branch: row.branch,
    closed: closedWhy(row, today) ?? (await quotaRefusal(row.channel, today)),
  }
}

/** Of one shop, whoever asks. */
export const doorOf = (shopId: number, call: Pick<Call, 'today'>) => findDoor(eq(shop.id, shopId), call)

type Branch = Pick<typeof branch.$inferSelect, 'name' | 'businessScope'>

/** The reason why a branch sells nothing of this kind of business: its 业务范围, which is none where it names none. */
export function outsideScope({ name, businessScope }: Branch, bizMode: string): FieldMessage | undefined {
  if (!businessScope?.length || businessScope.includes(bizMode)) return undefined
  return { key: 'refusals.modeOutsideBranch', params: { name } }
}

type Places = {
  shop: typeof shop.$inferSelect
  branch: typeof branch.$inferSelect
  channel: typeof channel.$inferSelect
}

/** The reason why a shop takes no orders, whatever its channel's quota is. */
export function closedWhy(places: Places, today: string): FieldMessage | undefined {
  for (const { name, status, stopReason } of [places.shop, places.branch, places.channel])
    if (status !== '已开通')
      return stopReason
        ? { key: 'refusals.shopStopped', params: { name, reason: stopReason } }
        : 'machine.guard.shopNotOpen'
  const ends = [
    { name: places.shop.name, day: places.shop.agreementTo },
    { name: places.channel.name, day: places.channel.coopTo },
  ]
  for (const { name, day } of ends)
    if (day !== null && day < today) return { key: 'refusals.shopAgreementOver', params: { name, day } }
  return undefined
}

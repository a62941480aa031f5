import { and, eq, gte, lt, ne, notInArray, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { type FieldMessage, refusedBy } from '../../../platform/errors.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { notification } from '../../../platform/messages/table.ts'
import { addMonths, businessDate } from '../../../rules/business-date.ts'
import { compareMoney, sum, times } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { channel, shop } from '../../channels/table.ts'
import { deadStatuses, type OrderStatus } from '../rules/order-states.ts'
import { application, reviewLog } from '../table.ts'
import type { Order } from './move-order.ts'

/**
 * 月进件额度 of a channel: what its shops may bring in a month of Beijing. An order belongs to the month in which it was
 * first handed in, however often it comes back. Those that are under way or were released take of it, each by the amount
 * approved, before that by what is asked for; a draft takes nothing yet, and what was refused or voided gives back. No
 * quota is no limit.
 */

/** At this share of it the channel's manager is told. */
const warnedAt = '0.9'
/** The least that an order can be of. */
const least = '0.01'

const takesNone: readonly OrderStatus[] = ['draft', ...deadStatuses.filter((status) => status !== 'settled')]

type Quota = Pick<typeof channel.$inferSelect, 'id' | 'name' | 'quota'>
const hasQuota = (quota: string | null): quota is string => quota !== null && compareMoney(quota, '0') > 0

const startOf = (day: string) => `${day.slice(0, 8)}01T00:00:00+08:00`
/** No order comes to be a draft again: the event out of a draft is the first of its kind, and the only one. */
const firstHandedIn = and(eq(reviewLog.event, 'submit_pre'), eq(reviewLog.fromStatus, 'draft'))

/** @param without an order that is not counted */
export async function usedInMonth(channelId: number, day: string, without = 0): Promise<string> {
  const [row] = await db()
    .select({
      used: sql<string>`coalesce(sum(coalesce(${application.approvedAmount}, ${application.appliedAmount},
        ${application.financeAmount})), 0.00)`,
    })
    .from(reviewLog)
    .innerJoin(application, eq(application.id, reviewLog.orderId))
    .innerJoin(shop, eq(shop.id, application.shopId))
    .where(
      and(
        firstHandedIn,
        gte(reviewLog.at, startOf(day)),
        lt(reviewLog.at, startOf(addMonths(`${day.slice(0, 8)}01`, 1))),
        eq(shop.channelId, channelId),
        ne(application.id, without),
        notInArray(application.status, [...takesNone]),
      ),
    )
  return row?.used ?? '0.00'
}

type Refusal = 'channelQuota' | 'channelQuotaRises' | 'channelQuotaAgain'

/**
 * @param without an order that was handed in already, whose own part of it is not counted
 * @returns why an order of so much finds no room in it
 */
export async function quotaRefusal(
  { id, name, quota }: Quota,
  day: string,
  amount = least,
  without = 0,
  refusal: Refusal = 'channelQuota',
): Promise<FieldMessage | undefined> {
  if (!hasQuota(quota)) return undefined
  const used = await usedInMonth(id, day, without)
  if (compareMoney(sum([used, amount]), quota) <= 0) return undefined
  return {
    key: `refusals.${refusal}`,
    params: {
      name,
      month: String(Number(day.slice(5, 7))),
      quota: formatMoney(quota),
      used: formatMoney(used),
    },
  }
}

/**
 * An order takes of it: a draft that is handed in, one under way whose amount rises or that goes to another channel, and
 * a refused one that is taken up again.
 * Of two at once the second sees the first.
 *
 * @param order as it stood before
 * @throws 422 without room
 */
export async function takeQuota(
  order: Order,
  call: Call,
  amount = order.appliedAmount ?? least,
  channelId = order.channelId,
): Promise<void> {
  const isDraft = order.status === 'draft'
  const takes = !takesNone.some((status) => status === order.status)
  const taken = order.approvedAmount ?? order.appliedAmount ?? least
  if (takes && channelId === order.channelId && compareMoney(amount, taken) <= 0) return
  const [of] = await db()
    .select({ id: channel.id, name: channel.name, quota: channel.quota, managerId: channel.managerId })
    .from(channel)
    .where(eq(channel.id, channelId))
  if (!of || !hasQuota(of.quota)) return
  await takeTurn('channel-quota', call.tenantId, of.id)
  const day = isDraft ? call.today : await dayHandedIn(order.id, call)
  const why = isDraft ? 'channelQuota' : takes ? 'channelQuotaRises' : 'channelQuotaAgain'
  const refusal = await quotaRefusal(of, day, amount, isDraft ? 0 : order.id, why)
  if (refusal) throw refusedBy(refusal)
  if (day.slice(0, 7) !== call.today.slice(0, 7)) return
  const used = sum([await usedInMonth(of.id, day, order.id), amount])
  if (of.managerId === null || compareMoney(used, times(of.quota, warnedAt)) < 0) return
  const title = say('messages.quotaSoon', { name: of.name })
  if (await wasTold(of.managerId, title, day)) return
  await sendMessages([
    {
      kind: 'notice',
      userId: of.managerId,
      title,
      body: say('messages.quotaSoonBody', { quota: formatMoney(of.quota), used: formatMoney(used) }),
      createdAt: call.now.toISOString(),
      createdBy: 0,
    },
  ])
}

async function dayHandedIn(orderId: number, { today }: Call): Promise<string> {
  const [first] = await db()
    .select({ at: reviewLog.at })
    .from(reviewLog)
    .where(and(eq(reviewLog.orderId, orderId), firstHandedIn))
  return first ? businessDate(first.at) : today
}

/** The message of the month is what remembers it. */
async function wasTold(managerId: number, title: string, day: string): Promise<boolean> {
  const [told] = await db()
    .select({ id: notification.id })
    .from(notification)
    .where(
      and(
        eq(notification.userId, managerId),
        eq(notification.title, title),
        gte(notification.createdAt, startOf(day)),
      ),
    )
    .limit(1)
  return told !== undefined
}

import { and, eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { channel, shop } from '../../channels/table.ts'
import { sysUser } from '../../identity/table.ts'
import { holdersOf } from '../../orders/service/holders.ts'
import { type Opening, shopsOf } from './opening-record.ts'

/** Those hear what became of an opening whom it concerns: who applied for it, who keeps it, who works there. */

type Told =
  | 'first'
  | 'opened'
  | 'changed'
  | 'refused'
  | 'changeRefused'
  | 'suspended'
  | 'resumed'
  | 'closed'
  | 'soon'
  | 'expired'

/** Nobody is told what he did himself. */
async function tell(
  userIds: readonly (number | null)[],
  told: Told,
  { kind, name }: Opening,
  body: string,
  { actor, now }: By,
): Promise<void> {
  const words = { kind: say(`openings.kinds.${kind}`), name }
  const others = new Set(userIds.filter((id) => id !== null && id !== actor.id) as number[])
  await sendMessages(
    [...others].map((userId) => ({
      kind: 'notice' as const,
      userId,
      title: say(`openings.told.${told}`, words),
      body,
      createdAt: now.toISOString(),
      createdBy: actor.id,
    })),
  )
}

/** The decision of a review, to whoever submitted it. */
export const tellSubmitter = (
  told: 'first' | 'opened' | 'changed' | 'refused' | 'changeRefused',
  row: Opening,
  note: string,
  by: By,
): Promise<void> => tell([row.submittedBy], told, row, note, by)

/** The news whether it takes orders from now on, to who keeps it and to whoever works in its shops. */
export async function tellPlace(
  told: 'suspended' | 'resumed' | 'closed' | 'expired',
  row: Opening,
  body: string,
  by: By,
): Promise<void> {
  const people = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .innerJoin(shop, eq(shop.orgUnitId, sysUser.orgUnitId))
    .where(and(eq(sysUser.status, '正常'), inArray(shop.id, shopsOf(row))))
  await tell([...(await keepersOf(row)), ...people.map(({ id }) => id)], told, row, body, by)
}

/** That its agreement ends, to who keeps it. */
export const tellKeepers = async (row: Opening, body: string, by: By): Promise<void> =>
  tell(await keepersOf(row), 'soon', row, body, by)

/** The manager of its channel; without one everybody who may apply for a change of it. */
async function keepersOf(row: Opening): Promise<number[]> {
  const [place] = await db()
    .select({ managerId: channel.managerId })
    .from(channel)
    .where(eq(channel.id, row.channelId ?? 0))
  return place?.managerId ? [place.managerId] : holdersOf('opening:save')
}

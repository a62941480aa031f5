import { and, eq, ne, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { refused } from '../../../platform/errors.ts'
import type { system } from '../contract.ts'
import { preferenceLimits } from '../rules/draft-keys.ts'
import { userPreference } from '../table.ts'

/** A user's own settings, such as the columns of a list. */

export async function getPreference(
  { key }: ParsedInputOf<typeof system.getPreference>,
  { actor }: Call,
): Promise<OutputOf<typeof system.getPreference>> {
  const [row] = await db()
    .select({ value: userPreference.value })
    .from(userPreference)
    .where(and(eq(userPreference.userId, actor.id), eq(userPreference.key, key)))
  return { value: row?.value ?? null }
}

/** @throws 422 for one that is too large, or one more than there may be */
export async function savePreference(
  { key, value }: ParsedInputOf<typeof system.savePreference>,
  { actor, now }: Call,
): Promise<OutputOf<typeof system.savePreference>> {
  if (value === null || value === undefined) {
    await db()
      .delete(userPreference)
      .where(and(eq(userPreference.userId, actor.id), eq(userPreference.key, key)))
    return {}
  }
  const { count, size } = preferenceLimits
  if (JSON.stringify(value).length > size) throw refused('refusals.preferenceTooLarge')
  await takeTurn('preference', actor.id)
  const others = await db().$count(
    userPreference,
    and(eq(userPreference.userId, actor.id), ne(userPreference.key, key)),
  )
  if (others >= count) throw refused('refusals.preferencesFull', { max: String(count) })
  await db()
    .insert(userPreference)
    .values({ userId: actor.id, key, value, createdBy: actor.id })
    .onConflictDoUpdate({
      target: [userPreference.tenantId, userPreference.userId, userPreference.key],
      set: {
        value: sql`excluded.value`,
        ...changedBy(userPreference, { actor, now }),
      },
    })
  return {}
}

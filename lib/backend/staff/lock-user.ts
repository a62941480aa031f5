import { and, eq } from 'drizzle-orm'
import type { UserFacts } from '../../rules/staff.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { sysUser } from '../db/schema/identity.ts'
import { notFound } from '../errors.ts'
import { userReach } from './reach.ts'
import { readUserRows } from './user-rows.ts'

/** A user in the caller's reach, locked, with what decides about verbs. @throws 404 */
export async function lockUser(
  id: number,
  { actor }: Call,
): Promise<{ user: typeof sysUser.$inferSelect; facts: UserFacts }> {
  const [user] = await db()
    .select()
    .from(sysUser)
    .where(and(eq(sysUser.id, id), userReach(actor)))
    .for('no key update')
  if (!user) throw notFound()
  const [facts] = await readUserRows([id], actor)
  if (!facts) throw notFound()
  return { user, facts }
}

import { and, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { subject } from '../../../platform/subject.ts'
import { userReach } from '../../identity/service/people-reach.ts'
import { sysUser } from '../../identity/table.ts'
import type { UserFacts } from '../rules/staff.ts'
import { oneAtATime } from './reach.ts'
import { readUserRows } from './user-rows.ts'

export type LockedUser = { user: typeof sysUser.$inferSelect; facts: UserFacts }

/** A user in the caller's reach, with what decides about verbs. */
export const userSubject = subject({
  noun: 'user',
  nameOf: ({ user }: LockedUser) => user.id,
  turn: oneAtATime,
  versionOf: ({ user }) => user,
  shown: ({ user: { name, orgUnitId, roleCodes, dataScope, scopeUnitIds } }) => ({
    name,
    orgUnitId,
    roleCodes,
    dataScope,
    scopeUnitIds,
  }),
  async lock(id: number, { actor }) {
    const [user] = await db()
      .select()
      .from(sysUser)
      .where(and(eq(sysUser.id, id), userReach(actor)))
      .for('no key update')
    const [facts] = user ? await readUserRows([id], actor) : []
    return user && facts && { user, facts }
  },
})

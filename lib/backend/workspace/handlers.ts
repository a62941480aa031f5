import { eq, sql } from 'drizzle-orm'
import type { Contracts } from '../../contracts/index.ts'
import { db } from '../db/client.ts'
import { userWorkspace } from '../db/schema/workspace.ts'
import type { HandlersOf } from '../handler.ts'

type Kept = Partial<Pick<typeof userWorkspace.$inferInsert, 'tabs' | 'favourites' | 'recent'>>

export const workspaceHandlers: HandlersOf<Contracts['workspace']> = {
  async read(_, { actor }) {
    const { tabs, favourites, recent } = userWorkspace
    const [row] = await db()
      .select({ tabs, favourites, recent })
      .from(userWorkspace)
      .where(eq(userWorkspace.userId, actor.id))
      .prepare('workspace')
      .execute()
    return row ?? { tabs: [], favourites: [], recent: [] }
  },

  async save({ tabs, recent }, { actor }) {
    await keep(actor.id, { tabs, recent })
    return {}
  },

  async saveFavourites({ favourites }, { actor }) {
    await keep(actor.id, { favourites })
    return {}
  },
}

/** Writes a part of the user's row; the other parts stay. */
async function keep(userId: number, kept: Kept): Promise<void> {
  await db()
    .insert(userWorkspace)
    .values({ userId, createdBy: userId, ...kept })
    .onConflictDoUpdate({
      target: [userWorkspace.tenantId, userWorkspace.userId],
      set: {
        ...kept,
        updatedAt: sql`now()`,
        updatedBy: userId,
        rowVersion: sql`${userWorkspace.rowVersion} + 1`,
      },
    })
}

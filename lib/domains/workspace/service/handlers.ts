import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '../../../platform/context.ts'
import { nextVersion } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { orderOfTab, type Place } from '../rules/tabs.ts'
import { userWorkspace } from '../table.ts'

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
    if (!row) return { tabs: [], people: {}, favourites: [], recent: [] }
    return { ...row, people: await peopleIn(row.tabs, actor) }
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

/** Labels are kept without names: those are said as they are now, and to whom they may be. */
async function peopleIn(tabs: readonly Place[], actor: Actor): Promise<Record<string, string>> {
  const orders = tabs.map((tab) => Number(orderOfTab(tab))).filter(Number.isSafeInteger)
  if (orders.length === 0) return {}
  const rows = await db()
    .select({ id: application.id, name: application.customerName })
    .from(application)
    .where(and(inArray(application.id, orders), orderScope(actor)))
  return Object.fromEntries(rows.map(({ id, name }) => [String(id), name]))
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
        rowVersion: nextVersion(userWorkspace),
      },
    })
}

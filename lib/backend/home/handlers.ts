import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Contracts } from '../../contracts/index.ts'
import { reviewStages } from '../../rules/order-states.ts'
import { db } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import type { HandlersOf } from '../handler.ts'
import { orderScope } from '../identity/data-scope.ts'
import { find } from './find.ts'
import { readFigures, readTodos } from './workbench.ts'

export const homeHandlers: HandlersOf<Contracts['home']> = {
  examine: async (_input, { actor, tenantId }) => {
    const stages = Object.values(reviewStages).filter((stage) => actor.permissions.has(stage.claim))
    if (stages.length === 0) return []
    const rows = await db()
      .select({
        exaStatus: application.exaStatus,
        counta: sql<number>`count(*) filter (where ${application.claimedBy} is null)::int`,
        countb: sql<number>`count(${application.claimedBy})::int`,
      })
      .from(application)
      .where(
        and(
          eq(application.tenantId, tenantId),
          inArray(
            application.status,
            stages.map(({ status }) => status),
          ),
          orderScope(actor),
        ),
      )
      .groupBy(application.exaStatus)
    return stages.map(({ exaStatus }) => {
      const row = rows.find((found) => found.exaStatus === exaStatus)
      return { exa_status: exaStatus, counta: row?.counta ?? 0, countb: row?.countb ?? 0 }
    })
  },

  find,

  workbench: async (_input, call) => ({ ...(await readTodos(call)), figures: await readFigures(call) }),
}

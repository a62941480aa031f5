import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { reviewStages } from '../../orders/rules/order-states.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application } from '../../orders/table.ts'
import { readDealers } from './dealers.ts'
import { find } from './find.ts'
import { listOpenings } from './openings.ts'
import { readHomePageInfo } from './page-info.ts'
import { listLacking, listTodos } from './todos.ts'

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
      .prepare('pools')
      .execute()
    return stages.map(({ exaStatus }) => {
      const row = rows.find((found) => found.exaStatus === exaStatus)
      return { exa_status: exaStatus, counta: row?.counta ?? 0, countb: row?.countb ?? 0 }
    })
  },

  find,

  list: listTodos,

  openings: (_input, call) => listOpenings(call),

  getHomePageInfo: (_input, call) => readHomePageInfo(call),

  showDealer: (_input, call) => readDealers(call),

  getOrgId: async (_input, { actor }) => ({
    orgId: actor.orgUnitId,
    orgName: actor.orgName,
    dataScope: actor.dataScope,
  }),

  datumInfo: (_input, call) => listLacking(call),
}

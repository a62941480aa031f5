import { eq, inArray } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { sysUser } from '../../identity/table.ts'
import { applications } from '../contract.ts'
import { application, reviewTask } from '../table.ts'
import { enteredBetween, visitColumns, visits } from './visit-lists.ts'

type Stage = OutputOf<typeof applications.history>['data'][number]

/** 客户审核流程: one row for each stage an order went through, over the orders the caller may see. */
export const history = defineList(applications.history, {
  ...visits,
  filters: enteredBetween,
  rows: readStages,
})

/** 客户审核流程 as a file. */
export const exportHistory = history.file({
  list: 'history',
  title: say('routes.intakeHistory'),
  columns: visitColumns,
})

function readStages(ids: number[]): Promise<Stage[]> {
  return db()
    .select({
      id: reviewTask.id,
      orderId: application.id,
      orderNo: application.orderNo,
      customerName: application.customerName,
      stage: reviewTask.stage,
      result: reviewTask.result,
      handlerName: sysUser.name,
      enteredAt: reviewTask.enteredAt,
      finishedAt: reviewTask.finishedAt,
    })
    .from(reviewTask)
    .innerJoin(application, eq(application.id, reviewTask.orderId))
    .leftJoin(sysUser, eq(sysUser.id, reviewTask.claimedBy))
    .where(inArray(reviewTask.id, ids))
}

import { eq, inArray, type SQL } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import type { OutputOf } from '../../contracts/endpoint.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { type ReviewStage, reviewStages } from '../../rules/order-states.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { from, to } from '../db/list-conditions.ts'
import { chinaTime } from '../db/list-file.ts'
import { quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { reviewTask } from '../db/schema/reviews.ts'
import { orderScope } from '../identity/data-scope.ts'

type Stage = OutputOf<typeof applications.history>['data'][number]

const { enteredAt } = reviewTask

const ofOrders = (where: SQL | undefined) =>
  where && inArray(reviewTask.orderId, db().select({ id: application.id }).from(application).where(where))

/** 客户审核流程: one row for each stage an order went through, over the orders the caller may see. */
export const history = defineList(applications.history, {
  table: reviewTask,
  scope: ({ actor }) => ofOrders(orderScope(actor)),
  filters: { from: from(enteredAt), to: to(enteredAt) },
  search: async (q) => ofOrders((await quickSearch(q))?.where),
  sorts: { enteredAt },
  rows: readStages,
})

/** 客户审核流程 as a file. */
export const exportHistory = history.file({
  list: 'history',
  title: zhCN('routes.intakeHistory'),
  columns: {
    orderNo: { title: zhCN('columns.orderNo'), value: (row) => row.orderNo },
    customerName: { title: zhCN('columns.customerName'), value: (row) => row.customerName },
    stage: {
      title: zhCN('columns.stage'),
      value: ({ stage }) => (isStage(stage) ? zhCN(`order.stage.${stage}`) : stage),
    },
    result: { title: zhCN('columns.result'), value: ({ result }) => result ?? zhCN('intake.pending') },
    handlerName: { title: zhCN('columns.handlerName'), value: (row) => row.handlerName },
    enteredAt: { title: zhCN('columns.enteredAt'), value: (row) => chinaTime(row.enteredAt) },
    finishedAt: { title: zhCN('columns.finishedAt'), value: (row) => chinaTime(row.finishedAt) },
  },
})

function isStage(code: string): code is ReviewStage {
  return Object.hasOwn(reviewStages, code)
}

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

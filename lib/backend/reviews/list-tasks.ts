import { eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { OutputOf } from '../../contracts/endpoint.ts'
import { reviews } from '../../contracts/reviews.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { type ReviewStage, reviewStages } from '../../rules/order-states.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { from, is, to } from '../db/list-conditions.ts'
import { chinaTime } from '../db/list-file.ts'
import { quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { reviewTask } from '../db/schema/reviews.ts'
import { orderScope } from '../identity/data-scope.ts'

type Task = OutputOf<typeof reviews.taskList>['data'][number]

const { enteredAt } = reviewTask

const ofOrders = (where: SQL | undefined) =>
  where && inArray(reviewTask.orderId, db().select({ id: application.id }).from(application).where(where))

/** 审核列表 (/hzhc/shenhe): the visits of every stage, of the orders the caller may see. */
export const tasks = defineList(reviews.taskList, {
  table: reviewTask,
  scope: ({ actor }) => ofOrders(orderScope(actor)),
  filters: {
    stage: is(reviewTask.stage),
    result: (result) => (result === '待处理' ? isNull(reviewTask.finishedAt) : eq(reviewTask.result, result)),
    handlerId: is(reviewTask.claimedBy),
    from: from(enteredAt),
    to: to(enteredAt),
  },
  search: async (q) => ofOrders((await quickSearch(q))?.where),
  sorts: { enteredAt },
  rows: readTasks,
})

/** 审核列表 as a file. */
export const exportTasks = tasks.file({
  list: 'tasks',
  title: zhCN('routes.reviewList'),
  columns: {
    orderNo: { title: zhCN('columns.orderNo'), value: (row) => row.orderNo },
    customerName: { title: zhCN('columns.customerName'), value: (row) => row.customerName },
    stage: {
      title: zhCN('columns.stage'),
      value: ({ stage }) => (isStage(stage) ? zhCN(`order.stage.${stage}`) : stage),
    },
    handlerName: { title: zhCN('columns.handlerName'), value: (row) => row.handlerName },
    result: { title: zhCN('columns.result'), value: ({ result }) => result ?? zhCN('intake.pending') },
    enteredAt: { title: zhCN('columns.enteredAt'), value: (row) => chinaTime(row.enteredAt) },
    taskClaimedAt: { title: zhCN('columns.claimedAt'), value: (row) => chinaTime(row.taskClaimedAt) },
    finishedAt: { title: zhCN('columns.finishedAt'), value: (row) => chinaTime(row.finishedAt) },
  },
})

const isStage = (code: string): code is ReviewStage => Object.hasOwn(reviewStages, code)

function readTasks(ids: number[]): Promise<Task[]> {
  return db()
    .select({
      id: reviewTask.id,
      orderNo: application.orderNo,
      stage: reviewTask.stage,
      result: reviewTask.result,
      handlerName: sysUser.name,
      enteredAt: reviewTask.enteredAt,
      taskClaimedAt: reviewTask.claimedAt,
      finishedAt: reviewTask.finishedAt,
      slaHours: reviewTask.slaHours,
      orderId: application.id,
      rowVersion: application.rowVersion,
      customerName: application.customerName,
      status: application.status,
      claimedBy: application.claimedBy,
      lastDecidedBy: application.lastDecidedBy,
    })
    .from(reviewTask)
    .innerJoin(application, eq(application.id, reviewTask.orderId))
    .leftJoin(sysUser, eq(sysUser.id, reviewTask.claimedBy))
    .where(inArray(reviewTask.id, ids))
}

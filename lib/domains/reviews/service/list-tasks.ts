import { eq, inArray, isNull } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { is } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { sysUser } from '../../identity/table.ts'
import { enteredBetween, visitColumns, visits } from '../../orders/service/visit-lists.ts'
import { application, reviewTask } from '../../orders/table.ts'
import { reviews } from '../contract.ts'

type Task = OutputOf<typeof reviews.taskList>['data'][number]

/** 审核列表 (/hzhc/shenhe): the visits of every stage, of the orders the caller may see. */
export const tasks = defineList(reviews.taskList, {
  ...visits,
  filters: {
    ...enteredBetween,
    stage: is(reviewTask.stage),
    result: (result) => (result === '待处理' ? isNull(reviewTask.finishedAt) : eq(reviewTask.result, result)),
    handlerId: is(reviewTask.claimedBy),
  },
  rows: readTasks,
})

const { orderNo, customerName, stage, handlerName, result, enteredAt, finishedAt } = visitColumns

/** 审核列表 as a file. */
export const exportTasks = tasks.file({
  list: 'tasks',
  title: say('routes.reviewList'),
  columns: {
    orderNo,
    customerName,
    stage,
    handlerName,
    result,
    enteredAt,
    taskClaimedAt: { title: say('columns.claimedAt'), value: (row) => chinaTime(row.taskClaimedAt) },
    finishedAt,
  },
})

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

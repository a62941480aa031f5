import { inArray, type SQL } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { from, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { quickSearch } from '../../../platform/db/quick-search.ts'
import { type ReviewStage, reviewStages } from '../rules/order-states.ts'
import { application, reviewTask } from '../table.ts'

/** Everything that the lists of visits have in common: one row for each stage an order went through. */

type Visit = {
  orderNo: string
  customerName: string
  stage: string
  result: string | null
  handlerName: string | null
  enteredAt: string
  finishedAt: string | null
}

const ofOrders = (where: SQL | undefined) =>
  where && inArray(reviewTask.orderId, db().select({ id: application.id }).from(application).where(where))

/** Of the orders the caller may see. */
export const visits = {
  table: reviewTask,
  scope: 'order' as const,
  search: async (q: string) => ofOrders((await quickSearch(q))?.where),
  sorts: { enteredAt: reviewTask.enteredAt },
}
export const enteredBetween = { from: from(reviewTask.enteredAt), to: to(reviewTask.enteredAt) }

const isStage = (code: string): code is ReviewStage => Object.hasOwn(reviewStages, code)

/** The columns of their files. */
export const visitColumns = {
  orderNo: { title: say('columns.orderNo'), value: (row: Visit) => row.orderNo },
  customerName: { title: say('columns.customerName'), value: (row: Visit) => row.customerName },
  stage: {
    title: say('columns.stage'),
    value: ({ stage }: Visit) => (isStage(stage) ? say(`order.stage.${stage}`) : stage),
  },
  result: { title: say('columns.result'), value: ({ result }: Visit) => result ?? say('intake.pending') },
  handlerName: { title: say('columns.handlerName'), value: (row: Visit) => row.handlerName },
  enteredAt: { title: say('columns.enteredAt'), value: (row: Visit) => chinaTime(row.enteredAt) },
  finishedAt: { title: say('columns.finishedAt'), value: (row: Visit) => chinaTime(row.finishedAt) },
}

import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { applications } from '../../contracts/applications.ts'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { addDays } from '../../rules/business-date.ts'
import { type ReviewStage, reviewStages } from '../../rules/order-states.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { type PagedQuery, pageOf } from '../db/page-map.ts'
import { quickSearch } from '../db/quick-search.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { reviewTask } from '../db/schema/reviews.ts'
import { badInput } from '../errors.ts'
import type { FileAnswer } from '../handler.ts'
import { orderScope } from '../identity/data-scope.ts'
import { chinaTime, type FileColumn, listFile } from './list-file.ts'

type History = OutputOf<typeof applications.history>
type Stage = History['data'][number]
type HistoryInput = ParsedInputOf<typeof applications.history>

/**
 * 客户审核流程: one row for each stage an order went through, newest first, over the orders the caller may see.
 *
 * @throws 400 at `sort` for anything but `enteredAt`
 */
export async function listHistory(input: HistoryInput, call: Call): Promise<History> {
  const { ids, ...page } = await pageOf(await historyQuery(input, call), input)
  return { data: await readStages(ids), ...page }
}

/** 客户审核流程 as a file. */
export function exportHistory(
  input: ParsedInputOf<typeof applications.exportHistory>,
  call: Call,
): Promise<FileAnswer> {
  return listFile(
    {
      list: 'history',
      of: applications.history,
      title: zhCN('routes.intakeHistory'),
      filter: input,
      columnOf: stageColumn,
      query: () => historyQuery(input, call),
      read: readStages,
    },
    call,
  )
}

const isStage = (code: string): code is ReviewStage => Object.hasOwn(reviewStages, code)

const values = {
  orderNo: (row) => row.orderNo,
  customerName: (row) => row.customerName,
  stage: ({ stage }) => (isStage(stage) ? zhCN(`order.stage.${stage}`) : stage),
  result: (row) => row.result ?? zhCN('intake.pending'),
  handlerName: (row) => row.handlerName,
  enteredAt: (row) => chinaTime(row.enteredAt),
  finishedAt: (row) => chinaTime(row.finishedAt),
} satisfies Record<string, FileColumn<Stage>['value']>

function stageColumn(key: string): FileColumn<Stage> | undefined {
  if (!Object.hasOwn(values, key)) return undefined
  const known = key as keyof typeof values
  return { title: zhCN(`columns.${known}`), value: values[known] }
}

/** @throws 400 at `sort` for anything but `enteredAt` */
async function historyQuery(
  input: Pick<HistoryInput, 'q' | 'sort' | 'from' | 'to'>,
  call: Call,
): Promise<PagedQuery> {
  const [field, direction] = (input.sort ?? 'enteredAt:desc').split(':')
  if (field !== 'enteredAt') throw badInput({ sort: 'refusals.badInput' })
  const search = await quickSearch(input.q)
  const scope = and(orderScope(call.actor), search?.where)
  const where = and(
    eq(reviewTask.tenantId, call.tenantId),
    input.from ? gte(reviewTask.enteredAt, `${input.from}T00:00:00+08:00`) : undefined,
    input.to ? lt(reviewTask.enteredAt, `${addDays(input.to, 1)}T00:00:00+08:00`) : undefined,
    scope && inArray(reviewTask.orderId, db().select({ id: application.id }).from(application).where(scope)),
  )
  return {
    tenantId: call.tenantId,
    table: reviewTask,
    id: reviewTask.id,
    where: where ?? sql`true`,
    by: reviewTask.enteredAt,
    descending: direction === 'desc',
  }
}

async function readStages(ids: number[]): Promise<History['data']> {
  if (ids.length === 0) return []
  const rows = await db()
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
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { workOf } from '../../../platform/db/list-conditions.ts'
import { orders } from '../../orders/service/list-orders.ts'
import { readOrderRows } from '../../orders/service/order-rows.ts'
import { application } from '../../orders/table.ts'
import { daysLate } from '../../releases/rules/release-task.ts'
import { isHandedIn } from '../../releases/service/release-tasks.ts'
import { releaseTask } from '../../releases/table.ts'
import { vehicle } from '../../vehicles/table.ts'
import { type ExtraReviewRow, papers } from '../contract/papers.ts'
import { type ExtraKind, extraKinds, isExtra, papersOf } from '../rules/material-sets.ts'
import { materialSet } from '../table/materials.ts'
import { hasStatus, idsIn, ofPlace, readSets } from './list-papers.ts'

/** The lists of what comes after the release: released orders by the task that asks for it. */

const { stageEnteredAt, createdAt } = application

const ofKinds = (kinds: readonly ExtraKind[]) => sql`any(${sql.param([...kinds])}::text[])`
const hasTask = (kinds: readonly ExtraKind[], condition: SQL = sql`true`): SQL =>
  sql`exists (select from ${releaseTask} where ${releaseTask.tenantId} = ${application.tenantId}
    and ${releaseTask.orderId} = ${application.id} and ${releaseTask.kind} = ${ofKinds(kinds)}
    and ${releaseTask.endedAt} is null and ${condition})`

const list = (kinds: readonly ExtraKind[]) => ({
  ...orders,
  sorts: { stageEnteredAt, createdAt },
  only: () => and(eq(application.status, 'released'), hasTask(kinds)),
})

const extras = (kind: ExtraKind, endpoint: typeof papers.usedExtras | typeof papers.newExtras) =>
  defineList(endpoint, {
    ...list([kind]),
    filters: {
      ...ofPlace,
      setStatus: workOf(hasTask([kind], sql`${releaseTask.doneAt} is null`), hasStatus(kind)),
      deadlineFrom: (day) => hasTask([kind], sql`${releaseTask.dueDay} >= ${day}`),
      deadlineTo: (day) => hasTask([kind], sql`${releaseTask.dueDay} <= ${day}`),
      late: (which, { today }) => {
        const late = hasTask(
          [kind],
          sql`${releaseTask.dueDay} < ${today} and ${releaseTask.doneAt} is null and not ${isHandedIn}`,
        )
        return which === 'late' ? late : sql`not ${late}`
      },
    },
    rows: readExtras,
  })

export const usedExtras = extras('used_extra', papers.usedExtras)
export const newExtras = extras('new_extra', papers.newExtras)

const hasSet = (condition: SQL): SQL =>
  sql`exists (select from ${materialSet} join ${releaseTask} on ${releaseTask.tenantId} = ${materialSet.tenantId}
      and ${releaseTask.orderId} = ${materialSet.orderId} and ${releaseTask.kind} = ${materialSet.kind}
    where ${materialSet.tenantId} = ${application.tenantId} and ${materialSet.orderId} = ${application.id}
    and ${materialSet.kind} = ${ofKinds(extraKinds)} and ${releaseTask.endedAt} is null and ${condition})`
const dayOf = sql`(${materialSet.submitAt} at time zone 'Asia/Shanghai')::date`

export const extraReviews = defineList(papers.extraReviews, {
  ...list(extraKinds),
  filters: {
    ...ofPlace,
    // Of an order one kind alone is asked for.
    setStatus: (status) =>
      hasSet(sql`${materialSet.status} = ${status} and ${materialSet.submitAt} is not null`),
    kind: (kind) => hasTask([kind]),
    submitFrom: (day) => hasSet(sql`${dayOf} >= ${day}`),
    submitTo: (day) => hasSet(sql`${dayOf} <= ${day}`),
  },
  rows: readExtras,
})

async function readExtras(ids: number[], { today }: Call): Promise<ExtraReviewRow[]> {
  const rows = await readOrderRows(ids)
  const found = await db()
    .select({ id: application.id, car: vehicle, task: releaseTask })
    .from(application)
    .innerJoin(
      releaseTask,
      sql`${releaseTask.tenantId} = ${application.tenantId} and ${releaseTask.orderId} = ${application.id}
        and ${releaseTask.kind} = ${ofKinds(extraKinds)} and ${releaseTask.endedAt} is null`,
    )
    .leftJoin(
      vehicle,
      sql`${vehicle.tenantId} = ${application.tenantId} and ${vehicle.id} = ${application.vehicleId}`,
    )
    .where(sql`${application.id} = ${idsIn(ids)}`)
  const byId = new Map(found.map((row) => [row.id, row]))
  const sets = {
    used_extra: await readSets('used_extra', ids),
    new_extra: await readSets('new_extra', ids),
  } satisfies Record<ExtraKind, unknown>
  return rows.flatMap((row) => {
    const { car, task } = byId.get(row.id) ?? {}
    // The release was undone since the page was counted.
    if (!task || !isExtra(task.kind)) return []
    const { requiredCount, doneCount, ...set } = sets[task.kind](row.id)
    return [
      {
        ...row,
        ...set,
        kind: task.kind,
        required: requiredCount ?? papersOf(task.kind, row).filter((paper) => paper.required).length,
        uploaded: doneCount,
        plateNo: car?.plateNo ?? null,
        registeredOn: car?.registeredOn ?? null,
        deadline: task.dueDay,
        overdueDays: daysLate(task, set.setStatus, today),
      },
    ]
  })
}

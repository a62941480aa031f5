import { addDays, daysBetween } from '../../rules/business-date.ts'
import { fakePlate } from '../../rules/made-up-numbers.ts'
import { plateKind } from '../../rules/plate.ts'
import { isExtra, type SetStatus } from '../materials/rules/material-sets.ts'
import { templateOf } from '../orders/rules/entry/templates.ts'
import { type ReleaseTaskKind, taskDays, tasksOf } from '../releases/rules/release-task.ts'
import { releaseTask } from '../releases/table.ts'
import type { vehicle } from '../vehicles/table.ts'
import { shiftDay } from './days.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import type { OrderStory } from './order-story.ts'
import { addSet } from './paper-rows.ts'
import type { RowCollector } from './row-collector.ts'
import { dateOf, instantOf, workingMinute } from './working-time.ts'

/** Everything that is done behind a release: 放款后任务, 放款后补充资料 and 车辆登记 of orders of the demo. */

const draw = drawOf('extras')

const isLate = (days: number) => days > taskDays.extra

/** The state of the papers of a car so many days behind its release. */
function stateOf(row: number, days: number): SetStatus {
  if (days < 4) return draw.pick('fresh', row, ['未上传', '上传中'])
  if (!isLate(days)) return draw.pick('due', row, ['未上传', '上传中', '待审核', '待审核', '退回', '通过'])
  if (days > taskDays.extra * 6 || draw.chance('kept', row, 60)) return '通过'
  return draw.pick('late', row, ['未上传', '上传中', '待审核', '退回'])
}

type Behind = {
  valueDate: string
  status: SetStatus
  kind: ReleaseTaskKind
  dueDay: string
}

/** Everything that is asked for of the car of a released order; null where nothing is. */
function behindOf({ plan, asOf, entry }: OrderStory): Behind | null {
  if (!entry || (plan.status !== 'released' && plan.status !== 'settled')) return null
  const valueDate = dateOf(plan.end)
  const days = daysBetween(valueDate, asOf)
  const order = { templateCode: entry.product.templateCode, mortgageOkAt: null }
  const extra = tasksOf({ valueDate, order, car: entry.values.vehicle }).find(({ kind }) => isExtra(kind))
  if (!extra) return null
  return { ...extra, valueDate, status: plan.status === 'settled' ? '通过' : stateOf(plan.row, days) }
}

/** 车辆登记, typed before its papers went to their review. */
export function registrationOf(story: OrderStory): Partial<typeof vehicle.$inferInsert> {
  const behind = behindOf(story)
  const { plan, entry, person, place, asOf } = story
  if (!behind || !entry || behind.status === '未上传' || behind.status === '上传中') return {}
  const { vehicle: car, appraisal } = entry.values
  const plateNo = car.plateNo || fakePlate(plan.id, car.energy)
  const done = shiftDay(behind.valueDate, 2 + draw.mod('registered', plan.row, 12))
  return {
    plateNo,
    plateColor: plateKind(plateNo) === 'smallNewEnergy' ? '3' : '1',
    regCertNo: car.regCertNo || appraisal.regCertNo || `1100${String(plan.id).padStart(8, '0')}`,
    registeredOn: done < asOf ? done : behind.valueDate,
    ownerName: templateOf(entry.product).bizMode === 'direct_lease' ? place.tenant.name : person.name,
  }
}

export function addExtras(
  rows: RowCollector,
  story: OrderStory,
  written: Written,
  {
    mortgageOkAt,
    archivedAt,
  }: { mortgageOkAt?: string | null | undefined; archivedAt?: string | null | undefined },
): void {
  const behind = behindOf(story)
  const { plan, place, entry, asOf, clerk } = story
  if (!behind || !entry) return
  const { valueDate, status } = behind
  const order = { templateCode: entry.product.templateCode, mortgageOkAt: null }
  const on = (days: number) => {
    const day = shiftDay(valueDate, days)
    return new Date(instantOf(workingMinute(day < asOf ? day : valueDate, 90), plan.row % 60)).toISOString()
  }
  const judgedAt = on(9 + draw.mod('judged', plan.row, 15))
  const doneAt: Readonly<Partial<Record<ReleaseTaskKind, string | null>>> = {
    visit: addDays(valueDate, taskDays.visit) < asOf ? on(1) : null,
    mortgage: mortgageOkAt ?? null,
    used_extra: status === '通过' ? judgedAt : null,
    new_extra: status === '通过' ? judgedAt : null,
    archive: archivedAt ?? null,
  }
  for (const task of tasksOf({ valueDate, order, car: entry.values.vehicle }))
    rows.add(releaseTask, { ...written, ...task, orderId: plan.id, doneAt: doneAt[task.kind] ?? null })
  if (!isExtra(behind.kind)) return
  addSet(rows, story, written, {
    kind: behind.kind,
    status,
    at: judgedAt,
    clerk,
    order,
    by: draw.pick('reviewer', plan.row, place.users.material_clerk),
    ...(status === '退回' && {
      reason: draw.pick('reason', plan.row, ['照片反光，看不清编号', '缺少盖章页']),
    }),
  })
}

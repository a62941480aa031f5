import { addDays } from '../../../rules/business-date.ts'
import type { ReleaseTaskKind, SettledTaskKind } from './release-task.ts'

/** 登记完成: what a settlement left to do and a person says is done. Pages that know nothing of papers load it alone. */

export const settledTaskDays = 15

/** Those that a person says are done; what is owed to its customer is done when it is paid. */
export const handTaskKinds = [
  'mortgage_release',
  'title_transfer',
  'gps_removal',
  'archive_return',
] as const satisfies readonly SettledTaskKind[]
export type HandTaskKind = (typeof handTaskKinds)[number]
export const isHandTask = (kind: ReleaseTaskKind): kind is HandTaskKind =>
  (handTaskKinds as readonly ReleaseTaskKind[]).includes(kind)

export const taskLimits = { courier: 30, expressNo: 40, note: 200 } as const

export type FinishValues = { doneOn: string; courier: string; expressNo: string; note: string }
type FinishFinding = 'rules.required' | 'releases.refusals.doneLater' | 'releases.refusals.doneBeforeSettled'

/** Papers go back by a courier who gives a number for them. */
export function finishFindings(
  { kind, dueDay }: { kind: ReleaseTaskKind; dueDay: string },
  { doneOn, courier, expressNo }: FinishValues,
  today: string,
): Partial<Record<keyof FinishValues, FinishFinding>> {
  if (doneOn === '') return { doneOn: 'rules.required' }
  if (doneOn > today) return { doneOn: 'releases.refusals.doneLater' }
  if (doneOn < addDays(dueDay, -settledTaskDays)) return { doneOn: 'releases.refusals.doneBeforeSettled' }
  if (kind !== 'archive_return') return {}
  if (courier.trim() === '') return { courier: 'rules.required' }
  return expressNo.trim() === '' ? { expressNo: 'rules.required' } : {}
}

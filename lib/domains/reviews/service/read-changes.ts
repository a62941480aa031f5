import { maskOfField } from '../../../rules/mask.ts'
import { readMaterials } from '../../materials/service/material-sets.ts'
import type { ReturnNode } from '../../orders/rules/review-decisions.ts'
import { changesBetween } from '../../orders/service/form-values.ts'
import { findLastReturn } from '../../orders/service/last-return.ts'
import type { Order } from '../../orders/service/move-order.ts'
import type { ReviewChanges } from '../contract.ts'

/**
 * Everything that changed since the order was returned last, masked; null for one that never was, or whose form is as
 * it was.
 */
export async function readChanges(order: Order): Promise<ReviewChanges> {
  const last = await findLastReturn(order.id)
  if (!last?.task.finishedAt || last.task.returnedValues === null) return null
  const { stage, returnTo, finishedAt, marks, returnedValues } = last.task
  const now = formsReturned(order, stage, returnTo)
  const returnedAt = Date.parse(finishedAt)
  return {
    by: last.by ?? '',
    at: finishedAt,
    marks,
    fields: changesBetween(returnedValues, now).map(({ path, mine, theirs }) => ({
      path,
      before: masked(path, mine),
      after: masked(path, theirs),
    })),
    materials: (await readMaterials(order.id)).items
      .filter(({ files }) => files.some(({ uploadedAt }) => Date.parse(uploadedAt) > returnedAt))
      .map(({ materialType }) => materialType),
  }
}

/** The form that a return goes to, in the words of `review_task`. */
export const returnPlaces = { entry: '录单', intake: '进件' } as const satisfies Record<ReturnNode, string>

/**
 * Everything that may be changed after a return: of one before the entry the intake, of one to the intake from behind
 * both forms, because the entry comes by once more; what both ask is then mended in the intake.
 */
export function formsReturned({ intakeValues, entryValues }: Order, stage: string, place: string | null) {
  if (stage === 'pre') return intakeValues
  return place === returnPlaces.intake
    ? { ...(entryValues as object), ...(intakeValues as object) }
    : entryValues
}

function masked(path: string, value: unknown): unknown {
  const mask = maskOfField(path.split('.').at(-1) ?? '')
  return mask && typeof value === 'string' ? mask(value) : value
}

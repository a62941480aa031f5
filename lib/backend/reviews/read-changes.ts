import type { ReviewChanges } from '../../contracts/reviews.ts'
import { maskOfField } from '../../rules/mask.ts'
import { changesBetween } from '../applications/form-values.ts'
import type { Order } from '../applications/move-order.ts'
import { readMaterials } from '../materials/material-sets.ts'
import { findLastReturn } from './last-return.ts'

/** What changed since the order was returned last, masked; null for one that never was, or whose form is as it was. */
export async function readChanges(order: Order): Promise<ReviewChanges> {
  const last = await findLastReturn(order.id)
  if (!last?.task.finishedAt || last.task.returnedValues === null) return null
  const { stage, finishedAt, marks, returnedValues } = last.task
  const now = stage === 'pre' ? order.intakeValues : order.entryValues
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

function masked(path: string, value: unknown): unknown {
  const mask = maskOfField(path.split('.').at(-1) ?? '')
  return mask && typeof value === 'string' ? mask(value) : value
}

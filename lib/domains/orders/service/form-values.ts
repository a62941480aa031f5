import { eq } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, CallError, type FieldMessage } from '../../../platform/errors.ts'
import { isRecord } from '../../../platform/mask-values.ts'
import type { FieldChange } from '../../../platform/row-version.ts'
import { InputError } from '../../../rules/input-error.ts'
import { materialItem, materialSet } from '../../materials/table/materials.ts'
import { type EntryIssue, issueText } from '../rules/entry/entry-issue.ts'
import { issueLine } from '../rules/entry/entry-labels.ts'
import { type EntryValues, entryDraft } from '../rules/entry/entry-values.ts'
import { type IntakeValues, intakeDraft } from '../rules/entry/intake.ts'
import { entryFromIntake } from '../rules/entry/intake-handover.ts'
import type { FileCounts } from '../rules/entry/materials.ts'
import { templateOf } from '../rules/entry/templates.ts'
import { FLOWS, type Flow } from '../rules/order-machine.ts'
import type { Order } from './move-order.ts'

/** The intake and entry forms of an order: how their values are read, compared and judged. */

/** The flow of an order: its product's, or its template's where the product has none of its own. */
export const flowOf = (order: { templateCode: string; flow: string | null }): Flow =>
  FLOWS.find((flow) => flow === order.flow) ?? templateOf(order).flow

/** @throws 400 at the path that does not have the form's shape */
function parseShape<T>(draft: (raw: unknown) => T, values: unknown): T {
  try {
    return draft(values)
  } catch (error) {
    if (error instanceof InputError) throw badInput({ [error.field]: 'refusals.badField' })
    throw error
  }
}

export const parseIntake = (values: unknown): IntakeValues => parseShape(intakeDraft, values)
export const parseEntry = (values: unknown): EntryValues => parseShape(entryDraft, values)

/** The stored intake of an order. */
export const intakeOf = (order: Order): IntakeValues => intakeDraft(order.intakeValues)

/** The stored entry of an order; before the first save, what the intake knows already. */
export const entryOf = (order: Order): EntryValues =>
  hasEntry(order) ? entryDraft(order.entryValues) : entryFromIntake(intakeOf(order))

export const hasEntry = ({ entryValues }: Order): boolean =>
  isRecord(entryValues) && Object.keys(entryValues).length > 0

/** The places where two sets of form values disagree, leaf by leaf; lists are compared row by row. */
export function changesBetween(mine: unknown, theirs: unknown, path = ''): FieldChange[] {
  if (isRecord(mine) && isRecord(theirs)) return changesInside(mine, theirs, path)
  if (Array.isArray(mine) && Array.isArray(theirs) && [...mine, ...theirs].every(isRecord)) {
    return changesInside({ ...mine }, { ...theirs }, path)
  }
  return JSON.stringify(mine) === JSON.stringify(theirs)
    ? []
    : [{ path, mine: mine ?? null, theirs: theirs ?? null }]
}

function changesInside(mine: Record<string, unknown>, theirs: Record<string, unknown>, path: string) {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  return [...names].flatMap((name) =>
    changesBetween(mine[name], theirs[name], path === '' ? name : `${path}.${name}`),
  )
}

/** Files of an order so far, by material type. */
export async function fileCountsOf(orderId: number): Promise<FileCounts> {
  const rows = await db()
    .select({ type: materialItem.materialType, files: materialItem.files })
    .from(materialItem)
    .innerJoin(materialSet, eq(materialSet.id, materialItem.setId))
    .where(eq(materialSet.orderId, orderId))
  return Object.fromEntries(rows.map(({ type, files }) => [type, files.length]))
}

const translate = (key: string, params?: Readonly<Record<string, string>>) =>
  say(key as Parameters<typeof say>[0], params)

/** Everything that a message names is named in the reader's words. */
const spoken = ({ params }: EntryIssue) => ({
  ...params,
  ...(params.material !== undefined && { material: translate(`materials.${params.material}`) }),
})

/** The errors among the issues of a form by path, for the fields of an answer; null when there is none. */
export function errorsOf(issues: readonly EntryIssue[]): Record<string, FieldMessage> | null {
  const errors = issues.filter(({ level }) => level === 'error')
  if (errors.length === 0) return null
  const fields: Record<string, FieldMessage> = {}
  for (const issue of errors) fields[issue.path] ??= { key: issue.key, params: spoken(issue) }
  return fields
}

/**
 * 422 with the first error as the sentence and all of them by path: for a submit that may be asked for from a list,
 * where there is no field to show a message at.
 */
export function refusedForm(issues: readonly EntryIssue[]): CallError {
  const errors = issues.filter(({ level }) => level === 'error')
  const [first] = errors
  const fields = Object.fromEntries(
    errors.toReversed().map((issue) => [issue.path, issueText(issue, translate)]),
  )
  return new CallError(422, {
    message: first ? issueLine(first, translate) : translate('refusals.badInput'),
    code: first?.key,
    fields,
  })
}

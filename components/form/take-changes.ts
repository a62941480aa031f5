import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { get } from 'react-hook-form'
import type { Conflict } from '@/lib/platform/contract/errors'
import { copyValues } from './copy-values'

export type Change = Conflict['changes'][number]

/** The place that is chosen as one: a field, or a whole row, whose fields are those of one person or one thing. */
export const choiceOf = ({ path }: Change): string => /^.*?\.\d+(?=\.|$)/.exec(path)?.[0] ?? path

/** The form's values with the other's where they are taken; rows come and go whole. */
export function takeChanges<V extends object>(values: V, base: unknown, changes: readonly Change[]): V {
  const next = copyValues(values)
  const gone = new Map<unknown[], unknown[]>()
  for (const { path, theirs } of changes) {
    const at = path.lastIndexOf('.')
    const name = path.slice(at + 1)
    const parent: unknown = at < 0 ? next : get(next, path.slice(0, at))
    if (Array.isArray(parent)) {
      if (theirs === null) gone.set(parent, [...(gone.get(parent) ?? []), parent[Number(name)]])
      else parent[Math.min(Number(name), parent.length)] = theirs
    } else if (typeof parent === 'object' && parent !== null)
      (parent as Record<string, unknown>)[name] = theirs ?? emptyLike(get(base, path))
  }
  for (const [rows, left] of gone) rows.splice(0, rows.length, ...rows.filter((row) => !left.includes(row)))
  return next
}

/** Nothing, in the shape that the form knows a field by. */
function emptyLike(value: unknown): unknown {
  if (typeof value === 'string') return ''
  if (typeof value === 'boolean') return false
  return Array.isArray(value) ? [] : null
}

/** Puts the other's values into the form, lists as a whole: whatever draws their rows hears of it. */
export function putChanges<V extends FieldValues, O>(
  form: UseFormReturn<V, unknown, O>,
  changes: readonly Change[],
): void {
  const next = takeChanges(form.getValues(), form.formState.defaultValues, changes)
  const places = new Set(changes.map((change) => choiceOf(change).replace(/\.\d+$/, '')))
  for (const place of places)
    form.setValue(place as Path<V>, get(next, place) as PathValue<V, Path<V>>, { shouldDirty: true })
}

import type { FieldChange } from '../row-version.ts'

/** Where two versions of a flat record differ; values are compared as JSON. */
export function changedFields<V extends Record<string, unknown>>(mine: V, theirs: V): FieldChange[] {
  return Object.keys(mine)
    .filter((path) => JSON.stringify(mine[path]) !== JSON.stringify(theirs[path]))
    .map((path) => ({ path, mine: mine[path], theirs: theirs[path] }))
}

import { InputError } from '../../../../rules/input-error.ts'

/** The way in which unfinished form values are read: what may stand there, whatever a browser or an old row holds. */

/**
 * Makes form values of what is stored or sent. Absent values get their default, unknown ones are dropped.
 *
 * @param path of the values in the form; the empty text for all of them
 * @throws InputError `format` with the path of what is no text, switch, list or group where one belongs
 */
export type Draft<T> = (raw: unknown, path: string) => T

/** The values of a group; of one that is absent, none. */
export function recordOf(raw: unknown, path: string): Record<string, unknown> {
  if (raw === undefined) return {}
  if (typeof raw === 'object' && raw !== null && !Array.isArray(raw)) return raw as Record<string, unknown>
  throw new InputError(path, 'format', 'no group of values')
}

/** Most rows a repeated section takes. */
const maxRows = 20

/** A draft of rows, each read by `row`; none when they are absent. */
export function rowsDraft<T>(row: Draft<T>): Draft<T[]> {
  return (raw, path) => {
    if (raw === undefined) return []
    if (!Array.isArray(raw) || raw.length > maxRows) throw new InputError(path, 'format', 'no list of rows')
    return raw.map((item, index) => row(item, `${path}.${index}`))
  }
}

/** A draft of groups, each read by its own. */
export function groupsDraft<T extends object>(
  groups: { readonly [K in keyof T]: Draft<T[K]> },
): (raw: unknown) => T {
  return (raw) => {
    const values = recordOf(raw, '')
    const names = Object.keys(groups) as (keyof T & string)[]
    return Object.fromEntries(names.map((name) => [name, groups[name](values[name], name)])) as T
  }
}

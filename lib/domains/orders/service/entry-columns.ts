import type { By } from '../../../platform/context.ts'

/** Form values as column values: the form has texts, switches and lists, a column has nulls and numbers too. */

/** An empty text is no value. */
export const orNull = (text: string): string | null => (text === '' ? null : text)
/** Digits of a checked field. */
export const intOrNull = (text: string): number | null => (text === '' ? null : Number(text))
const listOrNull = (list: string[]): string[] | null => (list.length === 0 ? null : list)
/** The person who wrote a row, and when. */
export const written = ({ actor, now }: By) => ({ updatedAt: now.toISOString(), updatedBy: actor.id })

/** Fields of the form that are columns of the same name, empty texts as null. */
export function columns<V extends Record<string, unknown>, K extends keyof V & string>(
  values: V,
  names: readonly K[],
) {
  const entries = names.map((name) => {
    const value = values[name]
    if (Array.isArray(value)) return [name, listOrNull(value)]
    return [name, typeof value === 'string' ? orNull(value) : value]
  })
  return Object.fromEntries(entries) as { [N in K]: V[N] | null }
}

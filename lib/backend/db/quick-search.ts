import { type SQL, sql } from 'drizzle-orm'
import { application } from './schema/applications.ts'

/**
 * The quick search of every order list: orders whose customer name contains the text, or whose ID number, mobile or
 * order number contains it (four characters and more). Undefined for a text without anything to look for; a text of
 * digits too short for a number finds nothing.
 *
 * Asks for the pieces that the database function `nlos_search_keys` makes of a name and of the numbers.
 */
export function quickSearch(q: string | undefined): SQL | undefined {
  const text = (q ?? '').toLowerCase().replace(/\s/g, '')
  if (text === '') return undefined
  const pieces = [...new Set(isNumber(text) ? runs(text, 4) : runs(text, Math.min(2, length(text))))]
  return sql`${application.id} in (select nlos_search(${sql.param(pieces)}::text[], ${text}))`
}

/** Numbers are ASCII letters and digits with a digit in them; everything else is part of a name. */
const isNumber = (text: string) => /^(?=.*\d)[a-z0-9]+$/.test(text)

const length = (text: string) => Array.from(text).length

/** All runs of `size` characters; the text itself when it is shorter. */
function runs(text: string, size: number): string[] {
  const characters = Array.from(text)
  if (characters.length <= size) return [text]
  return characters.slice(size - 1).map((_last, at) => characters.slice(at, at + size).join(''))
}

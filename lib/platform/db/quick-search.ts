import { type SQL, sql } from 'drizzle-orm'
import { application } from '../../domains/orders/table.ts'
import { searchText } from '../../rules/clean-value.ts'
import { db } from './client.ts'

/** Orders that are many; the database function `nlos_search` tells of one more. */
export const manyOrders = 2_000

export type Search = {
  /** Condition on `application`. */
  where: SQL
  /** Given when more of the tenant's orders than this meet it: they are counted no further. */
  many: number | undefined
}

/**
 * The quick search of every order list: orders whose customer name contains the text, or whose ID number, mobile or
 * order number contains it (four characters and more). Undefined for a text without anything to look for; a text of
 * digits too short for a number finds nothing.
 *
 * Asks for the pieces that the database function `nlos_search_keys` makes of a name and of the numbers. The index
 * gives the orders of most texts. To collect all those of a text that many have, such as a year, takes longer than
 * a page may: a list that goes through its orders and tests each has its rows sooner.
 */
export async function quickSearch(q: string): Promise<Search | undefined> {
  const text = searchText(q)
  if (text === '') return undefined
  const pieces = [...new Set(isNumber(text) ? runs(text, 4) : runs(text, Math.min(2, length(text))))]
  const wanted = sql`${sql.param(pieces)}::text[], ${text}`
  const { rows } = await db().execute<{ id: number }>(sql`select nlos_search(${wanted}) as id`)
  if (rows.length > manyOrders)
    return { where: sql`nlos_contains(${application.searchKeys}, ${wanted})`, many: manyOrders }
  const ids = rows.map(({ id }) => id)
  return { where: sql`${application.id} = any(${sql.param(ids)}::bigint[])`, many: undefined }
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

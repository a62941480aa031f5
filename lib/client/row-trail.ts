import { type Place, tabKey } from '../domains/workspace/rules/tabs.ts'

/**
 * The lists as they were left, so that a case leads on to the next one of the list that it was opened from. A list is
 * remembered by its query and the rows that were seen of it: what lies beyond them is read when somebody goes there.
 */

/** A row seen: its name in the list, and the address that it opens, if any. */
export type SeenRow = { id: string; address: string | undefined }
type Rows = {
  rows: readonly SeenRow[]
  /** Rows of the whole list, or as many as were counted of it. */
  total: number
  /** There are more rows than `total`. */
  more: boolean
}

export type Trail = Rows & {
  /** Tells what was asked, apart from the page: filters, search and order. */
  query: string
  /** Rows of the list before the first one seen. */
  start: number
  /** Reads other rows of the same query. */
  read: (start: number, length: number) => Promise<Rows>
}

export type RowStep = {
  /** From 1, of all rows of the list. */
  at: number
  of: number
  more: boolean
  hasPrevious: boolean
  hasNext: boolean
}

const trails = new Map<string, Trail>()
const mostLists = 20
/** Rows that are read again beside the new ones: cases that were dealt with have left, and the others moved up. */
const overlap = 50
/** A call answers no more rows. */
const mostRows = 100

/** The key of the tab that an address opens. */
export const keyAt = (address: string): string => {
  const [path = '', query = ''] = address.split('?')
  return tabKey({ path, query } satisfies Place)
}

/** The place of each record; a row of one that stands further up is none. */
const placesOf = ({ rows }: Trail) => {
  const places = new Map<string, number>()
  for (const [at, { address }] of rows.entries()) {
    const key = address === undefined ? undefined : keyAt(address)
    if (key !== undefined && !places.has(key)) places.set(key, at)
  }
  return places
}

/** Notes the rows that a list shows. Those that were walked to beyond the page stay, while the page is as it was. */
export function noteRows(list: string, seen: Trail): void {
  const known = trails.get(list)
  const from = known ? seen.start - known.start : -1
  const isPart =
    known?.query === seen.query &&
    from >= 0 &&
    seen.rows.every(({ id }, at) => known.rows[from + at]?.id === id)
  // The list that was seen last is asked first.
  trails.delete(list)
  trails.set(list, isPart ? { ...known, total: seen.total, more: seen.more, read: seen.read } : seen)
  const [oldest] = trails.keys()
  if (trails.size > mostLists && oldest !== undefined) trails.delete(oldest)
}

function findRow(key: string) {
  for (const [list, trail] of [...trails].reverse()) {
    const places = placesOf(trail)
    const at = places.get(key)
    if (at !== undefined) return { list, trail, places: [...places.values()].sort((a, b) => a - b), at }
  }
  return undefined
}

const isBeyond = ({ start, rows, total, more }: Trail, step: 1 | -1) =>
  step < 0 ? start > 0 : more || start + rows.length < total

const besideOf = (places: readonly number[], at: number, step: 1 | -1) => places[places.indexOf(at) + step]

/** The place of a tab's record in the list seen last that has it; undefined in none. */
export function rowStepOf(key: string): RowStep | undefined {
  const found = findRow(key)
  if (!found) return undefined
  const { trail, places, at } = found
  const has = (step: 1 | -1) => besideOf(places, at, step) !== undefined || isBeyond(trail, step)
  return {
    at: trail.start + at + 1,
    of: Math.max(trail.total, trail.start + trail.rows.length),
    more: trail.more,
    hasPrevious: has(-1),
    hasNext: has(1),
  }
}

/** The address of the record before or behind that of a tab, across the borders of pages; undefined at the ends. */
export async function rowBeside(key: string, step: 1 | -1): Promise<string | undefined> {
  for (;;) {
    const found = findRow(key)
    if (!found) return undefined
    const { list, trail, places, at } = found
    const beside = besideOf(places, at, step)
    if (beside !== undefined) return trail.rows[beside]?.address
    if (!isBeyond(trail, step)) return undefined
    const longer = await extend(trail, step)
    // Another query of the same list was seen meanwhile.
    if (trails.get(list) === trail) trails.set(list, longer)
  }
}

/**
 * The trail with the rows that lie beyond it now, next to the outermost row seen that is still there. Rows that have
 * left count as if they stood where they were seen: numbers do not jump while one walks.
 */
async function extend(trail: Trail, step: 1 | -1): Promise<Trail> {
  const { rows, start } = trail
  const seen = new Set(rows.map(({ id }) => id))
  const isSeen = ({ id }: SeenRow) => seen.has(id)
  const end = start + rows.length
  for (let from = (step > 0 ? end : start) - overlap; ; from -= overlap) {
    const first = Math.max(from, 0)
    const { rows: found, total, more } = await trail.read(first, mostRows)
    if (step > 0) {
      const border = found.findLastIndex(isSeen)
      // As many have left as were read again.
      if (border < 0 && first > 0) continue
      const behind = found.slice(border + 1)
      if (behind.length === 0) return { ...trail, total: end, more: false }
      return { ...trail, rows: [...rows, ...behind], total: end + total - first - border - 1, more }
    }
    const border = found.findIndex(isSeen)
    if (border <= 0 && first > 0) continue
    const before = found.slice(0, border < 0 ? start : border)
    return { ...trail, rows: [...before, ...rows], start: first }
  }
}

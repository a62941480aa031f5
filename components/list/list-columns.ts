import type { ListPreference } from './list-preference'

/** Widths that a column may be dragged to, in pixels. */
const narrowest = 60
const widest = 800

/** The user may arrange these of a column; `width` in pixels. */
type Arrangeable = { id: string; width: number; hidden: boolean; pinned: boolean }

/** A column as the user has it. */
export type Arranged<C> = C & { visible: boolean }

/**
 * The columns of a list as the user arranged them, hidden ones too: order, visibility, pins and widths. A column that
 * is newer than the user's order stands where the list puts it, at the end; the first one and those the list pins are
 * pinned until the user has chosen.
 */
export function arrange<C extends Arrangeable>(
  columns: ReadonlyMap<string, C>,
  { order, visibility, pinned, widths }: ListPreference,
): Arranged<C>[] {
  const ids = new Set([...order, ...columns.keys()])
  const [first] = columns.keys()
  return [...ids].flatMap((id) => {
    const column = columns.get(id)
    if (!column) return []
    return {
      ...column,
      width: widths[id] ?? column.width,
      visible: visibility[id] ?? !column.hidden,
      pinned: pinned ? pinned.includes(id) : column.pinned || id === first,
    }
  })
}

/** The place of a column: `at` so many pixels from the left edge if it stays there, `edge` the last that does. */
export type Placed = { at?: number; edge?: boolean }

/** The visible columns from left to right, the pinned ones first. */
export function place<C extends Arranged<Arrangeable>>(columns: readonly C[]): (C & Placed)[] {
  const visible = columns.filter((column) => column.visible)
  let at = 0
  const left = visible
    .filter((column) => column.pinned)
    .map((column, i, pinned) => {
      const here = at
      at += column.width
      return { ...column, at: here, edge: i === pinned.length - 1 }
    })
  return [...left, ...visible.filter((column) => !column.pinned)]
}

/** Ids with one of them moved by `step` places; past the end it stays at the end. */
export function moved(ids: readonly string[], id: string, step: number): string[] {
  const next = ids.filter((other) => other !== id)
  next.splice(Math.max(0, ids.indexOf(id) + step), 0, id)
  return next
}

/** Ids with one of them in the place of another, on the side it comes from. */
export function placedAt(ids: readonly string[], id: string, at: string): string[] {
  return moved(ids, id, ids.indexOf(at) - ids.indexOf(id))
}

/** A width in pixels that a column may have, the nearest one. */
export function widthWithin(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)))
}

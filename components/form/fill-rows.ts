/** Columns of a form's grid, fine enough for four short fields beside each other. */
export const gridColumns = 12

/**
 * Lays fields out in rows, in their order: as few rows as they need, no field alone in one while another would fit
 * beside it, every row filled to its end. What a row has left goes to its longest fields.
 *
 * @param least columns that each field needs at least, 1 to `columns`
 * @returns columns that each field takes
 */
export function fillRows(least: readonly number[], columns = gridColumns): number[] {
  // From the last field back: the best way to lay out what begins at each one, and where its first row ends.
  const best: { cost: number; end: number }[] = []
  best[least.length] = { cost: 0, end: least.length }
  for (let start = least.length - 1; start >= 0; start -= 1) {
    let taken = 0
    for (let end = start + 1; end <= least.length; end += 1) {
      taken += least[end - 1] ?? columns
      if (taken > columns) break
      const cost = costOf(end - start, columns - taken, columns) + (best[end]?.cost ?? 0)
      const known = best[start]
      if (known === undefined || cost <= known.cost) best[start] = { cost, end }
    }
  }
  const spans: number[] = []
  for (let start = 0; start < least.length; ) {
    const end = best[start]?.end ?? start + 1
    spans.push(...stretch(least.slice(start, end), columns))
    start = end
  }
  return spans
}

/** A row weighs most, a lone short field nearly as much, and what is left is better spread over all rows. */
function costOf(fields: number, left: number, columns: number): number {
  const isLone = fields === 1 && left > 0
  return 10_000 + (isLone ? 9_000 : 0) + (left / columns) ** 2
}

function stretch(row: readonly number[], columns: number): number[] {
  const spans = [...row]
  for (let left = columns - spans.reduce((sum, span) => sum + span, 0); left > 0; left -= 1) {
    // The longest for its stretch so far: long fields gain most, short ones in turn.
    const shares = spans.map((span, at) => (row[at] ?? 1) ** 2 / span)
    const at = shares.indexOf(Math.max(...shares))
    spans[at] = (spans[at] ?? 0) + 1
  }
  return spans
}

import fc from 'fast-check'
import { fillRows } from './fill-rows'

/** The rows that a grid of so many columns makes of fields of these spans. */
function rowsOf(spans: readonly number[], columns: number): number[][] {
  const rows: number[][] = []
  let free = 0
  for (const span of spans) {
    if (span > free) {
      rows.push([])
      free = columns
    }
    rows.at(-1)?.push(span)
    free -= span
  }
  return rows
}

const fields = fc.array(fc.integer({ min: 2, max: 12 }), { minLength: 1, maxLength: 24 })

test('rows are full, nobody is short of columns, and there are no more rows than by filling them one by one', () => {
  fc.assert(
    fc.property(fields, (least) => {
      const spans = fillRows(least)
      expect(spans).toHaveLength(least.length)
      for (const [at, span] of spans.entries()) expect(span).toBeGreaterThanOrEqual(least[at] ?? 0)
      const rows = rowsOf(spans, 12)
      for (const row of rows) expect(row.reduce((sum, span) => sum + span, 0)).toBe(12)
      expect(rows.length).toBe(rowsOf(least, 12).length)
    }),
  )
})

test.each([
  // The last would be alone: the one before comes down to it.
  [[3, 3, 3, 3, 3], 12, [4, 4, 4, 6, 6]],
  [[3, 3, 3, 3], 12, [3, 3, 3, 3]],
  // The columns that are left go to the address.
  [[2, 2, 3, 4], 12, [2, 2, 3, 5]],
  [[3], 12, [12]],
])('%j in %i columns: %j', (least, columns, spans) => {
  expect(fillRows(least, columns)).toEqual(spans)
})

/** The one row of an INSERT … RETURNING. @throws {Error} when there is none. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows
  if (row === undefined) throw new Error('The statement returned no row.')
  return row
}

import { given, wholeNumber } from '../../../rules/input-error.ts'
import { compareMoney, requireRate } from '../../../rules/money.ts'

/** 残值表: what a car is worth at an age, as a share of its price; it caps a balloon. */
export type Residual = {
  /** Empty for any brand that has no rows of its own. */
  brand: string
  /** Empty for any series of the brand that has no rows of its own. */
  series: string
  ageMonths: number
  ratio: string
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/**
 * The highest share of the car price that a balloon may be: of the car's series, else its brand, else any car. Between
 * two ages the older one counts, behind the last one nothing is left.
 * @param ageMonths of the car when the balloon falls due
 * @returns null where the table says nothing of such a car: it caps nothing then
 * @throws InputError
 */
export function residualRatio(
  table: readonly Residual[],
  car: { brand: string; series: string; ageMonths: number },
): string | null {
  wholeNumber('ageMonths', given('car', car).ageMonths, 0, 1_200)
  for (const { ratio } of given('residuals', table)) requireRate('ratio', ratio)
  const rowsOf = (brand: string, series: string) =>
    table.filter((row) => same(row.brand, brand) && same(row.series, series))
  const rows = [rowsOf(car.brand, car.series), rowsOf(car.brand, ''), rowsOf('', '')].find(
    ({ length }) => length > 0,
  )
  if (!rows) return null
  const [next] = rows
    .filter(({ ageMonths }) => ageMonths >= car.ageMonths)
    .sort((a, b) => a.ageMonths - b.ageMonths)
  return next?.ratio ?? '0'
}

/** A row of the same cars that a row contradicts: a car does not gain with age. @throws InputError `ratio` */
export function contradicting<R extends Residual>(table: readonly R[], row: Residual): R | undefined {
  requireRate('ratio', given('row', row).ratio)
  for (const { ratio } of given('residuals', table)) requireRate('ratio', ratio)
  return table.find(
    ({ brand, series, ageMonths, ratio }) =>
      same(brand, row.brand) &&
      same(series, row.series) &&
      ageMonths !== row.ageMonths &&
      compareMoney(ratio, row.ratio) === (ageMonths < row.ageMonths ? -1 : 1),
  )
}

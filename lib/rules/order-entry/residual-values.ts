/** What a car is worth at an age, as a share of its price; it caps the balloon. An empty series is any of the brand, an empty brand any. */
export type ResidualValue = { brand: string; series: string; ageMonths: number; ratio: string }

/** Of a car that no table names. */
export const commonResiduals: readonly ResidualValue[] = [
  { brand: '', series: '', ageMonths: 12, ratio: '0.5000' },
  { brand: '', series: '', ageMonths: 24, ratio: '0.4500' },
  { brand: '', series: '', ageMonths: 36, ratio: '0.4000' },
  { brand: '', series: '', ageMonths: 48, ratio: '0.3000' },
  { brand: '', series: '', ageMonths: 60, ratio: '0.2500' },
  { brand: '', series: '', ageMonths: 84, ratio: '0.1500' },
  { brand: '', series: '', ageMonths: 999, ratio: '0.0000' },
]

/** The ratio of the first age of the table that is not before the car's, by its series, else its brand, else any. */
export function residualRatio(
  table: readonly ResidualValue[],
  { brand, series }: { brand: string; series: string },
  ageMonths: number,
): string {
  const rows = [...table, ...commonResiduals].sort((a, b) => a.ageMonths - b.ageMonths)
  const ofCar = (ofBrand: string, ofSeries: string) =>
    rows.find((row) => row.brand === ofBrand && row.series === ofSeries && row.ageMonths >= ageMonths)
  const found = ofCar(brand, series) ?? ofCar(brand, '') ?? ofCar('', '')
  return found?.ratio ?? '0.0000'
}

import { isRegion, missingEvidence } from './evidence.ts'

test('a region lies on its picture and is large enough to show something', () => {
  expect(isRegion({ x: 0, y: 0, width: 10_000, height: 10_000 })).toBe(true)
  expect(isRegion({ x: 9_000, y: 0, width: 1_001, height: 100 })).toBe(false)
  expect(isRegion({ x: 0, y: 9_990, width: 100, height: 50 })).toBe(false)
  expect(isRegion({ x: 0, y: 0, width: 49, height: 100 })).toBe(false)
})

test('a wanted field is missing until a pin of it holds', () => {
  const wanted = ['customer.idNo', 'vehicle.vin'].map((field) => ({
    field,
    materials: [],
  }))
  const missing = (pins: Parameters<typeof missingEvidence>[1]) =>
    missingEvidence(wanted, pins).map(({ field }) => field)
  expect(missing([])).toEqual(['customer.idNo', 'vehicle.vin'])
  expect(
    missing([
      { field: 'customer.idNo', state: 'holds' },
      { field: 'vehicle.vin', state: 'fieldChanged' },
      { field: 'vehicle.vin', state: 'pictureGone' },
    ]),
  ).toEqual(['vehicle.vin'])
})

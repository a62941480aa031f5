import fc from 'fast-check'
import { propertyRuns } from '../../scripts/property-runs.ts'
import { maskAddress, maskCard, maskIdNo, maskMobile } from './mask.ts'

test.each([
  [maskIdNo, '110000198803151235', '110000********1235'],
  [maskIdNo, '110105491231002', '110105*****1002'],
  [maskIdNo, '1234567890123', '*************'],
  [maskIdNo, '', ''],
  [maskMobile, '12000000123', '120****0123'],
  [maskMobile, '1200000012', '**********'],
  [maskCard, '9999990000000000121', '***************0121'],
  [maskCard, '1234567', '*******'],
  [maskAddress, '示例省示例市示例路1号', '示例省示例市****'],
  [maskAddress, '示例路1号', '****'],
  [maskAddress, '', ''],
])('%p %s → %s', (mask, value, shown) => {
  expect(mask(value)).toBe(shown)
})

test('total, idempotent, and never more than its rule on any text', () => {
  const rules: [mask: (value: string) => string, head: number, tail: number][] = [
    [maskIdNo, 6, 4],
    [maskMobile, 3, 4],
    [maskCard, 0, 4],
    [maskAddress, 6, 0],
  ]
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 24 }), (value) => {
      for (const [mask, head, tail] of rules) {
        const shown = Array.from(mask(value))
        const visible = shown.filter((character) => character !== '*').length
        expect(visible).toBeLessThanOrEqual(head + tail)
        expect(shown.slice(head, shown.length - tail).every((character) => character === '*')).toBe(true)
        expect(mask(shown.join(''))).toBe(shown.join(''))
      }
    }),
    { numRuns: propertyRuns },
  )
})

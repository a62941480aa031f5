import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { differencesOf, takeStateOf } from './stocktake.ts'

test('what is missing, in another box, or should not be there is found', () => {
  const expected = [
    { archiveId: 1, boxNo: 'B-1' },
    { archiveId: 2, boxNo: 'B-1' },
    { archiveId: 3, boxNo: 'B-2' },
  ]
  const found = [
    { archiveId: 1, boxNo: 'B-1' },
    { archiveId: 3, boxNo: 'B-1' },
    { archiveId: 4, boxNo: 'B-2' },
  ]
  expect(differencesOf(expected, found)).toEqual([
    { archiveId: 2, kind: '缺失', expectedBox: 'B-1', foundBox: null },
    { archiveId: 3, kind: '错位', expectedBox: 'B-2', foundBox: 'B-1' },
    { archiveId: 4, kind: '不应在库', expectedBox: null, foundBox: 'B-2' },
  ])
  expect([takeStateOf(null, 0), takeStateOf('x', 1), takeStateOf('x', 0)]).toEqual([
    '盘点中',
    '待处理',
    '已完成',
  ])
})

test('a file is where it should be, or it is one difference', () => {
  const placed = fc.uniqueArray(
    fc.record({ archiveId: fc.nat(20), boxNo: fc.constantFrom('B-1', 'B-2', 'B-3') }),
    { selector: ({ archiveId }) => archiveId },
  )
  fc.assert(
    fc.property(placed, placed, (expected, found) => {
      const differences = differencesOf(expected, found)
      const ids = differences.map(({ archiveId }) => archiveId)
      expect(new Set(ids).size).toBe(ids.length)
      const key = ({ archiveId, boxNo }: (typeof found)[number]) => `${archiveId} ${boxNo}`
      const right = found.filter((one) => expected.map(key).includes(key(one)))
      const all = new Set([...expected, ...found].map(({ archiveId }) => archiveId))
      expect(ids.length).toBe(all.size - right.length)
    }),
    { numRuns: propertyRuns },
  )
})

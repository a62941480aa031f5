import type { DictItem } from './dict-item.ts'
import { type DictType, dictionaries, dictLabel } from './dictionaries.ts'
import { isReviewReason, reviewReasons } from './review-reasons.ts'

/** A tenant names what stands in these itself. */
const ownOfTenants = ['payer_account']

const types = Object.entries<readonly DictItem[]>(dictionaries)

test.each(types)('%s: codes are unique and short, labels there, parents known', (type, rows) => {
  const codes = rows.map((row) => row.code)
  expect(rows.length > 0).toBe(!ownOfTenants.includes(type))
  expect(new Set(codes).size).toBe(codes.length)
  for (const row of rows) {
    expect(row.code).toMatch(/^[\w/+-]{1,40}$/)
    expect(row.label.length).toBeGreaterThan(0)
    expect(row.label.length).toBeLessThanOrEqual(60)
    if (row.parentCode !== undefined) expect(codes).toContain(row.parentCode)
  }
})

test.each<[DictType, string, string]>([
  ['id_type', '01', '身份证'],
  ['marital_status', '2', '已婚'],
  ['relation', '01', '配偶'],
  ['repay_method', 'balloon', '等额本息+尾款'],
  ['day_count', '30/360', '按月'],
  ['bucket', 'M7+', 'M7+ >180'],
  ['plain_type', '03', '服务问题'],
  ['plate_color', '4', '大型新能源(黄绿双拼)'],
  ['region', '110105', '朝阳区'],
  ['gender', '9', '9'],
])('%s %s is %s', (type, code, label) => {
  expect(dictLabel(type, code)).toBe(label)
})

test('feedback types are those of the specification, point 9', () => {
  expect(dictionaries.plain_type.map((row) => row.code)).toEqual(['01', '03', '04'])
})

test('regions: 34 provinces, three levels, every city under its province', () => {
  const provinces = dictionaries.region.filter((row) => row.parentCode === undefined)
  expect(provinces).toHaveLength(34)
  const district = dictionaries.region.find((row) => row.code === '440305')
  expect(district?.parentCode).toBe('440300')
  expect(dictionaries.region.find((row) => row.code === '440300')?.parentCode).toBe('440000')
})

test('reasons have two levels, and a pair has to belong together', () => {
  expect(reviewReasons.map((reason) => reason.label)).toEqual([
    '资料类',
    '资质类',
    '车辆类',
    '欺诈类',
    '意愿类',
    '政策类',
  ])
  expect(isReviewReason('document', 'document_missing')).toBe(true)
  expect(isReviewReason('vehicle', 'document_missing')).toBe(false)
  expect(isReviewReason('', '')).toBe(false)
  expect(isReviewReason('__proto__', 'x')).toBe(false)
})

import { placeOf } from './order-place.ts'

const all = ['order:claim_pre', 'order:claim_first', 'order:claim_risk', 'order:create', 'order:entry']
const routeOf = (order: Parameters<typeof placeOf>[0], permissions: readonly string[] = all) =>
  placeOf(order, permissions)?.route

test.each([
  ['wait_pre', 'preReviewPool', 'preReview'],
  ['wait_first', 'firstReview', 'firstReviewDetails'],
  ['wait_risk', 'riskPool', 'riskApproval'],
] as const)('%s leads to its pool, and claimed to its case', (status, pool, review) => {
  expect(routeOf({ id: 7, status, claimedByName: null })).toBe(pool)
  expect(routeOf({ status, claimedByName: '赵芳' })).toBe(pool)
  expect(routeOf({ id: 7, status, claimedByName: '赵芳' })).toBe(review)
  expect(placeOf({ id: 7, status, claimedByName: '赵芳' }, all)?.href).toContain('orderId=7')
  expect(routeOf({ id: 7, status, claimedByName: null }, [])).toBe('reviewProgress')
})

test('what is entered leads to the form of its template, for who may fill it in', () => {
  expect(routeOf({ id: 7, status: 'wait_entry' })).toBe('entryStandard')
  expect(placeOf({ id: 7, status: 'wait_entry', templateCode: 'bd2' }, all)?.href).toContain('/record/bd2')
  expect(routeOf({ id: 7, status: 'pre_returned' })).toBe('intakeForm')
  expect(routeOf({ id: 7, status: 'wait_entry' }, [])).toBe('reviewProgress')
  expect(placeOf({ status: 'wait_sign' }, all)).toBeNull()
})

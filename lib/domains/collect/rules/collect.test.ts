import { type CollectValues, collectIssues, emptyCollect } from './collect.ts'

const right: CollectValues = {
  ...emptyCollect,
  name: '张三',
  idNo: '11010119900307889X',
  mobile: '19000000001',
  code: '012345',
}
const keysOf = (changes: Partial<CollectValues>, today = '2025-08-01') =>
  Object.fromEntries(
    Object.entries(collectIssues({ ...right, ...changes }, today)).map(([field, { key }]) => [field, key]),
  )

test('wishes may stay empty, who and code may not', () => {
  expect(keysOf({})).toEqual({})
  expect(keysOf(emptyCollect)).toEqual({
    name: 'rules.required',
    idNo: 'rules.idRequired',
    mobile: 'rules.mobileRequired',
    code: 'rules.smsCode',
  })
})

test.each<[Partial<CollectValues>, Record<string, string>]>([
  [{ name: 'A' }, { name: 'rules.personName' }],
  [{ name: '<script>' }, { name: 'rules.personName' }],
  [{ idNo: '110101199003078890' }, { idNo: 'rules.idCard' }],
  [{ idNo: '11010119900307889x' }, {}],
  [{ mobile: '2900000000' }, { mobile: 'rules.mobile' }],
  [{ code: '12345' }, { code: 'rules.smsCode' }],
  [{ code: '１２３４５６' }, { code: 'rules.smsCode' }],
  [{ code: ' 123456 ' }, {}],
  [{ amount: '0.00' }, { amount: 'rules.positive' }],
  [{ amount: '1.234' }, { amount: 'rules.amount' }],
  [{ amount: '86000.5' }, {}],
  [{ model: 'x'.repeat(101) }, { model: 'rules.tooLong' }],
  [{ city: '11' }, { city: 'rules.code' }],
])('%j is judged', (changes, expected) => {
  expect(keysOf(changes)).toEqual(expected)
})

test('a customer is of age from the 18th birthday on', () => {
  expect(keysOf({}, '2008-03-06')).toEqual({ idNo: 'rules.tooYoung' })
  expect(keysOf({}, '2008-03-07')).toEqual({})
})

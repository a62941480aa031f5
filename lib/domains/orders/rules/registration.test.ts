import { hintsOf, registrationFindings, registrationLacks } from './registration.ts'

const right = {
  plateNo: '京A00123',
  plateColor: '1',
  regCertNo: '110000000123',
  registeredOn: '2026-03-01',
  ownerName: '周凯',
}
const find = (more: Partial<typeof right>) => registrationFindings({ ...right, ...more }, '2026-03-01')

test('a registration is whole, of today at the latest, and its plate has its colour', () => {
  expect(find({})).toEqual({})
  expect(find({ plateNo: '', ownerName: ' ' })).toEqual({
    plateNo: 'rules.required',
    ownerName: 'rules.required',
  })
  expect(find({ plateNo: '京I00123' })).toEqual({ plateNo: 'rules.plate' })
  expect(find({ plateNo: '粤BD12345' })).toEqual({ plateColor: 'rules.plateColour' })
  expect(find({ plateNo: '粤BD12345', plateColor: '3' })).toEqual({})
  expect(find({ regCertNo: '123' })).toEqual({ regCertNo: 'papers.refusals.regNo' })
  expect(find({ registeredOn: '2026-03-02' })).toEqual({ registeredOn: 'papers.refusals.applyLater' })
})

test('the form is lacking until the office has registered the car', () => {
  expect(registrationLacks(undefined)).toEqual(['registration'])
  expect(registrationLacks({ registeredOn: null })).toEqual(['registration'])
  expect(registrationLacks({ registeredOn: '2026-03-01' })).toEqual([])
})

test('other papers that say something else are a hint, once there is a registration to compare', () => {
  const others = { mortgageRegNo: '220000000123', insured: ['周凯', '李敏'] }
  expect(hintsOf({ ...right, registeredOn: null }, others)).toEqual([])
  expect(hintsOf(right, others)).toEqual(['mortgageRegNo', 'insured'])
  expect(hintsOf(right, { mortgageRegNo: right.regCertNo, insured: ['周凯', null] })).toEqual([])
  expect(hintsOf(right, { mortgageRegNo: null, insured: [] })).toEqual([])
})

import { roleCodes } from './roles.ts'
import { workToday } from './work-today.ts'

test('each role says what its people can do today, by their permissions', () => {
  expect(workToday('entry_clerk')).toEqual(['intake', 'entry'])
  expect(workToday('shop_user')).toEqual(['intake'])
  expect(workToday('pre_reviewer')).toEqual(['preReview'])
  expect(workToday('risk_officer')).toEqual(['riskReview'])
  expect(workToday('risk_manager')).toEqual(['riskReview', 'scenes'])
  expect(workToday('dd_officer')).toEqual(['visits'])
  expect(workToday('contract_clerk')).toEqual(['contracts', 'cards'])
  expect(workToday('cashier')).toEqual(['orders'])
  expect(workToday('admin')).toContain('administration')
})

test('nobody is offered who can do nothing', () => {
  expect(roleCodes.filter((role) => workToday(role).length === 0)).toEqual([])
})

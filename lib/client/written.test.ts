import { releases } from '../domains/releases/contract.ts'
import { settleAccounts } from '../domains/settle-accounts/contract.ts'
import { setWritten, tellWritten, tellWrittenOnce } from './written.ts'

const told: string[] = []
beforeEach(() => {
  told.length = 0
  setWritten((subject) => told.push(subject))
})
afterAll(() => setWritten(undefined))

test('a call that leaves something to a second person makes old what is shown of that too', () => {
  tellWritten(releases.make)
  expect(told).toEqual(['order', 'change'])
  tellWritten(settleAccounts.save)
  expect(told.slice(2)).toEqual(['account', 'change'])
})

test('a call that proposes nothing tells of its own subject alone, and many in a row each subject once', async () => {
  tellWritten(releases.back)
  expect(told).toEqual(['order'])
  await tellWrittenOnce(async () => {
    for (const _each of [1, 2]) tellWritten(releases.make)
  })
  expect(told.slice(1)).toEqual(['order', 'change'])
})

import { inTenant } from '../../../platform/db/client.ts'
import { addDays, addMonths } from '../../../rules/business-date.ts'
import { releasedLoan, wireBank } from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { loans } from '../contract.ts'
import { readLoanRows } from './loan-rows.ts'
import { syncLoan } from './project-loan.ts'

let backend: TestBackend
let loanId: number
beforeAll(async () => {
  backend = await openTestBackend({ background: false })
  wireBank()
  loanId = await releasedLoan(backend)
}, 60_000)
afterAll(() => backend.close())

const list = (input: Record<string, unknown>) => backend.as('finance_checker').call(loans.list, input)

test('the list as of a day before shows the figures of then, and only loans that there were', async () => {
  const now = new Date()
  const [loan] = (await list({})).data
  if (!loan?.nextDueDate) throw new Error('there is no loan that comes due')
  const due = loan.nextDueDate
  const late = addDays(due, 40)
  const by = { actor: { id: 0 }, now }
  await inTenant(1, () => syncLoan(loanId, { today: late, openFrom: late }, by))
  const call = { today: late } as Parameters<typeof readLoanRows>[1]
  const [today] = await inTenant(1, () => readLoanRows([loanId], call, undefined))
  expect(today).toMatchObject({ dpd: 40, status: '逾期' })
  const [then] = await inTenant(1, () => readLoanRows([loanId], call, addDays(due, -1)))
  expect(then).toMatchObject({ dpd: 0, status: '还款中', nextDueDate: due, paidPeriods: 0 })
  const [between] = await inTenant(1, () => readLoanRows([loanId], call, addDays(due, 10)))
  expect(between).toMatchObject({ dpd: 10, bucket: 'M1' })
  expect((await list({ asOf: addMonths(loan.valueDate, -1) })).data).toEqual([])
})

test('what is only known of today is refused as a filter or an order of another day', async () => {
  const refused = { status: 400, body: { fields: { asOf: expect.any(String) } } }
  const ask = (input: Record<string, unknown>) => backend.as('finance_checker').send(loans.list, input)
  const asOf = '2026-01-01'
  expect(await ask({ asOf, bucket: 'M1' })).toMatchObject(refused)
  expect(await ask({ asOf, sort: 'dpd:desc' })).toMatchObject(refused)
  expect(await ask({ asOf, status: ['逾期'] })).toMatchObject(refused)
})

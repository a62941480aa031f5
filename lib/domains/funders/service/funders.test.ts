import { eq } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { minus, sum } from '../../../rules/money.ts'
import { changeFunder } from '../../capital/service/testing.ts'
import { loanAccount } from '../../loans/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { openReleases, releasedLoan } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { funders } from '../contract.ts'
import { addedFunder, approvedFunder, approveTerms, funderNow, funderTerms } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const manager = () => backend.as('capital_mgr')
const now = (capitalId: number) => manager().call(funders.get, { capitalId })
const flowsOf = async (capitalId: number) =>
  (await manager().call(funders.flows, { capitalId, length: 100, sort: 'createdAt:asc' })).data

describe('terms of a funder', () => {
  test('are in force when a second person has agreed, and not before', async () => {
    const { id } = await addedFunder(backend)
    expect(await now(id)).toMatchObject({ status: '停用', creditLimit: null, checking: true })
    await approveTerms(backend, id)
    expect(await now(id)).toMatchObject({
      ...{ status: '启用', creditLimit: '1000000.00', aprCap: '0.2400', left: '1000000.00' },
      ...{ used: '0.00', shareRatio: null, checking: false },
    })
  })

  test('wait once, are refused by field, and end with the funder', async () => {
    const { id } = await approvedFunder(backend)
    const change = async (terms: object) =>
      manager().send(funders.changeTerms, {
        id,
        rowVersion: (await funderNow(id)).rowVersion,
        ...funderTerms,
        ...terms,
        reason: '调整',
        eventId: newEvent(),
      })
    expect(await change({})).toMatchObject({ status: 422 })
    expect(await change({ coopMode: '联合' })).toMatchObject({
      body: { fields: { shareRatio: expect.any(String) } },
    })
    expect(await change({ coopMode: '自营' })).toMatchObject({
      body: { fields: { coopMode: expect.any(String) } },
    })
    expect(await change({ dailyLimit: '1000000.01' })).toMatchObject({
      body: { fields: { dailyLimit: expect.any(String) } },
    })
    expect(await change({ aprCap: '0.1800' })).toMatchObject({ status: 200 })
    expect(await change({ aprCap: '0.1500' })).toMatchObject({ status: 409 })
    const { rowVersion } = await funderNow(id)
    await manager().call(funders.stop, { id, rowVersion, reason: '不再合作', eventId: newEvent() })
    const { data } = await manager().call(changes.of, { kind: 'funderTerms', aboutId: id })
    expect(data.filter(({ state }) => state === 'waiting')).toEqual([])
    expect(await funderNow(id)).toMatchObject({ status: '停用', aprCap: '0.2400' })
  })

  test('that another change has overtaken are not what was checked', async () => {
    const on = await approvedFunder(backend)
    await manager().call(funders.changeTerms, {
      ...on,
      ...funderTerms,
      creditLimit: '5.00',
      dailyLimit: '',
      reason: '调整',
      eventId: newEvent(),
    })
    await changeFunder(on.id, { costRate: '0.0999' })
    await expect(approveTerms(backend, on.id)).rejects.toMatchObject({ status: 422 })
  })
})

test('what loans take of a limit and give back is what they owe, whoever writes them', async () => {
  const { id } = await approvedFunder(backend)
  const loanId = await releasedLoan(backend)
  const write = (values: Partial<typeof loanAccount.$inferInsert>) =>
    inTenant(1, () => db().update(loanAccount).set(values).where(eq(loanAccount.id, loanId)))
  const [{ principal } = { principal: '0' }] = await inTenant(1, () =>
    db().select({ principal: loanAccount.principal }).from(loanAccount).where(eq(loanAccount.id, loanId)),
  )
  const moves = async () => (await flowsOf(id)).map(({ kind, amount }) => [kind, amount])
  const agrees = async () => {
    const flows = await flowsOf(id)
    const { lent, used, left } = await now(id)
    expect(sum(flows.map(({ amount }) => amount))).toBe(lent)
    expect(flows.at(-1)?.lentAfter).toBe(lent)
    expect(left).toBe(minus('1000000.00', used))
  }
  // Another funder takes it over, of whose money all is.
  await write({ capitalId: id, ownPrincipal: '0.00' })
  await agrees()
  await write({ outstandingPrincipal: minus(principal, '1000.00') })
  await agrees()
  await write({ outstandingPrincipal: principal })
  await agrees()
  await write({ outstandingPrincipal: minus(principal, '500.00') })
  await write({ overdueAmount: '1.00' })
  await write({ status: '已撤销' })
  expect(await moves()).toEqual([
    ['released', principal],
    ['repaid', '-1000.00'],
    ['reversed', '1000.00'],
    ['repaid', '-500.00'],
    ['cancelled', minus('500.00', principal)],
  ])
  expect(await now(id)).toMatchObject({ lent: '0.00', left: '1000000.00' })
})

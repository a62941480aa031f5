import { eq, like, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import { minus, sum } from '../../../rules/money.ts'
import { channel, channelRate, shop } from '../../channels/table.ts'
import { glLine } from '../../ledger/table.ts'
import { loanAccount } from '../../loans/table.ts'
import { openings } from '../../openings/contract.ts'
import { openingNow, stepOf } from '../../openings/service/testing.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { product } from '../../products/table.ts'
import { approving, openReleases, releasedLoan } from '../../releases/service/testing.ts'
import { settleAccounts } from '../../settle-accounts/contract.ts'
import type { TestBackend } from '../../testing.ts'
import { balances } from '../contract.ts'
import { accountBalance } from '../table.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openReleases()
}, 60_000)
afterAll(() => backend.close())

const cashier = () => backend.as('cashier')
const all = async (by = 'cashier') => (await backend.as(by).call(balances.list, { length: 100 })).data
const of = async (name: string, kind: string) => {
  const row = (await all()).find((one) => one.ownerName === name && one.kind === kind)
  if (!row) throw new Error(`no ${kind} of ${name}`)
  return row
}
/** The balance of an account by the books. */
const booked = async (code: '2241.02' | '2241.03') => {
  const [row] = await inTenant(1, () =>
    db()
      .select({ off: sql<string>`coalesce(sum(${glLine.credit} - ${glLine.debit}), 0.00)` })
      .from(glLine)
      .where(eq(glLine.accountCode, code)),
  )
  return row?.off ?? ''
}
const kept = async (...kinds: string[]) =>
  sum((await all()).filter(({ kind }) => kinds.includes(kind)).map(({ balance }) => balance))
/** The books and the accounts say the same. */
async function agrees() {
  expect(await kept('deposit')).toBe(await booked('2241.03'))
  expect(await kept('rebate', 'commission')).toBe(await booked('2241.02'))
}
const shopOfLoan = async (loanId: number) => {
  const [row] = await inTenant(1, () =>
    db()
      .select({
        name: shop.name,
        channelName: channel.name,
        channelId: channel.id,
        principal: loanAccount.principal,
      })
      .from(loanAccount)
      .innerJoin(application, eq(application.id, loanAccount.orderId))
      .innerJoin(shop, eq(shop.id, application.shopId))
      .innerJoin(channel, eq(channel.id, shop.channelId))
      .where(eq(loanAccount.id, loanId)),
  )
  if (!row) throw new Error('the loan has no shop')
  return row
}
const approve = async (aboutId: number) => {
  const { data } = await cashier().call(changes.of, { kind: 'withdrawal', aboutId })
  const waits = data.find(({ state }) => state === 'waiting')
  if (!waits) throw new Error('nothing waits')
  return backend.as('finance_checker').send(changes.approve, approving(waits))
}

test('a top-up is a flow with its voucher, and the deposit is what the books say', async () => {
  const row = await of('示例车行一店', 'deposit')
  const { id, rowVersion } = row
  await cashier().call(balances.topUp, { id, rowVersion, amount: '50000', reference: 'BANK1' })
  expect(await of('示例车行一店', 'deposit')).toMatchObject({ balance: '50000.00', available: '50000.00' })
  const { data } = await cashier().call(balances.flows, { balanceId: id })
  expect(data).toMatchObject([
    {
      kind: 'top_up',
      amount: '50000.00',
      balanceAfter: '50000.00',
      reference: 'BANK1',
      voucherNo: expect.stringMatching(/^记-/),
    },
  ])
  await agrees()
  const wrong = await cashier().send(balances.topUp, {
    id,
    rowVersion: rowVersion + 1,
    amount: '0',
    reference: 'x',
    eventId: newEvent(),
  })
  expect(wrong.status).toBe(400)
})

test('a rebate is accrued with its release, and the channel has its part by the agreement of the product', async () => {
  const first = await releasedLoan(backend)
  const { name, channelName, channelId, principal } = await shopOfLoan(first)
  const one = await of(name, 'rebate')
  expect(Number(one.balance)).toBeGreaterThan(0)
  await agrees()
  const before = await of(channelName, 'commission')
  await inTenant(1, async () => {
    const all = await db().select({ code: product.code }).from(product)
    for (const productCode of new Set(all.map(({ code }) => code)))
      await db()
        .insert(channelRate)
        .values({ channelId, productCode, rebateRate: '0.0200', commissionRate: '0.0050' })
  })
  const second = await releasedLoan(backend)
  const at = await shopOfLoan(second)
  expect(at.channelId).toBe(channelId)
  const rebate = minus((await of(at.name, 'rebate')).balance, at.name === name ? one.balance : '0.00')
  const commission = minus((await of(channelName, 'commission')).balance, before.balance)
  expect([Number(rebate), Number(commission)]).toEqual([
    Number((Number(at.principal) * 0.02).toFixed(2)),
    Number((Number(at.principal) * 0.005).toFixed(2)),
  ])
  expect(principal).toMatch(/\d/)
  await agrees()
  await inTenant(1, () => db().delete(channelRate))
})

test('a withdrawal beyond what is free is refused, twice at once, and waits to be checked', async () => {
  const { id, rowVersion } = await of('示例车行一店', 'deposit')
  const [account] = await cashier().call(balances.payees, { balanceId: id })
  if (!account) throw new Error('the shop has no account')
  const ask = (amount: string, version = rowVersion) =>
    cashier().send(balances.withdraw, {
      id,
      rowVersion: version,
      amount,
      accountId: account.id,
      reason: '退保证金',
      eventId: newEvent(),
    })
  expect(await ask('50000.01')).toMatchObject({ status: 422, body: { code: 'balances.refusals.notFree' } })
  const both = await Promise.all([ask('30000'), ask('30000')])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const waits = await of('示例车行一店', 'deposit')
  expect(waits).toMatchObject({ balance: '50000.00', frozen: '30000.00', available: '20000.00' })
  expect((await ask('20000.01', waits.rowVersion)).status).toBe(422)
  expect((await approve(id)).status).toBe(200)
  expect(await of('示例车行一店', 'deposit')).toMatchObject({ balance: '20000.00', frozen: '0.00' })
  const { data } = await cashier().call(balances.flows, { balanceId: id })
  expect(data[0]).toMatchObject({ kind: 'withdrawal', amount: '-30000.00', balanceAfter: '20000.00' })
  await agrees()
})

test('a channel is paid to an account that was audited, and to none that was stopped since', async () => {
  const { id, channelId } = await inTenant(1, async () => {
    const [row] = await db()
      .select({ id: accountBalance.id, channelId: channel.id })
      .from(accountBalance)
      .innerJoin(channel, eq(channel.id, accountBalance.channelId))
      .where(eq(accountBalance.kind, 'deposit'))
      .limit(1)
    return { id: row?.id ?? 0, channelId: row?.channelId ?? 0 }
  })
  const payees = () => cashier().call(balances.payees, { balanceId: id })
  const versionOf = async () => (await all()).find((one) => one.id === id)?.rowVersion ?? 0
  const values = {
    channelId,
    accountKind: 'payee' as const,
    holderName: '示例渠道有限公司',
    accountNo: '9999990000000777',
    bankName: '示例银行',
    isCorporate: true,
  }
  const { id: accountId } = await cashier().call(settleAccounts.save, values)
  const check = async (kind: string, aboutId: number) => {
    const { data } = await cashier().call(changes.of, { kind: kind as 'account', aboutId })
    const waits = data.find(({ state }) => state === 'waiting')
    if (!waits) throw new Error('nothing waits')
    return backend.as('finance_checker').send(changes.approve, approving(waits))
  }
  await cashier().call(balances.topUp, {
    id,
    rowVersion: await versionOf(),
    amount: '90',
    reference: 'BANK8',
  })
  const ask = async () =>
    cashier().send(balances.withdraw, {
      id,
      rowVersion: await versionOf(),
      amount: '30',
      accountId,
      reason: '退保证金',
      eventId: newEvent(),
    })
  expect(await payees()).toEqual([])
  expect(await ask()).toMatchObject({ status: 400, body: { fields: { accountId: expect.any(String) } } })
  expect((await check('account', accountId)).status).toBe(200)
  expect(await payees()).toMatchObject([{ id: accountId }])
  expect((await ask()).status).toBe(200)
  expect((await check('withdrawal', id)).status).toBe(200)
  // A change that waits leaves the old number in force; another one ends what was asked for the old.
  const accountNow = async () =>
    (await cashier().call(settleAccounts.list, { ownerKind: 'channel' })).data.find(
      (one) => one.id === accountId,
    )
  expect(await accountNow()).toMatchObject({
    status: '已通过',
    ownerKind: 'channel',
    createdByName: expect.any(String),
  })
  const { rowVersion = 0 } = (await accountNow()) ?? {}
  await cashier().call(settleAccounts.save, {
    ...values,
    id: accountId,
    rowVersion,
    accountNo: '9999990000000778',
  })
  expect(await payees()).toMatchObject([{ id: accountId, name: expect.stringContaining('0777') }])
  expect((await ask()).status).toBe(200)
  expect((await check('account', accountId)).status).toBe(200)
  const refused = await check('withdrawal', id)
  expect(JSON.stringify(refused.body)).toContain('收款账户已停用或已变更')
  await agrees()
})

test('a shop with money on its account is not closed', async () => {
  const { data } = await backend.as('risk_manager').call(openings.list, { kind: 'channel' })
  const row = data.find(({ name }) => name === '示例渠道乙')
  if (!row) throw new Error('no channel')
  const { id, rowVersion } = await of('示例渠道乙', 'deposit')
  await cashier().call(balances.topUp, { id, rowVersion, amount: '1', reference: 'BANK2' })
  // Its shops are looked at first.
  expect(await stepOf(backend, 'risk_manager', 'close', row.id)).toMatchObject({ status: 422 })
  expect((await openingNow(backend, row.id)).balances).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ kind: 'deposit', balance: '1.00' })]),
  )
})

test('a shop sees its own accounts alone, and nobody changes what moved', async () => {
  const seen = await all('shop_user')
  expect(new Set(seen.map(({ ownerName }) => ownerName))).toEqual(new Set(['示例车行一店']))
  const other = await of('示例车行二店', 'rebate')
  expect((await backend.as('shop_user').call(balances.flows, { balanceId: other.id })).total).toBe(0)
  const change = inTenant(1, () =>
    db().execute(sql`update balance_flow set amount = 1 where ${like(sql`reference`, 'BANK%')}`),
  )
  await expect(change).rejects.toThrow()
})

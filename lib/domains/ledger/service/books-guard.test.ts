import { and, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { loanAccount, repayPlan } from '../../loans/table.ts'
import {
  bankSays,
  openGates,
  openReleases,
  paid,
  sendPayment,
  waitingOrders,
} from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { type GlAccount, type GlEvent, glAccountCodes } from '../rules/ledger.ts'
import { glAccount, glLine, glPeriod, glVoucher } from '../table.ts'

/** The books refuse what no verb does, also when the application itself asks for it. */

let backend: TestBackend
let orderId = 0
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
  orderId = (await waitingOrders(backend))[0] ?? 0
  await openGates(orderId)
  await sendPayment(backend, orderId)
  await bankSays(orderId, paid())
}, 60_000)
afterAll(() => backend.close())

const postedVoucher = async () => {
  const [voucher] = await db().select().from(glVoucher).where(eq(glVoucher.orderId, orderId)).limit(1)
  if (!voucher) throw new Error('nothing is posted')
  return voucher
}

let number = 0
const bizDate = '2026-01-01'
const newVoucher = async (event: GlEvent, reversedOf: number | null, day = bizDate) => {
  number += 1
  const [made] = await db()
    .insert(glVoucher)
    .values({
      voucherNo: `GUARD-${number}`,
      event,
      bizDate: day,
      refType: 'voucher',
      refId: number,
      orderId,
      reversedOf,
      createdBy: 1,
    })
    .returning({ id: glVoucher.id })
  return made?.id ?? 0
}

const addLines = (voucherId: number, account: GlAccount) =>
  db()
    .insert(glLine)
    .values([
      { voucherId, accountCode: account, debit: '1.00', credit: '0.00', bizDate, createdBy: 1 },
      { voucherId, accountCode: account, debit: '0.00', credit: '1.00', bizDate, createdBy: 1 },
    ])

test('a posted voucher takes no more lines, though they balance', async () => {
  const adding = inTenant(1, async () => addLines((await postedVoucher()).id, '1002'))
  await expect(adding).rejects.toMatchObject({ cause: { message: expect.stringContaining('is posted') } })
})

test('an account that is not in the chart is refused, each of the chart is taken', async () => {
  const posting = (account: GlAccount) =>
    inTenant(1, async () => addLines(await newVoucher('E06', null), account))
  await expect(posting('9999' as GlAccount)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('gl_line_account') },
  })
  for (const account of glAccountCodes) await posting(account)
})

test('off the books a line stands alone, on them none does', async () => {
  const posting = (accountCode: GlAccount) =>
    inTenant(1, async () =>
      db()
        .insert(glLine)
        .values({
          voucherId: await newVoucher('E17', null),
          accountCode,
          debit: '1.00',
          credit: '0.00',
          bizDate,
          createdBy: 1,
        }),
    )
  await expect(posting('2241.04')).rejects.toMatchObject({
    cause: { message: expect.stringContaining('does not balance') },
  })
  await posting('7002')
})

test('a reversal names what it reverses, and nothing else does', async () => {
  const posting = (event: GlEvent, reversedOf: number | null) =>
    inTenant(1, async () => addLines(await newVoucher(event, reversedOf), '1002'))
  const refusal = { cause: { message: expect.stringContaining('gl_voucher_reversal') } }
  await expect(posting('E22', null)).rejects.toMatchObject(refusal)
  const { id } = await inTenant(1, postedVoucher)
  await expect(posting('E06', id)).rejects.toMatchObject(refusal)
  await posting('E22', id)
})

describe('a period', () => {
  const move = (month: string, state: 'open' | 'closed') =>
    db().update(glPeriod).set({ state }).where(eq(glPeriod.month, month))
  const postOn = async (day: string) => addLines(await newVoucher('E06', null, day), '1002')
  const refusal = { cause: { message: expect.stringContaining('is closed') } }
  afterEach(() => inTenant(1, () => db().update(glPeriod).set({ state: 'open' })))

  test('that is closed takes no voucher, nor does any before it; the next one does', async () => {
    await inTenant(1, () => postOn('2020-03-31'))
    await inTenant(1, () => move('2020-03', 'closed'))
    await expect(inTenant(1, () => postOn('2020-03-31'))).rejects.toMatchObject(refusal)
    await expect(inTenant(1, () => postOn('2020-01-15'))).rejects.toMatchObject(refusal)
    await inTenant(1, () => postOn('2020-04-01'))
    await inTenant(1, () => move('2020-03', 'open'))
    await inTenant(1, () => postOn('2020-03-31'))
  })

  /** Two transactions: the second one begins when the first has done its part, and the first ends when told. */
  const race = async (first: () => Promise<unknown>, second: () => Promise<unknown>) => {
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const one = inTenant(1, async () => {
      await first()
      done()
      await mayEnd
    })
    await isDone
    const two = inTenant(1, second)
    const ended = await Promise.race([
      two.then(
        () => true,
        () => true,
      ),
      new Promise((resolve) => setTimeout(resolve, 200)),
    ])
    expect(ended).not.toBe(true)
    end()
    await one
    return two
  }

  test('is closed behind a posting that began before', async () => {
    await inTenant(1, () => postOn('2020-05-02'))
    await race(
      () => postOn('2020-05-03'),
      () => move('2020-05', 'closed'),
    )
  })

  test('that is just being closed refuses the posting that came second', async () => {
    await inTenant(1, () => postOn('2020-06-02'))
    const second = race(
      () => move('2020-06', 'closed'),
      () => postOn('2020-06-03'),
    )
    await expect(second).rejects.toMatchObject(refusal)
  })
})

test('an account of the chart is renamed, and neither removed nor turned into another one', async () => {
  const of1002 = eq(glAccount.code, '1002')
  await inTenant(1, () => db().update(glAccount).set({ name: '银行' }).where(of1002))
  const stays = { cause: { message: expect.stringContaining('stays') } }
  await expect(inTenant(1, () => db().delete(glAccount).where(of1002))).rejects.toMatchObject(stays)
  const turn = inTenant(1, () => db().update(glAccount).set({ normalSide: 'credit' }).where(of1002))
  await expect(turn).rejects.toMatchObject(stays)
})

test('the live rows of a plan repay the principal of their loan', async () => {
  const raise = inTenant(1, async () => {
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.orderId, orderId))
    await db()
      .insert(repayPlan)
      .values({
        loanId: loan?.id ?? 0,
        periodNo: 900,
        kind: 'balloon',
        startDate: '2026-01-01',
        dueDate: '2026-02-01',
        principal: '0.01',
        interest: '0.00',
        amount: '0.01',
        balanceAfter: '0.00',
        createdBy: 1,
      })
  })
  await expect(raise).rejects.toThrow(/the plan of loan \d+ repays/)
  const drop = inTenant(1, async () => {
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.orderId, orderId))
    await db()
      .update(repayPlan)
      .set({ status: '已作废' })
      .where(and(eq(repayPlan.loanId, loan?.id ?? 0), eq(repayPlan.periodNo, 1)))
  })
  await expect(drop).rejects.toThrow(/the plan of loan \d+ repays/)
  const remove = inTenant(1, async () => {
    const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.orderId, orderId))
    await db()
      .delete(repayPlan)
      .where(eq(repayPlan.loanId, loan?.id ?? 0))
  })
  await expect(remove).rejects.toMatchObject({ cause: { message: expect.stringContaining('reversed') } })
})

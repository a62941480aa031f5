import { readFileSync } from 'node:fs'
import { asc, eq, sql } from 'drizzle-orm'
import { changes } from '../../../platform/changes/contract.ts'
import { asOwner, db, inTenant } from '../../../platform/db/client.ts'
import type { Connection } from '../../../platform/db/engine.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { addMonths, businessDate, daysBetween } from '../../../rules/business-date.ts'
import { minus, sum } from '../../../rules/money.ts'
import { glLine, glVoucher } from '../../ledger/table.ts'
import {
  approving,
  bankSays,
  changeOf,
  makeRelease,
  openGates,
  paid,
  waitingOrders,
  wireBank,
} from '../../releases/service/testing.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { fenOf } from '../rules/exact.ts'
import type { FactKind } from '../rules/facts.ts'
import { loanAccount, loanFact, repayPlan } from '../table.ts'
import { checkBooks } from './check-books.ts'
import type { NewFact } from './loan-facts.ts'
import { bookFact, syncLoan } from './project-loan.ts'

/** A loan of the database is what its facts say, also when they come late or are taken back. */

let backend: TestBackend
beforeAll(async () => {
  // Nobody sends: the test says what the bank did.
  backend = await openTestBackend({ outbox: false })
  wireBank()
}, 60_000)
afterAll(() => backend.close())

const today = businessDate(new Date())
const by = systemCall(1, new Date())

/** A loan that its bank paid today. */
async function released(): Promise<number> {
  const [orderId = 0] = await waitingOrders(backend)
  await openGates(orderId)
  await makeRelease(backend, orderId)
  await backend
    .as('finance_checker')
    .call(changes.approve, approving(await changeOf(backend, 'release', orderId)))
  await bankSays(orderId, paid())
  const [loan] = await inTenant(1, () =>
    db().select().from(loanAccount).where(eq(loanAccount.orderId, orderId)),
  )
  if (!loan) throw new Error('no loan was made')
  // Everything that nobody registered before the release is owed.
  const { feeDue } = await inTenant(1, () => syncLoan(loan.id, { today, openFrom: today }, by))
  if (feeDue > 0) await book(loan.id, { kind: 'receipt', valueDate: today, amount: feeDue }, 0)
  return loan.id
}

const loanOf = async (id: number) => {
  const [loan] = await inTenant(1, () => db().select().from(loanAccount).where(eq(loanAccount.id, id)))
  const plan = await inTenant(1, () =>
    db().select().from(repayPlan).where(eq(repayPlan.loanId, id)).orderBy(asc(repayPlan.id)),
  )
  if (!loan) throw new Error('the loan is gone')
  return { loan, plan }
}

let events = 0
const book = <K extends FactKind>(
  loanId: number,
  fact: Omit<NewFact<K>, 'eventId' | 'checkedBy'>,
  months: number,
  openFrom = today,
) => {
  events += 1
  const whole = { ...fact, eventId: `test:${events}`, checkedBy: null } as NewFact<K>
  const days = { today: addMonths(today, months), openFrom }
  return inTenant(1, () => bookFact(loanId, whole, days, by))
}

const differences = async () => (await checkBooks()).differences

const balanceOf = async (loanId: number, account: '1531.01' | '1132') => {
  const [row] = await inTenant(1, () =>
    db()
      .select({ balance: sql<string>`coalesce(sum(${glLine.debit} - ${glLine.credit}), 0)::text` })
      .from(glLine)
      .where(sql`${glLine.loanId} = ${loanId} and ${glLine.accountCode} = ${account}`),
  )
  return row?.balance
}

test('a release is the first fact of its loan, and the books are what it says', async () => {
  const id = await released()
  const facts = await inTenant(1, () =>
    db().select().from(loanFact).where(eq(loanFact.loanId, id)).orderBy(asc(loanFact.factNo)),
  )
  expect(facts[0]).toMatchObject({ factNo: 1, kind: 'release', valueDate: today })
  expect(await differences()).toEqual([])
})

test('a fact is never changed, and one event is one fact', async () => {
  const id = await released()
  const changing = inTenant(1, () =>
    db().update(loanFact).set({ valueDate: '2020-01-01' }).where(eq(loanFact.loanId, id)),
  )
  await expect(changing).rejects.toThrow()
  const [first] = await inTenant(1, () => db().select().from(loanFact).where(eq(loanFact.loanId, id)))
  const again = inTenant(1, () =>
    bookFact(
      id,
      { kind: 'receipt', amount: 1, eventId: first?.eventId ?? '', valueDate: today, checkedBy: null },
      { today, openFrom: today },
      by,
    ),
  )
  await expect(again).rejects.toMatchObject({
    cause: { message: expect.stringContaining('loan_fact_once') },
  })
})

test('columns, plan and postings follow from the facts; a late one mirrors what it changes, and again nothing', async () => {
  const id = await released()
  const { plan } = await loanOf(id)
  const [first, second] = plan
  if (!first || !second) throw new Error('a plan has rows')
  const third = sum([second.amount, '1.00'])
  await book(id, { kind: 'receipt', valueDate: first.dueDate, amount: fenOf(first.amount) }, 2)
  const before = await loanOf(id)
  // Of a release behind the 28th the second rent is due a day or more before two months are over.
  const foldedTo = addMonths(today, 2)
  expect(before.loan).toMatchObject({ foldedTo, dpd: daysBetween(second.dueDate, foldedTo) })
  expect(before.plan[0]).toMatchObject({ status: '已还清', paidPrincipal: first.principal })
  expect(await balanceOf(id, '1531.01')).toBe(before.loan.outstandingPrincipal)
  expect(await differences()).toEqual([])

  // Paid late, in one sum; then it turns out that the second rent had come on its day.
  await book(id, { kind: 'receipt', valueDate: addMonths(second.dueDate, 1), amount: fenOf(third) }, 4)
  await book(id, { kind: 'receipt', valueDate: second.dueDate, amount: fenOf(second.amount) }, 4)
  expect((await loanOf(id)).plan[1]).toMatchObject({ status: '已还清', penalty: '0.00', overdueDays: 0 })
  expect(await differences()).toEqual([])
  const mirrors = await inTenant(1, () =>
    db()
      .select()
      .from(glVoucher)
      .where(sql`${glVoucher.event} = 'E22' and ${glVoucher.orderId} = ${before.loan.orderId}`),
  )
  expect(mirrors.length).toBeGreaterThan(0)
  const count = () => inTenant(1, () => db().$count(glVoucher))
  const posted = await count()
  await inTenant(1, () => syncLoan(id, { today: addMonths(today, 4), openFrom: today }, by))
  expect(await count()).toBe(posted)
})

test('a prepayment makes a second plan, and its reversal brings the first back', async () => {
  const id = await released()
  const { loan, plan } = await loanOf(id)
  const [first] = plan
  if (!first) throw new Error('a plan has rows')
  await book(id, { kind: 'receipt', valueDate: first.dueDate, amount: fenOf(first.amount) }, 1)
  const part = '5000.00'
  const way = { way: 'reduce', from: 'cash', feeRate: 0 } as const
  await book(id, { kind: 'prepayment', valueDate: first.dueDate, amount: fenOf(part), ...way }, 1)
  const after = await loanOf(id)
  expect(after.loan.planVersion).toBe(2)
  expect(after.loan.outstandingPrincipal).toBe(minus(minus(loan.principal, first.principal), part))
  expect(await differences()).toEqual([])
  const [prepayment] = await inTenant(1, () =>
    db().select().from(loanFact).where(sql`${loanFact.loanId} = ${id} and ${loanFact.kind} = 'prepayment'`),
  )
  await book(id, { kind: 'reversal', valueDate: first.dueDate, of: prepayment?.factNo ?? 0 }, 1)
  const back = await loanOf(id)
  expect(back.loan).toMatchObject({
    planVersion: 1,
    outstandingPrincipal: minus(loan.principal, first.principal),
  })
  expect(back.plan.filter(({ planVersion, status }) => planVersion === 2 && status !== '已作废')).toEqual([])
  expect(await differences()).toEqual([])
})

test('a closed period stays as it was: what changes it is posted on the first open day', async () => {
  const id = await released()
  const { plan, loan } = await loanOf(id)
  const [first] = plan
  if (!first) throw new Error('a plan has rows')
  await inTenant(1, () => syncLoan(id, { today: addMonths(today, 2), openFrom: today }, by))
  const openFrom = addMonths(today, 2)
  await book(id, { kind: 'receipt', valueDate: first.dueDate, amount: fenOf(first.amount) }, 2, openFrom)
  const vouchers = await inTenant(1, () =>
    db().select().from(glVoucher).where(eq(glVoucher.orderId, loan.orderId)).orderBy(asc(glVoucher.id)),
  )
  expect(vouchers.at(-1)).toMatchObject({ bizDate: openFrom })
  expect(await differences()).toEqual([])
})

test('the proof of the books finds what somebody changed', async () => {
  const id = await released()
  await inTenant(1, () => syncLoan(id, { today: addMonths(today, 1), openFrom: today }, by))
  await inTenant(1, () =>
    db().update(loanAccount).set({ depositBalance: '0.01' }).where(eq(loanAccount.id, id)),
  )
  await inTenant(1, () =>
    db()
      .update(repayPlan)
      .set({ paidFee: '3.00' })
      .where(sql`${repayPlan.loanId} = ${id} and ${repayPlan.periodNo} = 1`),
  )
  const { loan } = await loanOf(id)
  expect((await differences()).map(({ loanNo, what, stored }) => [loanNo, what, stored])).toEqual([
    [loan.loanNo, 'depositBalance', '0.01'],
    [loan.loanNo, 'plan 1 1 rent paidFee', '3.00'],
  ])
  await inTenant(1, () => syncLoan(id, { today: addMonths(today, 1), openFrom: today }, by))
  expect(await differences()).toEqual([])
})

test('loans that were released before get the facts and terms that a release writes now', async () => {
  const id = await released()
  const kept = async (connection: Connection) => {
    const { rows } =
      await connection.exec(`SELECT f.details, f.value_date, f.kind, f.event_id, f.checked_by, l.terms
      FROM loan_fact f JOIN loan_account l ON l.tenant_id = f.tenant_id AND l.id = f.loan_id
      WHERE f.fact_no = 1 ORDER BY f.loan_id`)
    return rows as Kept[]
  }
  type Kept = { details: { rent: number; overpaid: number }; terms: { prepay?: unknown } }
  // Everything that was posted as one is told as one, and the rule of prepayments is kept since a later version.
  const inOne = (rows: Kept[]) =>
    rows.map(({ details: { rent, overpaid, ...details }, terms: { prepay: _, ...terms }, ...row }) => ({
      ...row,
      terms,
      details: { ...details, overpaid: rent + overpaid },
    }))
  class Undone extends Error {}
  const migrating = asOwner(async (connection) => {
    const walls = (force: string) =>
      ['loan_fact', 'loan_account'].map((name) => `ALTER TABLE ${name} ${force} ROW LEVEL SECURITY`).join(';')
    await connection.exec(walls('NO FORCE'))
    const before = await kept(connection)
    expect(before.length).toBeGreaterThan(0)
    await connection.exec(`ALTER TABLE loan_fact DISABLE TRIGGER loan_fact_stays; DELETE FROM loan_fact;
      UPDATE loan_account SET terms = NULL`)
    await connection.exec(readFileSync('lib/platform/db/migrations/0101_release_facts.sql', 'utf8'))
    await connection.exec(walls('NO FORCE'))
    expect(inOne(await kept(connection))).toEqual(inOne(before))
    throw new Undone()
  })
  await expect(migrating).rejects.toThrow(Undone)
  expect((await loanOf(id)).loan.terms).not.toBeNull()
})

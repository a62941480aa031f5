import { and, eq } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { post, reverse } from '../../ledger/service/post.ts'
import { glVoucher } from '../../ledger/table.ts'
import { checkBooks } from '../../loans/service/check-books.ts'
import { loanAccount } from '../../loans/table.ts'
import { openReleases, releasedLoan } from '../../releases/service/testing.ts'
import type { TestBackend } from '../../testing.ts'
import { type Correction, correctBooks } from './correct-books.ts'

/** A loan of a version before, whose fees and deposit were debited to the bank. */

let backend: TestBackend
let loanId = 0
beforeAll(async () => {
  backend = await openReleases({ outbox: false })
  loanId = await releasedLoan(backend)
  await inTenant(1, asBefore)
}, 60_000)
afterAll(() => backend.close())

async function asBefore() {
  const [loan] = await db().select().from(loanAccount).where(eq(loanAccount.id, loanId))
  if (!loan) throw new Error('there is no loan')
  const by = systemCall(1, new Date())
  const { orderId, disbursementId: refId } = loan
  const source = { refType: 'disbursement', refId, orderId, loanId } as const
  // Everything that is mirrored stands no more: its place is taken by what a version before would have posted.
  await reverse(source, businessDate(new Date()), by)
  await post(
    {
      event: 'E02',
      lines: [
        { account: '1002', debit: '50.00', credit: '0.00' },
        { account: '2241.01', debit: '0.00', credit: '50.00' },
      ],
    },
    { ...source, refType: 'loan', refId: loanId, bizDate: loan.valueDate, entryKey: 'E02:1', entryNo: 1 },
    by,
  )
}

const vouchers = () => inTenant(1, () => db().$count(glVoucher, and(eq(glVoucher.refType, 'loan'))))

test('the command says first what it would post, then posts it, and then there is nothing left', async () => {
  expect((await checkBooks()).differences.length).toBeGreaterThan(0)
  const before = await vouchers()
  const trial: Correction[] = []
  const tried = await correctBooks(false, (one) => trial.push(one))
  expect(await vouchers()).toBe(before)
  expect(trial).toMatchObject([{ differences: [] }])
  expect(trial[0]?.posted.map(({ event }) => event)).toContain('E03')
  expect(trial[0]?.posted.filter(({ mirrors }) => mirrors !== null)).toHaveLength(1)
  const done: Correction[] = []
  expect(await correctBooks(true, (one) => done.push(one))).toEqual(tried)
  expect(done[0]?.posted.map(({ lines }) => lines)).toEqual(trial[0]?.posted.map(({ lines }) => lines))
  expect((await checkBooks()).differences).toEqual([])
  expect(await correctBooks(true, () => undefined)).toEqual({ loans: 0, vouchers: 0 })
})

import fc from 'fast-check'
import { releasePostings } from '../../ledger/rules/ledger.ts'
import { correctionOf, entryOf, type PostedEntry, releaseSides, voucherOf } from './books.ts'
import { dayOf, dayText, monthEnd, monthsLater } from './day.ts'
import { moneyOf, share, share3 } from './exact.ts'
import type { LoanFact, ReleaseAmounts } from './facts.ts'
import { foldLoan } from './fold.ts'
import { e1, history, termsOf } from './testing.ts'

const terms = termsOf(e1)
/** Without what month ends book. */
const plain = termsOf(e1, { accruesMonthly: false, provisions: null })
const posted = (facts: readonly LoanFact[], day: string, by = terms): PostedEntry[] =>
  foldLoan(by, facts, dayOf(day)).entries.map((entry, k) => ({ ...entry, voucherId: k + 1 }))

test('a receipt that comes late posts what is new and mirrors what no longer follows, both in the open period', () => {
  const book = history(e1).payThrough(1)
  book.pay('2025-06-20', '2700.00')
  const before = posted(book.facts, '2025-06-30', plain)
  // It was paid on the due day, and the bank said so a month later: no penalty was due.
  book.pay('2025-05-15', '2663.30')
  const after = foldLoan(plain, book.facts, dayOf('2025-06-30'))
  const { mirror, post } = correctionOf(before, after.entries, dayOf('2025-06-01'))
  const receipt = book.facts[2]?.id
  expect(mirror.map(({ of, entry }) => [of.key, entry.event, dayText(entry.day)])).toEqual([
    [`E07:${receipt}`, 'E22', '2025-06-20'],
  ])
  expect(post.map(({ key, day }) => [key, dayText(day)])).toEqual([
    // Its own day lies in a closed period.
    [`E07:${book.facts[3]?.id}`, '2025-06-01'],
    [`E07:${receipt}`, '2025-06-20'],
  ])
  expect(after.penaltyDue).toBe(0)
  // The third instalment was five days late.
  expect(after.prepaid).toBe(2700_00 - 2663_30 - 6_66)
})

test('a reversal mirrors its entry and all that followed from it', () => {
  const book = history(e1).payThrough(2)
  const before = posted(book.facts, '2025-06-14')
  const [, , second] = book.facts
  book.on('2025-06-14', 'reversal', { of: second?.id ?? 0 })
  const after = foldLoan(terms, book.facts, dayOf('2025-06-14'))
  const { mirror, post } = correctionOf(before, after.entries, dayOf('2025-06-01'))
  // The provision of the month end in the closed period is larger by the class and the balance.
  expect(mirror.map(({ of }) => of.key)).toEqual([`E07:${second?.id}`, `E13:${dayOf('2025-05-31')}`])
  expect(post.map(({ key }) => key)).toEqual([`E13:${dayOf('2025-05-31')}`])
  expect(after).toMatchObject({ dpd: 30, status: '逾期' })
})

test('a loan that its bank sent back leaves its receipt with us, and nothing else', () => {
  const book = history(e1).payThrough(1)
  book.on('2025-04-20', 'reversal', { of: 1 })
  const fold = foldLoan(terms, book.facts, dayOf('2025-04-30'))
  expect(fold).toMatchObject({ status: '已撤销', prepaid: 2663_30, instalments: [] })
  expect(fold.entries.map(({ lines }) => lines)).toEqual([
    [
      { account: '1002', fen: 2663_30 },
      { account: '2203', fen: -2663_30 },
    ],
  ])
})

test('interest beyond 90 days leaves the books and comes back when nothing is overdue', () => {
  const book = history(e1)
  const on = (day: string) => foldLoan(plain, book.facts, dayOf(day))
  const due = 516_00 + 503_12 + 490_16
  expect(on('2025-07-14')).toMatchObject({ dpd: 90, isAccruing: true, fiveClass: '关注', bucket: 'M3' })
  const stopped = on('2025-07-15')
  expect(stopped).toMatchObject({ dpd: 91, isAccruing: false, fiveClass: '次级', bucket: 'M4' })
  expect(stopped.accounts).toMatchObject({ '1132': 0, '7001': due + 477_12 })
  book.pay('2025-08-01', '20000.00')
  const back = on('2025-08-01')
  expect(back).toMatchObject({ dpd: 0, isAccruing: true })
  expect(back.accounts).toMatchObject({ '1132': 0, '7001': 0 })
  // The class follows after six clean months.
  book.payThrough(36, 5)
  expect(on('2026-01-31').fiveClass).toBe('次级')
  expect(on('2026-02-01').fiveClass).toBe('正常')
})

test('核销 and 核销后收回', () => {
  const book = history(e1).on('2025-12-20', 'write_off', {}).on('2026-02-01', 'recovery', { amount: 5000_00 })
  const fold = foldLoan(terms, book.facts, dayOf('2026-03-31'))
  expect(fold).toMatchObject({ status: '核销', recovered: 5000_00, bookPrincipal: 0 })
  const { accounts } = fold
  expect(accounts).toMatchObject({ '1531.01': 0, '1132': 0, '7001': 0, '1534': 0 })
  expect(accounts['6702']).toBe(86000_00 - 5000_00)
  expect(accounts['7003']).toBeGreaterThan(86000_00 - 5000_00)
})

test('代偿 is paid to the funder and comes back out of what the customer pays', () => {
  const book = history(e1, { ownPrincipal: 0 }).on('2025-07-10', 'compensation', {
    move: 'paid',
    amount: 3000_00,
  })
  const assisted = { ...terms, funder: { kind: 'assisted' as const, annualRate: 52_000 } }
  book.pay('2025-07-12', '2663.30')
  const fold = foldLoan(assisted, book.facts, dayOf('2025-07-12'))
  expect(fold.status).toBe('已代偿')
  expect(fold.accounts['1221.01']).toBe(3000_00 - 2663_30)
  expect(fold.accounts['2241.04']).toBe(0)
})

test('a release posts what lib/domains/ledger/rules/ledger says, line by line', () => {
  const fen = fc.integer({ min: 0, max: 100_000 })
  const figures = fc
    .record({
      cash: fen,
      keptService: fen,
      keptOther: fen,
      upfrontService: fen,
      upfrontOther: fen,
      part: fc.integer({ min: 0, max: 100 }),
      received: fc.integer({ min: 0, max: 100 }),
      deposit: fen,
      rent: fen,
      overpaid: fen,
      rebate: fen,
    })
    .map(({ part, received, ...rest }): ReleaseAmounts => {
      const principal = rest.cash + rest.keptService + rest.keptOther
      return {
        ...rest,
        principal,
        ownPrincipal: Math.floor((principal * part) / 100),
        feesReceived: Math.floor(((rest.upfrontService + rest.upfrontOther) * received) / 100),
      }
    })
  fc.assert(
    fc.property(figures, (amounts) => {
      const text = Object.fromEntries(Object.entries(amounts).map(([name, one]) => [name, moneyOf(one)]))
      const old = releasePostings(text as Parameters<typeof releasePostings>[0])
      const now = releaseSides(amounts)
        .map(([event, sides]) => entryOf(event, event, 0, 1, sides))
        .filter(({ lines }) => lines.length > 0)
        .map((entry) => {
          const { event, lines } = voucherOf(entry)
          return { event, lines }
        })
      expect(now).toEqual(old)
    }),
    { numRuns: 200 },
  )
})

test('days and shares are those of the calendar and of exact fractions', () => {
  for (const [date, end, half] of [
    ['2024-01-31', '2024-01-31', '2024-07-31'],
    ['2024-02-29', '2024-02-29', '2024-08-29'],
    ['2025-08-31', '2025-08-31', '2026-02-28'],
    ['2025-12-01', '2025-12-31', '2026-06-01'],
    ['1999-02-03', '1999-02-28', '1999-08-03'],
    ['2000-02-03', '2000-02-29', '2000-08-03'],
  ] as const) {
    expect(dayText(monthEnd(dayOf(date)))).toBe(end)
    expect(dayText(monthsLater(dayOf(date), 6))).toBe(half)
  }
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 0, max: 1e6 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 1e9 }),
      (a, b, c, den) => {
        const exact = (num: bigint) => Number((num * 2n + BigInt(den)) / (BigInt(den) * 2n))
        expect(share(a, b, den)).toBe(exact(BigInt(a) * BigInt(b)))
        expect(share3(a, b, c, den)).toBe(exact(BigInt(a) * BigInt(b) * BigInt(c)))
      },
    ),
  )
})

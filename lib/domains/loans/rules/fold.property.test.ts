import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { correctionOf, isOffBook, noBalances, type PostedEntry } from './books.ts'
import { countingFacts, type LoanFact } from './facts.ts'
import { foldLoan, foldTwice, type LoanFold } from './fold.ts'
import { type Life, lives } from './histories.fixture.ts'
import {
  amountLeft,
  funderPart,
  funderShare,
  interestLeft,
  ownInterest,
  principalLeft,
} from './instalment.ts'

const runs = { numRuns: propertyRuns }
const fold = ({ terms, facts, asOf }: Life, knownAt?: number) => foldLoan(terms, facts, asOf, knownAt)
const check = (property: (life: Life) => void) => fc.assert(fc.property(lives, property), runs)

const sumOf = <T>(all: readonly T[], of: (one: T) => number) => all.reduce((sum, one) => sum + of(one), 0)

/** Jest compares a loan a hundred times as slowly as Node: it is asked where they differ. */
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected)
}

/** Numbers of facts aside, which differ with the order of booking. */
const figures = ({
  accounts,
  instalments,
  prepaid,
  deposit,
  dpd,
  maxDpd,
  fiveClass,
  status,
  outstandingPrincipal,
}: LoanFold) => ({
  accounts,
  prepaid,
  deposit,
  dpd,
  maxDpd,
  fiveClass,
  status,
  outstandingPrincipal,
  instalments: instalments.map(({ origin, segments, ...one }) => ({
    ...one,
    segments: segments.map(({ from, to, base, penalty }) => ({ from, to, base, penalty })),
  })),
})

test('the order in which facts were booked changes nothing', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 1, max: 1_000_000 }), (life, seed) => {
      // Reversals name other facts, so they keep their places behind them.
      const counting = countingFacts(life.facts, Number.POSITIVE_INFINITY)
      const draw = (k: number) => ((k + 1) * seed * 7_919) % 1_000_003
      const ranks = counting.map((_, k) => draw(k)).sort((a, b) => a - b)
      const shuffled = counting
        .map((fact, k): LoanFact => ({ ...fact, id: ranks.indexOf(draw(k)) + 1, bookedAt: draw(k) }))
        .sort((a, b) => a.id - b.id)
      same(figures(fold({ ...life, facts: shuffled })), figures(fold(life)))
    }),
    runs,
  )
})

test('a reversal leaves what would be without the fact', () => {
  check((life) => {
    const counting = new Set(countingFacts(life.facts, Number.POSITIVE_INFINITY))
    const without = life.facts.filter((fact) => counting.has(fact))
    same(fold({ ...life, facts: without }), fold(life))
  })
})

test('what the customer paid is what was allocated, what waits and what went back', () => {
  check((life) => {
    const loan = fold(life)
    const own = (account: string) =>
      sumOf(loan.entries, ({ event, lines }) =>
        event === 'E07' || event === 'E09' || event === 'E20'
          ? sumOf(lines, (line) => (line.account === account ? line.fen : 0))
          : 0,
      )
    const refunded = sumOf(loan.entries, ({ event, lines }) =>
      event === 'E09'
        ? sumOf(lines, (l) => (l.account === '2401' || (l.account === '6021' && l.fen > 0) ? l.fen : 0))
        : 0,
    )
    const paidIn = own('1002') + own('2241.05') + own('2241.01') + refunded
    same(
      sumOf(loan.allocations, ({ amount }) => amount),
      paidIn - loan.prepaid,
    )
  })
})

test('every entry balances, has its own key, and comes of a known day', () => {
  check((life) => {
    const { entries, asOf } = fold(life)
    const keys = new Set(entries.map(({ key }) => key))
    same(keys.size, entries.length)
    for (const { lines, day } of entries) {
      same(
        sumOf(
          lines.filter(({ account }) => !isOffBook(account)),
          ({ fen }) => fen,
        ),
        0,
      )
      same(day <= asOf, true)
    }
  })
})

test('the books are the loan: each control account is the figure of its sub-ledger', () => {
  check((life) => {
    const { terms } = life
    const loan = fold(life)
    const { accounts, instalments, asOf } = loan
    const ppm = funderShare(terms)
    same(accounts['2203'], -loan.prepaid || 0)
    same(accounts['2241.01'], -loan.deposit || 0)
    for (const account of ['1531.01', '1132', '1122.01'] as const)
      same([account, accounts[account] >= 0], [account, true])
    if (loan.writtenOffOn !== null) {
      same([accounts['1531.01'], accounts['1132'], accounts['1122.01'], accounts['7001']], [0, 0, 0, 0])
      return
    }
    const ownPrincipal = sumOf(
      instalments,
      (one) =>
        principalLeft(one) - (one.funderP - funderPart(one.principal, one.funderP, one.paidPrincipal, ppm)),
    )
    same(accounts['1531.01'], ownPrincipal)
    const receivable = sumOf(instalments, (one) => {
      if (one.due > asOf && loan.settledOn === null) return one.booked
      const whole = one.interest - one.spared
      return ownInterest(one, whole, ppm) - ownInterest(one, one.paidInterest + one.waivedInterest, ppm)
    })
    same(accounts[loan.isAccruing ? '1132' : '7001'], receivable)
    same(accounts[loan.isAccruing ? '7001' : '1132'], 0)
    same(accounts['1122.01'], loan.feeDue)
    if (loan.settledOn !== null) same(accounts['2401'], 0)
    if (loan.status === '正常结清')
      same([loan.outstandingPrincipal, sumOf(instalments, amountLeft), loan.penaltyDue], [0, 0, 0])
  })
})

test('the live rows repay the loan, and nothing is paid twice', () => {
  check((life) => {
    const loan = fold(life)
    if (loan.status === '已撤销') return
    const principal = life.facts.find((fact) => fact.kind === 'release')?.principal
    if (life.start <= life.asOf)
      same(
        sumOf(loan.instalments, (one) => one.principal),
        principal,
      )
    for (const one of loan.instalments) {
      same(principalLeft(one) >= 0 && interestLeft(one) >= 0 && one.interest >= 0, true)
      same(one.paidPenalty + one.waivedPenalty <= one.penalty, true)
    }
  })
})

test('a later day has all that an earlier one had', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 0, max: 500 }), (life, earlier) => {
      const later = fold(life)
      const asOf = life.asOf - earlier
      const before = fold({ ...life, asOf })
      same(
        before.entries,
        later.entries.filter(({ day }) => day <= asOf),
      )
      same(
        before.allocations,
        later.allocations.filter(({ day }) => day <= asOf),
      )
      same(later.maxDpd >= before.maxDpd, true)
    }),
    runs,
  )
})

test('as it was known then is the fold of what was booked by then', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 0, max: 45 }), (life, knownAt) => {
      const known = life.facts.filter(({ bookedAt }) => bookedAt <= knownAt)
      same(fold(life, knownAt), fold({ ...life, facts: known }))
    }),
    runs,
  )
})

test('what corrects the books makes them what the facts say, in the open period, and nothing is left to correct', () => {
  fc.assert(
    fc.property(
      lives,
      fc.integer({ min: 0, max: 45 }),
      fc.integer({ min: 0, max: 400 }),
      (life, knownAt, closed) => {
        const posted = fold(life, knownAt).entries.map(
          (entry, k): PostedEntry => ({ ...entry, voucherId: k + 1 }),
        )
        const openFrom = life.start + closed
        const now = fold(life)
        const { mirror, post } = correctionOf(posted, now.entries, openFrom)
        const balances = noBalances()
        for (const { lines } of [...posted, ...mirror.map(({ entry }) => entry), ...post])
          for (const { account, fen } of lines) balances[account] += fen
        same(balances, now.accounts)
        for (const { day } of [...mirror.map(({ entry }) => entry), ...post]) same(day >= openFrom, true)
        const gone = new Set(mirror.map(({ of }) => of))
        const stands = [...posted.filter((one) => !gone.has(one)), ...post].map((one, k) => ({
          ...one,
          voucherId: k,
        }))
        same(correctionOf(stands, now.entries, openFrom), { mirror: [], post: [] })
      },
    ),
    runs,
  )
})

test('a fold changes none of its facts', () => {
  check((life) => {
    const before = JSON.stringify(life.facts)
    fold(life)
    same(JSON.stringify(life.facts), before)
  })
})

test('a fold that goes on from an earlier day is what it would be at once', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 0, max: 900 }), (life, days) => {
      const whole = fold(life)
      const first = Math.min(life.start + days, whole.asOf)
      const { before, fold: then } = foldTwice(life.terms, life.facts, first, whole.asOf)
      same(then, whole)
      const {
        voided: _v,
        allocations: _a,
        entries: _e,
        accounts: _b,
        notes: _n,
        ...stand
      } = foldLoan(life.terms, life.facts, first)
      same(before, stand)
    }),
    runs,
  )
})

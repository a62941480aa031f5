import { InputError } from '../../../rules/input-error.ts'
import { compareMoney, minus, sum, toFen } from '../../../rules/money.ts'

/**
 * 总账 (domain.md 4.12): the chart of accounts and the postings of what happens. Pure: what is posted, the service keeps.
 * A posting balances or throws; nothing is rounded here.
 */

export const accountKinds = ['asset', 'liability', 'equity', 'income', 'expense', 'off_book'] as const
export type AccountKind = (typeof accountKinds)[number]
export const accountSides = ['debit', 'credit'] as const

/** The chart: the codes that the product posts to. `side` is where a balance usually stands. */
export const glAccounts = {
  '1002': { kind: 'asset', side: 'debit' },
  '1132': { kind: 'asset', side: 'debit' },
  '1122.01': { kind: 'asset', side: 'debit' },
  '1122.02': { kind: 'asset', side: 'debit' },
  '1221.01': { kind: 'asset', side: 'debit' },
  '1531.01': { kind: 'asset', side: 'debit' },
  '1534': { kind: 'asset', side: 'credit' },
  '2203': { kind: 'liability', side: 'credit' },
  '2221': { kind: 'liability', side: 'credit' },
  '2241.01': { kind: 'liability', side: 'credit' },
  '2241.02': { kind: 'liability', side: 'credit' },
  '2241.03': { kind: 'liability', side: 'credit' },
  '2241.04': { kind: 'liability', side: 'credit' },
  '2241.05': { kind: 'liability', side: 'credit' },
  '2401': { kind: 'liability', side: 'credit' },
  '6011.01': { kind: 'income', side: 'credit' },
  '6011.02': { kind: 'income', side: 'credit' },
  '6021': { kind: 'income', side: 'credit' },
  '6051': { kind: 'income', side: 'credit' },
  '6421': { kind: 'expense', side: 'debit' },
  '6702': { kind: 'expense', side: 'debit' },
  // Off the balance sheet: interest that is not accrued, loans kept for a funder, what was written off.
  '7001': { kind: 'off_book', side: 'debit' },
  '7002': { kind: 'off_book', side: 'debit' },
  '7003': { kind: 'off_book', side: 'debit' },
} as const satisfies Record<string, { kind: AccountKind; side: (typeof accountSides)[number] }>

export type GlAccount = keyof typeof glAccounts
export const glAccountCodes = Object.keys(glAccounts) as [GlAccount, ...GlAccount[]]

/** E00 to E22 of domain.md 4.12. */
export const glEvents = [
  'E00',
  'E01',
  'E02',
  'E03',
  'E04',
  'E05',
  'E06',
  'E07',
  'E08',
  'E09',
  'E10',
  'E11',
  'E12',
  'E13',
  'E14',
  'E15',
  'E16',
  'E17',
  'E18',
  'E19',
  'E20',
  'E21',
  'E22',
] as const
export type GlEvent = (typeof glEvents)[number]

/** 表外: a line of its own, which has no other side. */
export const isOffBook = (account: GlAccount): boolean => account.startsWith('7')

/** One side is above zero, the other `0.00`. */
export type GlLine = { account: GlAccount; debit: string; credit: string }
export type Posting = { event: GlEvent; lines: GlLine[] }

const isZero = (amount: string) => compareMoney(amount, '0') === 0

/** A posting of its sides; parts of nothing are left out. @throws InputError where it does not balance */
function posting(
  event: GlEvent,
  debits: readonly (readonly [GlAccount, string])[],
  credits: readonly (readonly [GlAccount, string])[],
): Posting[] {
  const given = [...debits, ...credits]
  for (const [account, amount] of given)
    if (toFen(amount, account) < 0n) throw new InputError(account, 'range', 'not below zero')
  const total = (side: typeof debits) =>
    sum(side.map(([account, one]) => (isOffBook(account) ? '0.00' : one)))
  if (!isZero(minus(total(debits), total(credits))))
    throw new InputError(event, 'range', 'debit and credit are not the same')
  const lines = [
    ...debits.map(([account, amount]): GlLine => ({ account, debit: amount, credit: '0.00' })),
    ...credits.map(([account, amount]): GlLine => ({ account, debit: '0.00', credit: amount })),
  ].filter(({ debit, credit }) => !isZero(debit) || !isZero(credit))
  return lines.length === 0 ? [] : [{ event, lines }]
}

/** E00: money of an order that comes in, or goes back, before its release. It waits in 2241.05 until the release uses it. */
export const cashPostings = (amount: string, moves: 'in' | 'back'): Posting[] =>
  moves === 'in'
    ? posting('E00', [['1002', amount]], [['2241.05', amount]])
    : posting('E00', [['2241.05', amount]], [['1002', amount]])

export type ReleaseFigures = {
  /** 合同本金. */
  principal: string
  /** Our part of it: all of it, what the funder of a joint loan leaves, or nothing of an assisted one. */
  ownPrincipal: string
  /** Everything that the payee gets. */
  cash: string
  /** Kept from it, taken off or financed: fees by whether they are earned over the term. */
  keptService: string
  keptOther: string
  /** Due from the customer before. */
  upfrontService: string
  upfrontOther: string
  /** The part of them that came in, not above their sum; the rest is owed. */
  feesReceived: string
  /** As they came in: the deposit, and the first rent where rents are paid in advance. */
  deposit: string
  rent: string
  /** Everything that came in beyond the sum due. */
  overpaid: string
  rebate: string
}

const lesser = (a: string, b: string) => (compareMoney(a, b) < 0 ? a : b)

const above = (a: string, b: string) => (compareMoney(a, b) > 0 ? minus(a, b) : '0.00')

/**
 * Everything that a release posts: E01 fees paid before, E06 those that are owed, E02 the deposit, E03 our money out,
 * E04 the shop's rebate, E07 the first rent that was paid before and what was paid beyond the sum due, which wait in
 * 2203, and of a joint or assisted loan E17, the funder's money in and out. An assisted loan is kept for its funder,
 * which 7002 says off the books. What was paid before comes out of 2241.05, where E00 has put it. Service fees are
 * earned over the term, so they wait in 2401; of fees that came in in part they are paid first.
 *
 * @throws InputError where cash and what is kept are not the principal, or more fees came in than there are
 */
export function releasePostings(figures: ReleaseFigures): Posting[] {
  const { principal, ownPrincipal, cash, keptService, keptOther, upfrontService, upfrontOther } = figures
  const kept = sum([keptService, keptOther])
  if (!isZero(minus(principal, sum([cash, kept]))))
    throw new InputError('cash', 'range', 'cash and what is kept are not the principal')
  const share = minus(principal, ownPrincipal)
  // Everything that is kept above our part is kept of the funder's money.
  const keptOfShare = above(kept, ownPrincipal)
  const paidOfShare = minus(share, keptOfShare)
  const isAssisted = isZero(ownPrincipal)
  const { feesReceived } = figures
  const paidService = lesser(feesReceived, upfrontService)
  const paidOther = minus(feesReceived, paidService)
  const owedService = minus(upfrontService, paidService)
  const owedOther = minus(upfrontOther, paidOther)
  const inAdvance = sum([figures.rent, figures.overpaid])
  return [
    ...posting(
      'E01',
      [['2241.05', feesReceived]],
      [
        ['2401', paidService],
        ['6051', paidOther],
      ],
    ),
    ...posting(
      'E06',
      [['1122.01', sum([owedService, owedOther])]],
      [
        ['2401', owedService],
        ['6051', owedOther],
      ],
    ),
    ...posting('E02', [['2241.05', figures.deposit]], [['2241.01', figures.deposit]]),
    ...posting(
      'E03',
      [
        ['1531.01', ownPrincipal],
        ['2241.04', keptOfShare],
      ],
      [
        ['1002', above(ownPrincipal, kept)],
        ['2401', keptService],
        ['6051', keptOther],
      ],
    ),
    ...posting('E04', [['6421', figures.rebate]], [['2241.02', figures.rebate]]),
    ...posting('E07', [['2241.05', inAdvance]], [['2203', inAdvance]]),
    ...posting(
      'E17',
      [
        ['1002', share],
        ['2241.04', paidOfShare],
        ['7002', isAssisted ? share : '0.00'],
      ],
      [
        ['2241.04', share],
        ['1002', paidOfShare],
      ],
    ),
  ]
}

/**
 * Money of a shop or channel that comes to us or leaves us: its deposit by E02 and E11, what we owe it by E04. Of a rebate
 * that was given back after it was paid, cash comes in.
 */
export function balancePostings(
  kind: 'deposit' | 'rebate' | 'commission',
  amount: string,
  moves: 'in' | 'out',
): Posting[] {
  const account = kind === 'deposit' ? '2241.03' : '2241.02'
  const sides = [[['1002', amount]], [[account, amount]]] as const
  if (moves === 'in') return posting(kind === 'deposit' ? 'E02' : 'E04', sides[0], sides[1])
  return posting(kind === 'deposit' ? 'E11' : 'E04', sides[1], sides[0])
}

/** E22: the mirror of a posting. */
export const reversalOf = ({ lines }: Posting): Posting => ({
  event: 'E22',
  lines: lines.map(({ account, debit, credit }) => ({ account, debit: credit, credit: debit })),
})

/** Everything that stands on each account after these lines: debit less credit, as money. */
export function balances(lines: Iterable<GlLine>): Map<GlAccount, string> {
  const all = new Map<GlAccount, string>()
  for (const { account, debit, credit } of lines)
    all.set(account, sum([all.get(account) ?? '0.00', minus(debit, credit)]))
  return all
}

import { InputError } from '../../../rules/input-error.ts'
import type { GlAccount, GlEvent, GlLine } from '../../ledger/rules/ledger.ts'
import { type Day, dayText } from './day.ts'
import { type Fen, moneyOf } from './exact.ts'
import type { ReleaseAmounts } from './facts.ts'

/** 总账 of one loan (domain.md 4.12): what its history posts, as entries that are compared with what was posted before. */

/** Above zero is debit, below it credit. */
export type BookLine = { account: GlAccount; fen: Fen }
export type BookEntry = {
  /** The thing that it is of: the same history gives the same keys, and no key twice. */
  key: string
  event: GlEvent
  day: Day
  /** The fact it came with; null where a day brought it. */
  fact: number | null
  lines: BookLine[]
}

/** Accounts off the balance sheet are kept on one side alone: nothing stands against them. */
export const isOffBook = (account: GlAccount): boolean => account.charCodeAt(0) === 55

export type Balances = Record<GlAccount, Fen>

/** Written out: an object that gets its keys one by one, some of them numbers, costs forty times as much. */
export const noBalances = (): Balances => ({
  '1002': 0,
  '1132': 0,
  '1122.01': 0,
  '1122.02': 0,
  '1221.01': 0,
  '1531.01': 0,
  '1534': 0,
  '2203': 0,
  '2221': 0,
  '2241.01': 0,
  '2241.02': 0,
  '2241.03': 0,
  '2241.04': 0,
  '2241.05': 0,
  '2401': 0,
  '6011.01': 0,
  '6011.02': 0,
  '6021': 0,
  '6051': 0,
  '6421': 0,
  '6702': 0,
  '7001': 0,
  '7002': 0,
  '7003': 0,
})

/** Accounts and amounts by turns. */
export type Sides = readonly (GlAccount | Fen)[]

/** @throws InputError where debit and credit are not the same */
export function entryOf(event: GlEvent, key: string, day: Day, fact: number | null, sides: Sides): BookEntry {
  const lines: BookLine[] = []
  let off = 0
  for (let k = 0; k < sides.length; k += 2) {
    const account = sides[k] as GlAccount
    const fen = sides[k + 1] as Fen
    if (fen === 0) continue
    lines.push({ account, fen })
    if (!isOffBook(account)) off += fen
  }
  if (off !== 0) throw new InputError(key, 'range', `debit and credit differ by ${off}`)
  return { key, event, day, fact, lines }
}

/** Everything that a release posts, as `releasePostings` of lib/domains/ledger/rules/ledger.ts says it. */
export function releaseSides(figures: ReleaseAmounts): [GlEvent, Sides][] {
  const { principal, ownPrincipal, cash, keptService, keptOther, upfrontService, upfrontOther } = figures
  const { feesReceived, deposit, rent, overpaid, rebate } = figures
  const kept = keptService + keptOther
  if (principal !== cash + kept)
    throw new InputError('cash', 'range', 'cash and what is kept are not the principal')
  const funded = principal - ownPrincipal
  const keptOfShare = Math.max(kept - ownPrincipal, 0)
  const paidOfShare = funded - keptOfShare
  const paidService = Math.min(feesReceived, upfrontService)
  const paidOther = feesReceived - paidService
  const owedService = upfrontService - paidService
  const owedOther = upfrontOther - paidOther
  const inAdvance = rent + overpaid
  const ownCash = Math.max(ownPrincipal - kept, 0)
  const paidOut: Sides = ['1531.01', ownPrincipal, '2241.04', keptOfShare, '1002', -ownCash]
  // An assisted loan is kept for its funder, which 7002 says off the books.
  const keptForFunder = ownPrincipal === 0 ? funded : 0
  const throughUs: Sides = [
    '1002',
    funded,
    '2241.04',
    paidOfShare,
    '7002',
    keptForFunder,
    '2241.04',
    -funded,
    '1002',
    -paidOfShare,
  ]
  return [
    ['E01', ['2241.05', feesReceived, '2401', -paidService, '6051', -paidOther]],
    ['E06', ['1122.01', owedService + owedOther, '2401', -owedService, '6051', -owedOther]],
    ['E02', ['2241.05', deposit, '2241.01', -deposit]],
    ['E03', [...paidOut, '2401', -keptService, '6051', -keptOther]],
    ['E04', ['6421', rebate, '2241.02', -rebate]],
    ['E07', ['2241.05', inAdvance, '2203', -inAdvance]],
    ['E17', throughUs],
  ]
}

/** An entry as it stands in the books. */
export type PostedEntry = BookEntry & { voucherId: number }

/** Two entries say the same: the same accounts by the same amounts. */
function isSame(a: BookEntry, b: BookEntry): boolean {
  if (a.event !== b.event || a.lines.length !== b.lines.length) return false
  return a.lines.every(({ account, fen }, k) => {
    const other = b.lines[k]
    return other?.account === account && other.fen === fen
  })
}

export type Correction = {
  /** E22: what no longer follows, mirrored. */
  mirror: { of: PostedEntry; entry: BookEntry }[]
  /** Everything that follows now and is not in the books. */
  post: BookEntry[]
}

/**
 * Everything that brings the books to what the facts say: mirrors of what no longer follows, linked to it, and what is
 * new. Each on its own day where that lies in the open period, else on the first day of it: then the books are right on
 * every open day, and a closed one is as it was closed.
 *
 * @param posted what stands: neither a mirror nor mirrored
 * @param openFrom the first day of the open period
 */
export function correctionOf(
  posted: readonly PostedEntry[],
  folded: readonly BookEntry[],
  openFrom: Day,
): Correction {
  const wanted = new Map(folded.map((entry) => [entry.key, entry]))
  const open = (day: Day) => Math.max(day, openFrom)
  const mirror: Correction['mirror'] = []
  for (const old of posted) {
    const now = wanted.get(old.key)
    if (now && isSame(old, now)) wanted.delete(old.key)
    else
      mirror.push({
        of: old,
        entry: {
          key: `E22:${old.voucherId}`,
          event: 'E22',
          day: open(old.day),
          fact: old.fact,
          lines: old.lines.map(({ account, fen }) => ({ account, fen: -fen })),
        },
      })
  }
  return { mirror, post: [...wanted.values()].map((entry) => ({ ...entry, day: open(entry.day) })) }
}

/** An entry as a voucher has it. */
export const voucherOf = ({ event, day, lines }: BookEntry) => ({
  event,
  bizDate: dayText(day),
  lines: lines.map(
    ({ account, fen }): GlLine => ({
      account,
      debit: moneyOf(Math.max(fen, 0)),
      credit: moneyOf(Math.max(-fen, 0)),
    }),
  ),
})

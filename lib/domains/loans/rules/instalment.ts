import type { Day } from './day.ts'
import { type Fen, MILLION, share, share3 } from './exact.ts'
import type { PlanRow } from './facts.ts'
import type { InstalmentState } from './loan-states.ts'
import type { LoanTerms } from './terms.ts'

/** Days with the same base: what they cost, and the fact that ended them. */
export type Segment = { from: Day; to: Day; base: Fen; penalty: Fen; endedBy: number | null }

/** An instalment and what became of it. The fold alone writes here, while it goes through the days. */
export type Instalment = PlanRow & {
  version: number
  /** The fact that agreed it: the release, a prepayment, an extension. */
  origin: number
  /** Fees charged beside the plan. */
  fee: Fen
  paidPrincipal: Fen
  paidInterest: Fen
  paidServiceFee: Fen
  paidFee: Fen
  paidPenalty: Fen
  waivedInterest: Fen
  waivedFee: Fen
  waivedPenalty: Fen
  /** Interest that an early settlement did not ask for. */
  spared: Fen
  sparedServiceFee: Fen
  /** 应还罚息, all of it, paid or not. */
  penalty: Fen
  segments: Segment[]
  /** The beginning of the open segment. */
  segmentFrom: Day
  /** The days on which its rent was paid, it counted as overdue no more, and nothing of it was left. */
  rentPaid: Day | null
  cleared: Day | null
  paidOff: Day | null
  overdueDays: number
  status: InstalmentState
  /** Of principal and interest what is collected for the funder. */
  funderP: Fen
  funderI: Fen
  /** Of our interest what is in the books already. */
  booked: Fen
}

/** Of what a customer pays, the funder's part. */
export const funderShare = ({ funder }: LoanTerms): number =>
  funder === null ? 0 : funder.kind === 'joint' ? funder.share : MILLION

export function instalmentOf(row: PlanRow, version: number, origin: number, terms: LoanTerms): Instalment {
  const isAssisted = terms.funder?.kind === 'assisted'
  const { graceDays, graceRetro } = terms.penalty
  return {
    periodNo: row.periodNo,
    kind: row.kind,
    start: row.start,
    due: row.due,
    principal: row.principal,
    interest: row.interest,
    serviceFee: row.serviceFee,
    balanceAfter: row.balanceAfter,
    funderPrincipal: row.funderPrincipal,
    funderInterest: row.funderInterest,
    version,
    origin,
    fee: 0,
    paidPrincipal: 0,
    paidInterest: 0,
    paidServiceFee: 0,
    paidFee: 0,
    paidPenalty: 0,
    waivedInterest: 0,
    waivedFee: 0,
    waivedPenalty: 0,
    spared: 0,
    sparedServiceFee: 0,
    penalty: 0,
    segments: [],
    segmentFrom: graceRetro ? row.due : row.due + graceDays,
    rentPaid: null,
    cleared: null,
    paidOff: null,
    overdueDays: 0,
    status: '未到期',
    funderP: isAssisted ? row.principal : terms.funder ? row.funderPrincipal : 0,
    funderI: isAssisted ? row.interest : terms.funder ? row.funderInterest : 0,
    booked: 0,
  }
}

export const principalLeft = (one: Instalment): Fen => one.principal - one.paidPrincipal
export const interestLeft = (one: Instalment): Fen =>
  one.interest - one.paidInterest - one.waivedInterest - one.spared
export const feeLeft = (one: Instalment): Fen => one.fee - one.paidFee - one.waivedFee
export const serviceFeeLeft = (one: Instalment): Fen =>
  one.serviceFee - one.paidServiceFee - one.sparedServiceFee
export const rentLeft = (one: Instalment): Fen => principalLeft(one) + interestLeft(one)
/** Everything that counts for the days overdue. */
export const amountLeft = (one: Instalment): Fen => rentLeft(one) + feeLeft(one) + serviceFeeLeft(one)

/** Of our interest up to so much paid, waived or accrued: the funder's part comes first of it. */
export const ownInterest = (one: Instalment, upTo: Fen, ppm: number): Fen =>
  upTo - funderPart(one.interest - one.spared, one.funderI, upTo, ppm)

/** Of a whole of which so much is paid, the funder's part: its share, and all of it with the last fen. */
export const funderPart = (whole: Fen, funder: Fen, paid: Fen, ppm: number): Fen =>
  paid >= whole ? funder : Math.min(share(paid, ppm, MILLION), funder)

const baseOf = (one: Instalment, { penalty }: LoanTerms): Fen =>
  penalty.base === 'rent' ? rentLeft(one) : principalLeft(one)

const costOf = (base: Fen, days: number, { penalty }: LoanTerms): Fen =>
  share3(base, days, penalty.daily, MILLION)

/**
 * 应还罚息 up to a day (domain.md 4.5): nothing inside the grace, beyond it all segments from the first day on.
 */
export function penaltyUpTo(one: Instalment, day: Day, terms: LoanTerms): Fen {
  const until = one.rentPaid ?? day
  if (until - one.due <= terms.penalty.graceDays) return 0
  let sum = 0
  for (const { penalty } of one.segments) sum += penalty
  if (one.rentPaid === null && day > one.segmentFrom)
    sum += costOf(baseOf(one, terms), day - one.segmentFrom, terms)
  return sum
}

export const penaltyLeft = (one: Instalment, day: Day, terms: LoanTerms): Fen =>
  Math.max(penaltyUpTo(one, day, terms) - one.paidPenalty - one.waivedPenalty, 0)

/** Its base changes on this day: what was the same until now becomes a segment. To be called before the change. */
export function endSegment(one: Instalment, day: Day, by: number | null, terms: LoanTerms): void {
  if (day <= one.segmentFrom) return
  const base = baseOf(one, terms)
  if (base === 0) return
  const from = one.segmentFrom
  one.segments.push({ from, to: day, base, penalty: costOf(base, day - from, terms), endedBy: by })
  one.segmentFrom = day
}

/** Interest of a running period by its days, never above what the period bears (domain.md 4.7). */
export function accruedUpTo(one: Instalment, day: Day, { method, annualRate, basis }: LoanTerms): Fen {
  if (day >= one.due) return one.interest
  const days = day - one.start
  if (days <= 0 || one.interest === 0) return 0
  if (method === 'flat') return share(one.interest, days, one.due - one.start)
  const balance = one.balanceAfter + one.principal
  return Math.min(share3(balance, days, annualRate, basis * MILLION), one.interest)
}

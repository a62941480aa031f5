import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import type { LoanFact, PlanRow } from './facts.ts'
import { foldLoan } from './fold.ts'
import { type Life, lives, told } from './histories.fixture.ts'

/**
 * A loan by a second model that shares nothing with the fold but the words: it lives every day, keeps what each day saw,
 * and reckons in decimals of 60 digits. Of loans with our own money alone; what a funder changes are shares of the same
 * amounts, and the properties hold them.
 */

const Exact = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })
const r2 = (value: Decimal): number => value.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toNumber()

const dateOf = (day: number) => new Date(day * 86_400_000)
function later(day: number, months: number): number {
  const from = dateOf(day)
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return Date.UTC(year, month, Math.min(from.getUTCDate(), last)) / 86_400_000
}
const endsMonth = (day: number) => dateOf(day + 1).getUTCDate() === 1

type Part = 'fee' | 'service' | 'penalty' | 'interest' | 'principal'
type Row = PlanRow & {
  fees: number
  paid: Record<Part, number>
  waived: Record<Part, number>
  /** Interest that is not asked for any more, and service fees. */
  spared: number
  sparedFees: number
  /** Everything that penalties count on, at the end of each day since it was due. */
  bases: number[]
  done: number | null
  isOff: number | null
  cleared: number | null
}

const none = (): Record<Part, number> => ({ fee: 0, service: 0, penalty: 0, interest: 0, principal: 0 })
const fresh = (row: PlanRow): Row => ({
  ...row,
  ...{ fees: 0, paid: none(), waived: none(), spared: 0, sparedFees: 0 },
  ...{ bases: [], done: null, isOff: null, cleared: null },
})

const order = [
  ...['release', 'fee', 'waiver', 'compensation', 'receipt', 'deposit', 'plan', 'prepayment', 'settlement'],
  ...['overpayment', 'pass_on', 'service_fee', 'rebate', 'write_off', 'recovery', 'downgrade'],
]
function place(fact: LoanFact): number {
  if (fact.kind === 'deposit' && fact.move !== 'offset') return fact.move === 'received' ? 0.5 : 9.5
  return order.indexOf(fact.kind)
}

class Model {
  rows: Row[] = []
  gone: Row[] = []
  prepaid = 0
  deposit = 0
  breach = 0
  cash = 0
  rents = 0
  fee = 0
  over: number | null = null
  accruing = true
  /** Interest of running rows that month ends booked. */
  booked = 0
  held = 0
  cleanSince: number | null = null
  since: number | null = null
  readonly release: Extract<LoanFact, { kind: 'release' }> | undefined
  readonly life: Life

  constructor(life: Life) {
    this.life = life
    const facts = this.counting()
    this.release = facts.find((fact) => fact.kind === 'release')
    for (let day = life.start; day <= life.asOf; day += 1) this.live(day, facts)
  }

  counting(): LoanFact[] {
    const { facts } = this.life
    const counts = (fact: LoanFact): boolean =>
      !facts.some((other) => other.kind === 'reversal' && other.of === fact.id && counts(other))
    return facts.filter((fact) => fact.kind !== 'reversal' && counts(fact))
  }

  live(day: number, facts: readonly LoanFact[]): void {
    const weight = (fact: LoanFact) =>
      fact.kind === 'prepayment'
        ? fact.amount * 2 + (fact.way === 'reduce' ? 0 : 1)
        : fact.kind === 'settlement'
          ? fact.amount
          : 0
    const own = facts
      .filter((fact) => fact.day === day)
      .sort((a, b) => place(a) - place(b) || weight(a) - weight(b) || a.id - b.id)
    if (this.release?.day === day) this.begin(this.release)
    for (const row of this.rows) if (row.due === day && this.over === null) this.booked = this.accruedOf(day)
    const before = own.filter((fact) => place(fact) < order.indexOf('receipt') && fact.kind !== 'release')
    for (const fact of before) this.apply(fact, day)
    if (this.prepaid > 0) this.prepaid = this.pay(day, this.prepaid)
    for (const fact of own) if (place(fact) >= order.indexOf('receipt')) this.apply(fact, day)
    this.end(day)
  }

  begin(fact: Extract<LoanFact, { kind: 'release' }>): void {
    this.rows = fact.rows.map(fresh)
    this.rents = fact.rows.filter(({ kind }) => kind !== 'balloon').length
    this.fee = fact.keptService + fact.upfrontService
    this.prepaid += fact.rent + fact.overpaid
    this.deposit += fact.deposit
    this.cash -= fact.cash
    const [first] = this.rows
    if (first) first.fees = fact.upfrontService + fact.upfrontOther - fact.feesReceived
  }

  left(row: Row, part: Part, day: number): number {
    const isDue = row.due <= day
    const { paid, waived } = row
    if (part === 'fee') return row.fees - paid.fee - waived.fee
    if (part === 'service') return isDue ? row.serviceFee - row.sparedFees - paid.service : 0
    if (part === 'penalty') return Math.max(this.penalty(row, day) - paid.penalty - waived.penalty, 0)
    const whole = part === 'interest' ? row.interest - row.spared : row.principal
    return whole - paid[part] - waived[part]
  }

  base(row: Row, day: number): number {
    const principal = this.left(row, 'principal', day)
    return this.life.terms.penalty.base === 'rent' ? principal + this.left(row, 'interest', day) : principal
  }

  /** Days in a row with the same base cost their days together. */
  penalty(row: Row, day: number): number {
    const { daily, graceDays, graceRetro } = this.life.terms.penalty
    if ((row.done ?? day) - row.due <= graceDays) return 0
    let sum = 0
    let count = 0
    let at = 0
    const cost = () => r2(new Exact(at).times(daily).times(count).div(1_000_000))
    const bases = row.bases.slice(graceRetro ? 0 : graceDays, Math.max(day - row.due, 0))
    for (const base of bases) {
      if (base !== at) {
        sum += cost()
        ;[at, count] = [base, 0]
      }
      count += 1
    }
    return sum + cost()
  }

  /** @returns what is left of the money */
  pay(day: number, money: number): number {
    const { allocation } = this.life.terms
    const late = allocation.principalFirst && this.since !== null && day - this.since > 90
    const parts: readonly Part[] = late ? ['principal', 'interest', 'penalty', 'fee'] : allocation.order
    const running = this.rows.find(({ due }) => due > day)
    const rows = this.rows.filter((row) => row.due <= day || row === running)
    let left = money
    const take = (row: Row, part: Part) => {
      if (row.due > day && part !== 'fee' && part !== 'service') return
      const amount = Math.min(this.left(row, part, day), left)
      row.paid[part] += amount
      left -= amount
      this.noteRent(row, day)
      if (part === 'fee') take(row, 'service')
    }
    if (late || allocation.mode === 'component')
      for (const part of parts) for (const row of rows) take(row, part)
    else for (const row of rows) for (const part of parts) take(row, part)
    return left
  }

  noteRent(row: Row, day: number): void {
    if (row.due <= day && this.left(row, 'principal', day) + this.left(row, 'interest', day) === 0)
      row.done ??= day
  }

  receive(day: number, amount: number): void {
    this.cash += amount
    const restored = Math.min(Math.max(-this.prepaid, 0), amount)
    this.prepaid += restored
    this.prepaid += this.pay(day, amount - restored)
  }

  running(day: number): Row | undefined {
    return this.rows.find(({ due }) => due > day)
  }

  accruedOf(day: number, of = this.running(day)): number {
    const { method, annualRate, basis } = this.life.terms
    if (!of || of.interest === 0) return 0
    const days = Math.max(day - of.start, 0)
    if (method === 'flat') return r2(new Exact(of.interest).times(days).div(of.due - of.start))
    const balance = of.balanceAfter + of.principal
    return Math.min(
      r2(
        new Exact(balance)
          .times(annualRate)
          .times(days)
          .div(basis * 1_000_000),
      ),
      of.interest,
    )
  }

  owed(day: number): number {
    return this.rows.reduce((sum, row) => sum + (row.due > day ? this.left(row, 'principal', day) : 0), 0)
  }

  apply(fact: LoanFact, day: number): void {
    const row = 'periodNo' in fact ? this.rows.find(({ periodNo }) => periodNo === fact.periodNo) : undefined
    switch (fact.kind) {
      case 'fee':
        this.charge(fact.amount, fact.periodNo, day)
        break
      case 'waiver': {
        const one =
          this.rows.find(
            (r) => r.periodNo === fact.periodNo && r.kind !== 'balloon' && r.kind !== 'prepayment',
          ) ?? row
        if (!one) break
        const waived = Math.min(fact.amount, Math.max(this.left(one, fact.component, day), 0))
        one.waived[fact.component] += waived
        this.noteRent(one, day)
        break
      }
      case 'receipt':
        this.receive(day, fact.amount)
        break
      case 'deposit': {
        if (fact.move === 'offset') {
          const most = Math.max(Math.min(fact.amount, this.deposit), 0)
          this.deposit -= most - this.pay(day, most)
        } else {
          const sign = fact.move === 'received' ? 1 : -1
          this.deposit += sign * fact.amount
          this.cash += sign * fact.amount
        }
        break
      }
      case 'overpayment':
        this.prepaid -= fact.amount
        this.cash -= fact.amount
        break
      case 'prepayment':
        this.prepay(fact, day)
        break
      case 'settlement':
        this.settle(fact, day)
        break
      case 'downgrade': {
        const dpd = this.since === null ? 0 : Math.max(day - this.since, 0)
        if (this.isClean(day)) this.held = 0
        this.held = Math.max(this.held, ['正常', '关注', '次级', '可疑', '损失'].indexOf(fact.to))
        this.cleanSince = dpd === 0 ? day : null
        break
      }
      case 'compensation':
        this.cash += fact.move === 'paid' ? -fact.amount : fact.amount
        break
      case 'service_fee':
      case 'recovery':
        this.cash += fact.amount
        break
      case 'pass_on':
      case 'rebate':
        this.cash -= fact.amount
        break
      default:
    }
  }

  charge(amount: number, periodNo: number | null, day: number): void {
    const running = this.rows.find(({ due }) => due >= day)
    const named = this.rows.find((row) => row.periodNo === periodNo && row.isOff === null)
    const isBegun = named && named.due < day
    const row = (isBegun ? named : running) ?? this.rows.at(-1)
    if (!row) return
    row.fees += amount
    ;[row.isOff, row.cleared] = [null, null]
    if (this.over !== null && this.isPaidUp) [this.over, this.isPaidUp] = [null, false]
  }

  isPaidUp = false

  prepay(fact: Extract<LoanFact, { kind: 'prepayment' }>, day: number): void {
    const isCash = fact.from === 'cash'
    if (isCash) this.cash += fact.amount
    const given = isCash ? fact.amount : Math.min(fact.amount, Math.max(this.prepaid, 0))
    const restored = isCash ? Math.min(Math.max(-this.prepaid, 0), given) : 0
    const before = given - restored
    const money = this.pay(day, before)
    if (!isCash) this.prepaid -= before - money
    else this.prepaid += restored
    const running = this.running(day)
    const accrued = this.life.terms.method === 'flat' ? 0 : this.accruedOf(day)
    const owed = this.owed(day)
    const forPrincipal = Math.max(money - accrued, 0)
    const principal = Math.min(
      r2(new Exact(forPrincipal).times(1_000_000).div(1_000_000 + fact.feeRate)),
      owed,
    )
    if (!running || principal === 0) {
      if (isCash) this.prepaid += money
      return
    }
    const left = money - accrued - principal
    const breach = Math.min(r2(new Exact(principal).times(fact.feeRate).div(1_000_000)), left)
    this.breach += breach
    if (isCash) this.prepaid += left - breach
    else this.prepaid -= money - (left - breach)
    const ahead = this.rows.filter(({ due }) => due > day)
    const rest = owed - principal
    const paid = fresh({
      ...running,
      ...{ periodNo: running.periodNo - 1, kind: 'prepayment', due: day, principal, interest: accrued },
      ...{ serviceFee: 0, balanceAfter: rest },
    })
    paid.paid = { ...none(), principal, interest: accrued }
    paid.done = day
    const next = rest > 0 ? this.planned(ahead, rest, day, fact.way) : []
    this.inherit(ahead, next)
    this.rows = [...this.rows.filter(({ due }) => due <= day), paid, ...next]
    if (this.life.terms.method !== 'flat' || rest === 0) this.booked = 0
    if (rest === 0) this.over = day
  }

  inherit(old: readonly Row[], next: readonly Row[]): void {
    for (const row of old) {
      const heir = next.find(({ periodNo }) => periodNo === row.periodNo) ?? next.at(-1)
      if (!heir) continue
      const fees = row.fees - row.paid.fee - row.waived.fee
      row.fees -= fees
      heir.fees += fees
      heir.waived.interest += Math.min(row.waived.interest, heir.interest - heir.waived.interest)
    }
    this.gone.push(...old)
  }

  planned(ahead: readonly Row[], balance: number, day: number, way: 'reduce' | 'shorten'): Row[] {
    const { method, annualRate, basis, monthly, oddFirstPeriod } = this.life.terms
    const rents = ahead.filter(({ kind }) => kind !== 'balloon')
    const tail = ahead.find(({ kind }) => kind === 'balloon')
    const balloon = Math.min(tail?.principal ?? 0, balance)
    const factor = ({ start, due, periodNo }: Row): Decimal => {
      const isMonth = monthly && day <= start && !(periodNo === 1 && oddFirstPeriod)
      const rate = new Exact(annualRate).div(1_000_000)
      return isMonth ? rate.div(12) : rate.times(due - Math.max(day, start)).div(basis)
    }
    const graced = rents.findIndex(({ kind }) => kind === 'rent')
    const isLevel = method === 'annuity' || method === 'balloon'
    let level = 0
    const [firstRent] = rents.slice(Math.max(graced, 0))
    if (isLevel && way === 'shorten' && graced >= 0 && firstRent)
      level = firstRent.principal + firstRent.interest
    else if (isLevel && firstRent) {
      let value = new Exact(1)
      let values = new Exact(0)
      for (const row of rents.slice(Math.max(graced, 0))) {
        value = value.div(factor(row).plus(1))
        values = values.plus(value)
      }
      level = r2(new Exact(balance).minus(value.times(balloon)).div(values))
    }
    const whole = rents.reduce((sum, row) => sum + row.principal, 0)
    let left = balance - balloon
    const made: Row[] = []
    for (const [k, row] of rents.entries()) {
      if (left === 0 && (!isLevel || balloon === 0)) break
      const isLast = k === rents.length - 1
      const byDays = r2(factor(row).times(left + balloon))
      const scaled = (part: number) => r2(new Exact(part).times(balance).div(whole))
      let interest = byDays
      let part: number
      if (isLevel) part = k < graced ? 0 : level - interest
      else if (method === 'equal_principal')
        part = way === 'shorten' ? (rents[0]?.principal ?? 0) : r2(new Exact(balance).div(rents.length))
      else if (method === 'interest_first') part = 0
      else {
        interest = way === 'shorten' ? row.interest : scaled(row.interest)
        part = way === 'shorten' ? row.principal : scaled(row.principal)
      }
      const isGraced = isLevel && k < graced
      const principal = isLast && !isGraced ? left : Math.min(Math.max(part, 0), left)
      left -= principal
      made.push(
        fresh({ ...row, start: Math.max(row.start, day), principal, interest, balanceAfter: left + balloon }),
      )
    }
    for (const [k, row] of made.entries())
      if (row.principal === 0 && k < made.length - 1) row.kind = 'interest_only'
    if (tail && balloon > 0) {
      const interest = r2(new Exact(tail.interest).times(balloon).div(tail.principal))
      made.push(fresh({ ...tail, principal: balloon, interest, balanceAfter: 0 }))
    }
    return made
  }

  used(day: number): number {
    const rows = this.release?.rows ?? []
    const isAdvance = rows[0]?.due === this.release?.day
    return rows.filter((row) => row.kind !== 'balloon' && (isAdvance ? row.due : row.start) < day).length
  }

  asked(ahead: readonly Row[], day: number): number[] {
    const { early, method } = this.life.terms
    const open = (row: Row) => row.interest - row.paid.interest - row.waived.interest
    if (method === 'flat' && early.flat === 'rule_of_78') {
      const n = this.rents
      const left = n - Math.min(this.used(day), n)
      const interest = (this.release?.rows ?? []).reduce((sum, row) => sum + row.interest, 0)
      const rebate = r2(
        new Exact(interest)
          .times(left)
          .times(left + 1)
          .div(n * (n + 1)),
      )
      let rest = Math.max(ahead.reduce((sum, row) => sum + open(row), 0) - rebate, 0)
      return ahead.map((row) => {
        const part = Math.min(open(row), rest)
        rest -= part
        return part
      })
    }
    const isWhole = method === 'flat' || early.interest === 'full_period'
    return ahead.map((row) => {
      const asked = isWhole ? (day > row.start ? row.interest : 0) : this.accruedOf(day, row)
      return Math.max(asked - row.paid.interest - row.waived.interest, 0)
    })
  }

  settle(fact: Extract<LoanFact, { kind: 'settlement' }>, day: number): void {
    const { early } = this.life.terms
    const due = this.rows.filter((row) => row.due <= day)
    const ahead = this.rows.filter((row) => row.due > day)
    const parts = ['fee', 'service', 'penalty', 'interest', 'principal'] as const
    let owed = 0
    for (const row of due) for (const part of parts) owed += this.left(row, part, day)
    for (const row of ahead) owed += this.left(row, 'fee', day)
    const principal = this.owed(day)
    const asked = this.asked(ahead, day)
    const interest = asked.reduce((sum, one) => sum + one, 0)
    const paidPeriods = this.rows.filter(
      ({ kind, isOff }) => (kind === 'rent' || kind === 'interest_only') && isOff !== null,
    ).length
    const rate = early.tiers.find(({ through }) => paidPeriods <= through)?.rate ?? 0
    const breach = r2(new Exact(principal).times(rate).div(1_000_000))
    const breachDue = breach - Math.min(fact.waivedBreach, breach)
    let waived = Math.min(fact.waivedInterest, interest)
    const firstDue = this.release?.rows[0]?.due ?? 0
    const refund =
      early.feeRefund.kind === 'none' || !this.release
        ? 0
        : early.feeRefund.kind === 'full'
          ? day < firstDue
            ? this.fee
            : 0
          : r2(
              new Exact(this.fee)
                .times(Math.max(this.rents - this.used(day), 0))
                .times(early.feeRefund.share)
                .div(this.rents * 1_000_000),
            )
    const net = owed + principal + interest + breachDue - waived - refund
    const prepaid = Math.min(this.prepaid, Math.max(net, 0))
    const offset = Math.min(fact.depositOffset, this.deposit, Math.max(net - prepaid, 0))
    const payable = net - prepaid - offset
    if (this.over !== null || fact.amount < payable) {
      if (fact.amount > 0) this.receive(day, fact.amount)
      return
    }
    this.cash += fact.amount
    this.deposit -= offset
    this.prepaid += fact.amount - payable - prepaid
    this.breach += breachDue
    for (const row of due) {
      for (const part of parts) row.paid[part] += this.left(row, part, day)
      this.noteRent(row, day)
    }
    for (const [k, row] of ahead.entries()) {
      const without = Math.min(waived, asked[k] ?? 0)
      waived -= without
      const part = (asked[k] ?? 0) - without
      row.paid.fee += this.left(row, 'fee', day)
      row.sparedFees = row.serviceFee
      row.spared = row.interest - row.waived.interest - row.paid.interest - part
      row.paid.interest += part
      row.paid.principal = row.principal
      ;[row.done, row.isOff, row.cleared] = [day, day, day]
    }
    this.booked = 0
    this.over = day
    this.isPaidUp = principal === 0 && !fact.bySale
  }

  isClean(day: number): boolean {
    return this.cleanSince !== null && later(this.cleanSince, this.life.terms.cleanMonths) <= day
  }

  end(day: number): void {
    const { tolerance, classDays, nonAccrualDays, accruesMonthly } = this.life.terms
    this.since = null
    for (const row of this.rows) {
      this.noteRent(row, day)
      // A settlement paid it before it was due.
      if (row.due > day && row.done === null) continue
      const rent = this.left(row, 'principal', day) + this.left(row, 'interest', day)
      const left = rent + this.left(row, 'fee', day) + this.left(row, 'service', day)
      if (left > tolerance) {
        row.cleared = null
        this.since ??= row.due
      } else row.cleared ??= day
      if (left === 0 && this.left(row, 'penalty', day) === 0) row.isOff ??= day
      if (row.due <= day) row.bases[day - row.due] = this.base(row, day)
    }
    const dpd = this.since === null ? 0 : day - this.since
    if (dpd > 0) {
      if (this.isClean(day)) this.held = 0
      this.cleanSince = null
      const step = classDays.filter((most) => dpd > most).length
      if (step >= 2) this.held = Math.max(this.held, step)
    } else this.cleanSince ??= day
    if (this.over === null) {
      if (this.accruing && dpd > nonAccrualDays) this.accruing = false
      else if (!this.accruing && dpd === 0) this.accruing = true
      if (
        this.release &&
        this.rows.length > 0 &&
        this.rows.every(({ due, isOff }) => due <= day && isOff !== null)
      )
        [this.over, this.isPaidUp] = [day, true]
    }
    const running = this.running(day)
    if (accruesMonthly && endsMonth(day) && this.over === null)
      this.booked = running ? Math.min(this.accruedOf(day), running.interest - running.waived.interest) : 0
  }
}

test('the fold is what a loan is that lives every day', () => {
  const own = lives
    .map(
      (life): Life => ({
        ...life,
        facts: life.facts.filter(({ kind }) => kind !== 'write_off' && kind !== 'plan'),
      }),
    )
    .filter(({ terms, start, asOf }) => terms.funder === null && asOf >= start)
  fc.assert(
    fc.property(own, (life) => {
      const model = new Model(life)
      const loan = foldLoan(life.terms, life.facts, life.asOf)
      const day = life.asOf
      const dpd = model.since === null || model.over !== null ? 0 : day - model.since
      const step = Math.max(
        life.terms.classDays.filter((most) => model.since !== null && day - model.since > most).length,
        model.isClean(day) ? 0 : model.held,
      )
      const rows = model.release && model.release.day <= day ? model.rows : []
      const sum = (of: (row: Row) => number) =>
        [...rows, ...model.gone].reduce((all, row) => all + of(row), 0)
      const live = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
      const unpaid = live((row) => (row.due <= day ? model.left(row, 'interest', day) : 0))
      const lived = {
        prepaid: model.prepaid,
        deposit: model.deposit,
        dpd,
        fiveClass: ['正常', '关注', '次级', '可疑', '损失'][step],
        isAccruing: model.accruing,
        breach: model.breach,
        outstanding: live((row) => model.left(row, 'principal', day)),
        penalty: live((row) => model.left(row, 'penalty', day)),
        cash: model.cash,
        paidPenalty: sum((row) => row.paid.penalty),
        unpaidInterest: unpaid,
        settledOn: model.over,
        rows: rows.map((row) => [
          ...[row.periodNo, row.kind, row.due, row.principal, row.interest, row.fees, row.spared],
          ...[row.paid.principal, row.paid.interest, row.paid.fee, row.paid.service, row.paid.penalty],
          ...[row.waived.interest, row.waived.fee, row.waived.penalty, row.isOff, row.done],
        ]),
      }
      const folded = {
        prepaid: loan.prepaid,
        deposit: loan.deposit,
        dpd: loan.dpd,
        fiveClass: loan.fiveClass,
        isAccruing: loan.isAccruing,
        breach: loan.breachPaid,
        outstanding: loan.outstandingPrincipal,
        penalty: loan.penaltyDue,
        cash: loan.accounts['1002'],
        paidPenalty: -loan.accounts['6011.02'] || 0,
        unpaidInterest: loan.instalments.reduce(
          (all, one) =>
            all + (one.due <= day ? one.interest - one.spared - one.paidInterest - one.waivedInterest : 0),
          0,
        ),
        settledOn: loan.settledOn,
        rows: loan.instalments.map((one) => [
          ...[one.periodNo, one.kind, one.due, one.principal, one.interest, one.fee, one.spared],
          ...[one.paidPrincipal, one.paidInterest, one.paidFee, one.paidServiceFee, one.paidPenalty],
          ...[one.waivedInterest, one.waivedFee, one.waivedPenalty, one.paidOff, one.rentPaid],
        ]),
      }
      if (JSON.stringify(folded) !== JSON.stringify(lived))
        expect([told(life), folded]).toEqual([told(life), lived])
    }),
    { numRuns: propertyRuns * 2 },
  )
})

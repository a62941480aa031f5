import { customerFlows } from '../../../rules/cash-flows.ts'
import { firstPeriodMonths, type PaymentTiming } from '../../../rules/due-dates.ts'
import { aprCompound, aprSimple, monthlyIrr, xirr } from '../../../rules/irr.ts'
import { minus, sum, toFen, toMoney } from '../../../rules/money.ts'
import { buildSchedule, type RepayMethod, type Schedule } from '../../../rules/schedule.ts'

/** 试算: an offer by any method, what it costs in all and a year, as contracts reckon it (domain.md 4.3, 4.4). */

export type OfferTerms = {
  principal: string
  repayMethod: RepayMethod
  term: number
  /** Of a year; of 等本等息 that of a month. */
  rate: string
  valueDate: string
  paymentTiming: PaymentTiming
  /** A fixed day of the month; the value date's own without one. */
  fixedDay?: number
  balloonAmount?: string
  /** Fees that are paid at once, and with each rent. */
  feesAtStart: string
  instalmentFee: string
}

export type Offer = {
  schedule: Schedule
  fees: string
  /** All that the customer pays. */
  total: string
  /** 年化利率 by months, simple and compound, and by the true dates; null where there is none. */
  simple: string | null
  compound: string | null
  byDates: string | null
}

/** @throws InputError naming what is wrong */
export function offerOf(terms: OfferTerms): Offer {
  const { repayMethod, valueDate, paymentTiming, fixedDay, feesAtStart, instalmentFee } = terms
  const dueDateRule = fixedDay === undefined ? {} : { fixedDay }
  const schedule = buildSchedule({
    principal: terms.principal,
    repayMethod,
    term: terms.term,
    ...(repayMethod === 'flat' ? { flatRateMonth: terms.rate } : { annualRate: terms.rate }),
    valueDate,
    paymentTiming,
    dueDateRule,
    ...(terms.balloonAmount !== undefined && { balloonAmount: terms.balloonAmount }),
  })
  const rents = schedule.rows.filter(({ kind }) => kind !== 'balloon')
  const instalmentFees = rents.map(() => instalmentFee)
  const flows = customerFlows(schedule, { paymentTiming, feesAtStart, instalmentFees })
  const monthly = monthlyIrr(flows, firstPeriodMonths(valueDate, dueDateRule))
  const fees = sum([feesAtStart, ...instalmentFees])
  return {
    schedule,
    fees,
    total: sum([schedule.totals.amount, fees]),
    simple: aprSimple(monthly),
    compound: aprCompound(monthly),
    byDates: yearlyByDates(schedule, terms),
  }
}

function yearlyByDates(schedule: Schedule, terms: OfferTerms): string | null {
  const paid = schedule.rows.map(({ amount, kind }) =>
    toMoney(-toFen(sum(kind === 'balloon' ? [amount] : [amount, terms.instalmentFee]))),
  )
  const dates = [terms.valueDate, ...schedule.rows.map(({ dueDate }) => dueDate)]
  const yearly = xirr(dates, [minus(terms.principal, terms.feesAtStart), ...paid])
  return yearly === null ? null : aprCompound((1 + yearly) ** (1 / 12) - 1)
}

import { type Day, monthsLater } from './day.ts'
import { type FiveClass, fiveClasses } from './facts.ts'
import type { LoanState } from './ledger-state.ts'
import { classNamed, stepOf } from './terms.ts'

/** 五级分类 (domain.md 4.8): by days overdue; once 次级 or worse, or by hand, it stays until there were clean months. */

const stepNamed = (name: FiveClass | null): number => (name === null ? 0 : fiveClasses.indexOf(name))
const nonPerforming = fiveClasses.indexOf('次级')

export const dpdOn = ({ overdueSince }: LoanState, day: Day): number =>
  overdueSince === null ? 0 : Math.max(day - overdueSince, 0)

/** Everything that holds still on a day, when nothing was overdue since. */
function heldOn({ held, cleanSince, terms }: LoanState, day: Day): FiveClass | null {
  const isOver = cleanSince !== null && monthsLater(cleanSince, terms.cleanMonths) <= day
  return isOver ? null : held
}

export function classOn(state: LoanState, day: Day): FiveClass {
  const step = stepOf(dpdOn(state, day), state.terms.classDays)
  return classNamed(Math.max(step, stepNamed(heldOn(state, cleanUntil(state, day)))))
}

/** Days are clean until the one on which something is overdue. */
const cleanUntil = (state: LoanState, day: Day): Day =>
  state.overdueSince === null ? day : Math.min(state.overdueSince + 1, day)

function hold(state: LoanState, step: number, since: Day): void {
  state.held = heldOn(state, since)
  if (step > stepNamed(state.held)) state.held = classNamed(step)
}

/** The end of a day sees another oldest overdue day than the last one did. */
export function noteOverdue(state: LoanState, now: Day | null, day: Day): void {
  const before = state.overdueSince
  if (now === before) return
  state.overdueSince = now
  const reached = before === null ? 0 : day - 1 - before
  if (before === null || reached < 1) return
  const step = stepOf(reached, state.terms.classDays)
  hold(state, step >= nonPerforming ? step : 0, before + 1)
  state.cleanSince = dpdOn(state, day) === 0 ? day : null
}

/** 下调 by hand. */
export function downgrade(state: LoanState, to: FiveClass, day: Day): void {
  hold(state, fiveClasses.indexOf(to), cleanUntil(state, day))
  state.cleanSince = dpdOn(state, day) === 0 ? day : null
}

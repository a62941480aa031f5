import type { GlAccount } from '../../ledger/rules/ledger.ts'
import type { Fen } from './exact.ts'
import type { Explanation, Formula } from './explain.ts'
import { placeOf } from './explain.ts'
import type { LoanFold } from './fold.ts'
import { accruedUpTo, type Instalment, interestLeft } from './instalment.ts'
import type { LoanTerms } from './terms.ts'
import { askedOf, forgivenOf, openOf, paidOf, sumOf, wholeOf } from './totals.ts'

/**
 * The reason why the figures of a loan are what they are: the parts that each is added up of, and the facts behind
 * them.
 */

export function explainFigures(fold: LoanFold, terms: LoanTerms): Explanation[] {
  const { instalments, allocations, voided } = fold
  /** The facts that agreed the plans: the release, prepayments, extensions. */
  const agreedBy = [...new Set([...voided, ...instalments].map(({ origin }) => origin))]
  /** And what settled such a component. */
  const settledBy = (...components: string[]): number[] => [
    ...new Set([
      ...agreedBy,
      ...allocations.flatMap(({ fact, component }) =>
        fact !== null && components.includes(component) ? [fact] : [],
      ),
    ]),
  ]
  const figure = (
    of: string,
    formula: Formula,
    inputs: Readonly<Record<string, number>>,
    result: Fen,
    facts: readonly number[],
  ): Explanation => ({ of: `figure.${of}`, formula, inputs, rounding: 'none', result, facts })

  const asked = sumOf(instalments, askedOf)
  const paid = sumOf(instalments, paidOf)
  const forgiven = sumOf(instalments, forgivenOf)
  const isDue = ({ due }: Instalment): boolean => due <= fold.asOf
  const overdue = sumOf(
    instalments.filter(({ due }) => due < fold.asOf),
    openOf,
  )
  const due = sumOf(instalments.filter(isDue), openOf)
  // Fees are owed as soon as they are charged.
  const feesAhead = instalments
    .filter((one) => !isDue(one))
    .reduce((sum, one) => sum + one.fee - one.paidFee - one.waivedFee, 0)
  const everything = settledBy('principal', 'interest', 'fee', 'service_fee', 'penalty')
  return [
    figure(
      'outstandingPrincipal',
      'figure.outstandingPrincipal',
      { principal: asked.principal, paid: paid.principal },
      fold.outstandingPrincipal,
      settledBy('principal'),
    ),
    figure(
      'overdueAmount',
      'figure.overdueAmount',
      { principal: overdue.principal, interest: overdue.interest, fee: overdue.fee },
      fold.overdueAmount,
      everything,
    ),
    figure('dueToday', 'figure.dueToday', { ...due, fee: due.fee + feesAhead }, fold.dueToday, everything),
    figure(
      'penaltyDue',
      'figure.penaltyDue',
      { penalty: asked.penalty, paid: paid.penalty, waived: forgiven.penalty },
      fold.penaltyDue,
      settledBy('penalty'),
    ),
    figure(
      'feeDue',
      'figure.feeDue',
      { fee: due.fee, ahead: feesAhead },
      fold.feeDue,
      settledBy('fee', 'service_fee'),
    ),
    balance(fold, 'prepaid', '2203', fold.prepaid),
    balance(fold, 'deposit', '2241.01', fold.deposit),
    figure('due', 'figure.due', { ...asked }, wholeOf(asked), agreedBy),
    figure('paid', 'figure.paid', { ...paid }, wholeOf(paid), everything),
    figure(
      'left',
      'figure.left',
      { due: wholeOf(asked), paid: wholeOf(paid), waived: wholeOf(forgiven) },
      wholeOf(asked) - wholeOf(paid) - wholeOf(forgiven),
      everything,
    ),
    ...accrued(fold, terms),
  ]
}

/** Everything that came into a balance and what went out of it, as the books have it. */
function balance({ entries }: LoanFold, of: string, account: GlAccount, result: Fen): Explanation {
  let into = 0
  let out = 0
  const facts = new Set<number>()
  for (const { fact, lines } of entries)
    for (const line of lines) {
      if (line.account !== account) continue
      if (line.fen < 0) into -= line.fen
      else out += line.fen
      if (fact !== null) facts.add(fact)
    }
  return {
    of: `figure.${of}`,
    formula: 'figure.balance',
    inputs: { into, out },
    rounding: 'none',
    result,
    facts: [...facts],
  }
}

/** 应计利息 of the periods that have begun and are not due. */
const accrued = ({ instalments, asOf }: LoanFold, terms: LoanTerms): Explanation[] =>
  instalments.flatMap((one) => {
    if (one.due <= asOf || one.start >= asOf || one.interest === 0) return []
    return [
      {
        of: `figure.accruedInterest.${one.version}.${placeOf(one)}`,
        formula: 'accrual.days' as const,
        inputs: {
          balance: one.balanceAfter + one.principal,
          rate: terms.annualRate,
          basis: terms.basis,
          days: asOf - one.start,
          most: one.interest,
        },
        rounding: 'half_up' as const,
        result: Math.max(Math.min(accruedUpTo(one, asOf, terms), interestLeft(one)), 0),
        facts: [one.origin],
      },
    ]
  })

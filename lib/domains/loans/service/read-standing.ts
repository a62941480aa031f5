import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { bookDays } from '../../ledger/service/days.ts'
import type { loans } from '../contract.ts'
import { dayOf, dayText } from '../rules/day.ts'
import { moneyOf } from '../rules/exact.ts'
import { countingFacts } from '../rules/facts.ts'
import { foldLoan, type LoanFold } from '../rules/fold.ts'
import { feeLeft, interestLeft } from '../rules/instalment.ts'
import { figuresOf } from '../rules/loan-change.ts'
import { factsOf } from './loan-facts.ts'
import type { Loan } from './loan-record.ts'

/** 借据现状: what stands of a loan on the business day, for whoever is about to book something on it. */

type Standing = OutputOf<typeof loans.standing>

export async function readStanding(loan: Loan, call: Call): Promise<Standing> {
  const { today } = await bookDays(call)
  const facts = (await factsOf([loan.id])).get(loan.id) ?? []
  const fold = foldLoan(loan.terms, facts, dayOf(today))
  const { loanNo, rowVersion, customerName } = loan
  return {
    loanId: loan.id,
    loanNo,
    rowVersion,
    customerName,
    today,
    isFunded: loan.terms.funder !== null,
    figures: figuresOf(fold),
    unpaid: unpaidOf(fold),
    facts: countingFacts(facts, Number.POSITIVE_INFINITY)
      .filter(({ kind }) => kind !== 'release')
      .sort((a, b) => b.id - a.id)
      .map((fact) => ({
        factNo: fact.id,
        kind: fact.kind,
        amount: 'amount' in fact ? moneyOf(fact.amount) : null,
        valueDate: dayText(fact.day),
      })),
  }
}

const unpaidOf = ({ instalments, asOf }: LoanFold): Standing['unpaid'] =>
  instalments
    .filter(({ kind, start }) => kind !== 'prepayment' && start < asOf)
    .map((one) => ({
      periodNo: one.periodNo,
      dueDate: dayText(one.due),
      penalty: moneyOf(one.penalty - one.paidPenalty - one.waivedPenalty),
      interest: moneyOf(Math.max(interestLeft(one), 0)),
      fee: moneyOf(feeLeft(one)),
    }))
    .filter(({ penalty, interest, fee }) => penalty !== '0.00' || interest !== '0.00' || fee !== '0.00')

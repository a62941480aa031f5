import { notFound, textOf } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { factBody } from '../rules/fact-input.ts'
import { borrowerList, customerList, exportBorrowers, exportCustomers } from './borrower-lists.ts'
import { exportInstalments, instalmentList } from './instalment-list.ts'
import {
  exportLoans,
  exportOverdue,
  exportSettled,
  loanList,
  overdueList,
  settledList,
} from './loan-lists.ts'
import { readLoans } from './loan-record.ts'
import { previewFact } from './preview-fact.ts'
import { proposeFact } from './propose-fact.ts'
import { readStanding } from './read-standing.ts'
import { explainAmount, readDifference, readStatement } from './read-statement.ts'

export const loanHandlers: HandlersOf<Contracts['loans']> = {
  list: loanList.page,
  exportList: exportLoans,
  overdue: overdueList.page,
  exportOverdue,
  settled: settledList.page,
  exportSettled,
  instalments: instalmentList.page,
  exportInstalments,
  borrowers: borrowerList.page,
  exportBorrowers,
  customers: customerList.page,
  exportCustomers,
  get: readStatement,
  explain: explainAmount,
  difference: readDifference,
  async standing({ loanId }, call) {
    const [loan] = await readLoans([loanId], call)
    if (!loan) throw notFound()
    return readStanding(loan, call)
  },
  async preview({ loanId, valueDate, fact }, call) {
    const [loan] = await readLoans([loanId], call)
    if (!loan) throw notFound()
    const { change, refusal } = await previewFact(loan, factBody(fact), valueDate, await bookDays(call))
    return { ...change, refusal: refusal === undefined ? null : textOf(refusal) }
  },
  propose: (input, call, loan) => proposeFact('loanFact', input, call, loan),
  payOut: (input, call, loan) => proposeFact('loanPayout', input, call, loan),
  writeOff: (input, call, loan) => proposeFact('writeOff', input, call, loan),
}

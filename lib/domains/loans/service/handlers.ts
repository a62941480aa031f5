import { notFound, textOf } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { factBody } from '../rules/fact-input.ts'
import { exportLoans, loanList } from './loan-lists.ts'
import { readLoans } from './loan-record.ts'
import { previewFact } from './preview-fact.ts'
import { proposeFact } from './propose-fact.ts'

export const loanHandlers: HandlersOf<Contracts['loans']> = {
  list: loanList.page,
  exportList: exportLoans,
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

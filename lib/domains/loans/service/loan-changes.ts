import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { factBody, factInput } from '../rules/fact-input.ts'
import type { NewFact } from './loan-facts.ts'
import { type Loan, readLoans } from './loan-record.ts'
import { previewFact } from './preview-fact.ts'
import { bookFact } from './project-loan.ts'

/** A fact that was made by one person and checked by another: judged anew, by the rule by which it was made. */

const checkedFact = changeKind({
  content: z.object({ valueDate: z.string(), fact: factInput, lastFactNo: z.number().int() }),
  lock: async (loanId, call) => (await readLoans([loanId], call, true))[0],
  async judge({ valueDate, fact, lastFactNo }, loan: Loan, call): Promise<FieldMessage | undefined> {
    const preview = await previewFact(loan, factBody(fact), valueDate, await bookDays(call))
    return preview.lastFactNo === lastFactNo ? preview.refusal : 'loans.refusals.changed'
  },
  async apply({ valueDate, fact }, loan, { changeId, madeBy }, call) {
    const days = await bookDays(call)
    const { body } = await previewFact(loan, factBody(fact), valueDate, days)
    const booked = { ...body, eventId: `change:${changeId}`, valueDate, checkedBy: call.actor.id }
    await bookFact(loan.id, booked as NewFact, days, { actor: { id: madeBy }, now: call.now })
  },
  // The loan is as it was.
  async leave() {},
})

/** 贷后变更, 贷后付款, 核销: the same rule behind three permissions. */
export const loanFactChange = checkedFact
export const loanPayoutChange = checkedFact
export const writeOffChange = checkedFact

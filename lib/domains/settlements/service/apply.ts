import { audit } from '../../../platform/audit.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, notFound, refused, refusedBy, taken } from '../../../platform/errors.ts'
import { addDays, daysBetween } from '../../../rules/business-date.ts'
import { bookDays } from '../../ledger/service/days.ts'
import { dayOf } from '../../loans/rules/day.ts'
import { factsOf } from '../../loans/service/loan-facts.ts'
import { type Loan, readLoans } from '../../loans/service/loan-record.ts'
import { nextSettlementNo } from '../../orders/service/number-series.ts'
import type { settlements } from '../contract.ts'
import { offerOn } from '../rules/offer.ts'
import { settlementLimits } from '../rules/settlement.ts'
import { settleApply } from '../table.ts'
import { approvalProposal } from './settlement-changes.ts'
import {
  answerOf,
  figuresText,
  loanOf,
  moveSettlement,
  noMoney,
  noteStep,
  offerOf,
  offerView,
  refusalOf,
  requireStep,
  type Settlement,
  sameFigures,
  wishOf,
} from './settlement-record.ts'

/** 试算, and an application until a second person judges it. */

/** @throws 400 for more days than are asked for at once, 404 */
export async function trial(
  { loanId, from, to, ...wished }: ParsedInputOf<typeof settlements.trial>,
  call: Call,
) {
  const [loan] = await readLoans([loanId], call)
  if (!loan) throw notFound()
  if (from < loan.valueDate) throw badInput({ from: 'loans.refusals.beforeRelease' })
  const last = daysBetween(from, to)
  if (last < 0 || last > settlementLimits.aheadDays) throw badInput({ to: 'settlements.refusals.range' })
  const facts = (await factsOf([loan.id])).get(loan.id) ?? []
  const wish = wishOf(wished)
  const first = dayOf(from)
  const days = Array.from({ length: last + 1 }, (_, k) =>
    offerView(offerOn(loan.terms, facts, first + k, wish)),
  )
  return { days }
}

type Said = Omit<ParsedInputOf<typeof settlements.create>, 'loanId' | 'eventId'>

/**
 * The part of the input that is kept, with the quote of its day. @throws 400, 422 with the reason why the day refuses
 * it
 */
async function quoted(loan: Loan, said: Said, call: Call) {
  const { today } = await bookDays(call)
  const { kind, quoteDate, reason, note, way } = said
  if (quoteDate < today) throw badInput({ quoteDate: 'settlements.refusals.dayPast' })
  if (quoteDate > addDays(today, settlementLimits.aheadDays))
    throw badInput({ quoteDate: 'settlements.refusals.dayFar' })
  const { waivedBreach, waivedInterest, wantedDeposit, amount } = said
  const wish = { kind, waivedBreach, waivedInterest, wantedDeposit, amount, way }
  const offer = await offerOf(loan, quoteDate, wishOf(wish))
  const refusal = refusalOf(offer)
  if (refusal) throw refusedBy(refusal)
  const figures = figuresText(offer)
  const kept = { ...wish, quoteDate, reason, note, ...figures }
  return { kept, details: { kind, quoteDate, payable: figures.payable, waived: figures.waiveAmount } }
}

/** @throws 409 while another one of the loan is under way */
export async function create(input: ParsedInputOf<typeof settlements.create>, call: Call, loan: Loan) {
  const { kept, details } = await quoted(loan, input, call)
  const [row] = await db()
    .insert(settleApply)
    .values({
      ...kept,
      loanId: loan.id,
      orderId: loan.orderId,
      applyNo: await nextSettlementNo(call.today),
      createdBy: call.actor.id,
      createdAt: call.now.toISOString(),
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw taken('settlements.refusals.live')
  await noteStep(row, 'create', call, details)
  await audit({
    after: { applyNo: row.applyNo, loanNo: loan.loanNo, ...details },
  })
  return { id: row.id, status: row.status, rowVersion: row.rowVersion }
}

export async function save(input: ParsedInputOf<typeof settlements.save>, call: Call, row: Settlement) {
  const { today } = await bookDays(call)
  requireStep('save', row, today)
  const { kept, details } = await quoted(await loanOf(row), input, call)
  // Nobody has approved this quote, and what an earlier one was booked by is its own affair.
  const anew = {
    ...kept,
    approvedBy: null,
    approvedAt: null,
    factEvent: null,
    bookedBy: null,
    bookedAt: null,
    ...noMoney,
  }
  const moved = await moveSettlement(row, 'save', call, anew, details)
  await audit({ before: { quoteDate: row.quoteDate, payable: row.payable }, after: details })
  return answerOf(moved)
}

/** @throws 422 where the loan is no longer as it was quoted */
export async function submit(_input: ParsedInputOf<typeof settlements.submit>, call: Call, row: Settlement) {
  const { today } = await bookDays(call)
  requireStep('submit', row, today)
  const loan = await loanOf(row)
  const offer = await offerOf(loan, row.quoteDate, wishOf(row))
  const refusal = refusalOf(offer)
  if (refusal) throw refusedBy(refusal)
  if (!sameFigures(row, offer)) throw refused('settlements.refusals.changed')
  await propose('settlement', approvalProposal(row), call)
  const moved = await moveSettlement(row, 'submit', call)
  await audit({ before: { status: row.status }, after: { status: moved.status, payable: row.payable } })
  return answerOf(moved)
}

export async function withdraw(
  { reason }: ParsedInputOf<typeof settlements.withdraw>,
  call: Call,
  row: Settlement,
) {
  const { today } = await bookDays(call)
  requireStep('withdraw', row, today)
  const moved = await moveSettlement(row, 'withdraw', call, {}, { reason })
  await audit({ before: { status: row.status }, after: { status: moved.status, reason } })
  return answerOf(moved)
}

import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { changeKind, type Left } from '../../../platform/changes/change-kind.ts'
import type { Proposal } from '../../../platform/changes/propose.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import { type FieldMessage, textOf } from '../../../platform/errors.ts'
import { compareMoney } from '../../../rules/money.ts'
import { formatMoney } from '../../../rules/money-text.ts'
import { type BookDays, bookDays } from '../../ledger/service/days.ts'
import { fenOf } from '../../loans/rules/exact.ts'
import type { NewFact } from '../../loans/service/loan-facts.ts'
import { type Preview, previewFact } from '../../loans/service/preview-fact.ts'
import { bookFact } from '../../loans/service/project-loan.ts'
import { takenAlready } from '../../repayments/service/take-money.ts'
import { factOfWish } from '../rules/offer.ts'
import type { OfferFigure } from '../rules/offer-figures.ts'
import { isPrepayment, type SettlementStep, settlementCan } from '../rules/settlement.ts'
import {
  loanOf,
  lockSettlement,
  moveSettlement,
  noMoney,
  offerOf,
  refusalOf,
  type Settlement,
  sameFigures,
  wishOf,
} from './settlement-record.ts'

/** 审核 of a quote with what it waives, and 核销 of the money: each by a second person. */

/** Figures that the second person reads beside the sum; what is nothing is left out. */
const shown = [
  'principal',
  'interest',
  'overdueTotal',
  'penalty',
  'fee',
  'otherFee',
  'waiveAmount',
  'depositOffset',
  'prepaidOffset',
  'feeRefund',
] as const satisfies readonly OfferFigure[]

const names = (row: Settlement): ChangeLine[] => [
  { field: 'applyNo', kind: 'text', value: row.applyNo },
  { field: 'loanNo', kind: 'text', value: row.loanNo },
  { field: 'customerName', kind: 'text', value: row.customerName },
  { field: 'settlementKind', kind: 'text', value: row.kind },
  ...(isPrepayment(row.kind)
    ? [{ field: 'prepayWay', kind: 'text', value: say(`settlements.ways.${row.way}`) } as const]
    : []),
  { field: 'quoteDate', kind: 'text', value: row.quoteDate },
]

export const approvalProposal = (row: Settlement): Proposal => ({
  aboutId: row.id,
  orderId: row.orderId,
  title: row.applyNo,
  amount: row.payable,
  reason: row.note === '' ? row.reason : `${row.reason} ${row.note}`,
  content: { quoteDate: row.quoteDate, payable: row.payable, waived: row.waiveAmount },
  lines: [
    ...names(row),
    { field: 'payable', kind: 'money', value: row.payable },
    ...shown.flatMap((field): ChangeLine[] =>
      compareMoney(row[field], '0') === 0 ? [] : [{ field, kind: 'money', value: row[field] }],
    ),
  ],
})

const channelOf = ({ channel }: Settlement) => channel ?? 'transfer'

/** @param proof its hash: what is checked is what was shown */
export const bookingProposal = (row: Settlement, proof: string): Proposal => ({
  aboutId: row.id,
  orderId: row.orderId,
  title: row.applyNo,
  amount: row.paidAmount,
  content: { thirdNo: row.thirdNo ?? '', paidAmount: row.paidAmount ?? '', proof },
  lines: [
    ...names(row),
    { field: 'received', kind: 'money', value: row.paidAmount ?? '' },
    { field: 'payable', kind: 'money', value: row.payable },
    { field: 'payer', kind: 'text', value: row.payer ?? '' },
    { field: 'paidOn', kind: 'text', value: row.quoteDate },
    { field: 'payMethod', kind: 'text', value: say(`repayments.channels.${channelOf(row)}`) },
    { field: 'reference', kind: 'text', value: row.thirdNo ?? '' },
  ],
})

const stepRefusal = (step: SettlementStep, row: Settlement, today: string): FieldMessage | undefined => {
  const answer = settlementCan(step, { ...row, isApproved: row.approvedAt !== null }, today)
  return answer.ok ? undefined : answer.reason
}

/** 审核: the loan is still as it was quoted, and the day of the quote is not over. */
export const settlementChange = changeKind({
  content: z.object({ quoteDate: z.string(), payable: z.string(), waived: z.string() }),
  lock: lockSettlement,
  async judge({ quoteDate, payable }, row: Settlement, call): Promise<FieldMessage | undefined> {
    if (row.status !== '待审核') return 'changes.refusals.isOver'
    const { today } = await bookDays(call)
    if (row.quoteDate !== quoteDate || row.payable !== payable) return 'changes.refusals.otherContent'
    const refusal = stepRefusal('approve', row, today)
    if (refusal) return refusal
    const offer = await offerOf(await loanOf(row), row.quoteDate, wishOf(row))
    return refusalOf(offer) ?? (sameFigures(row, offer) ? undefined : 'settlements.refusals.changed')
  },
  async apply(_content, row, _approved, call) {
    const approved = { approvedBy: call.actor.id, approvedAt: call.now.toISOString() }
    await moveSettlement(row, 'approve', call, approved)
  },
  async leave(_content, row, how, why) {
    if (row.status === '待审核') await moveSettlement(row, leaves[how], why, {}, spoken(why))
  },
})

const leaves = { refused: 'refuse', withdrawn: 'recall', expired: 'expire' } as const
const spoken = ({ reason }: Left): Readonly<Record<string, string>> => (reason === '' ? {} : { reason })

/**
 * Everything that the booking of an application changes, by the money that came or the sum that is due, and why it
 * cannot be.
 */
export async function previewBooking(row: Settlement, days: BookDays): Promise<Preview> {
  const fact = factOfWish(wishOf(row), fenOf(row.paidAmount ?? row.payable))
  return previewFact(await loanOf(row), fact, row.quoteDate, days)
}

/** 核销: the fact is booked in the transaction in which somebody else has seen the money. */
export const settlementBookingChange = changeKind({
  content: z.object({ thirdNo: z.string(), paidAmount: z.string(), proof: z.string() }),
  lock: lockSettlement,
  async judge({ thirdNo, paidAmount }, row: Settlement, call): Promise<FieldMessage | undefined> {
    if (row.status !== '待核销') return 'changes.refusals.isOver'
    if (row.thirdNo !== thirdNo || row.paidAmount !== paidAmount) return 'changes.refusals.otherContent'
    const taken = await takenAlready(channelOf(row), thirdNo, call)
    if (taken) return taken
    const { refusal, after } = await previewBooking(row, await bookDays(call))
    if (refusal) return { key: 'settlements.refusals.cannotBook', params: { why: textOf(refusal) } }
    return isPrepayment(row.kind) && after.settledOn !== null
      ? {
          key: 'settlements.refusals.wholePrincipal',
          params: { principal: formatMoney(row.principal) },
        }
      : undefined
  },
  async apply(_content, row, { changeId, madeBy }, call) {
    const eventId = `change:${changeId}`
    const source = {
      channel: channelOf(row),
      thirdNo: row.thirdNo ?? '',
      payerName: row.payer ?? '',
      payerCard: '',
    }
    const fact = {
      ...factOfWish(wishOf(row), fenOf(row.paidAmount ?? '0')),
      source,
      eventId,
      valueDate: row.quoteDate,
      checkedBy: call.actor.id,
    }
    const booked = { factEvent: eventId, bookedBy: call.actor.id, bookedAt: call.now.toISOString() }
    await bookFact(row.loanId, fact as NewFact, await bookDays(call), {
      actor: { id: madeBy },
      now: call.now,
    })
    await moveSettlement(row, 'book', call, booked)
  },
  async leave(_content, row, _how, why) {
    if (row.status === '待核销') await moveSettlement(row, 'sendBack', why, noMoney, spoken(why))
  },
})

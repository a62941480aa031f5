'use client'
import { verb } from '@/components/verb/verb'
import { codeOptions } from '@/lib/client/options'
import { type SettlementRow, settlements } from '@/lib/domains/settlements/contract'
import {
  isDraft,
  settlementCan,
  settlementFits,
  settlementLimits,
  settleReasons,
} from '@/lib/domains/settlements/rules/settlement'
import type { InputOf } from '@/lib/platform/contract/endpoint'

/** Everything that can be done with an application beside its decisions, which a second person takes. */

/** The day is over for the service alone, which knows the business day: a row says whether it is. */
const permitOf =
  (step: 'submit' | 'withdraw') =>
  ({ status, quoteDate, isApproved, isPast }: SettlementRow) =>
    settlementCan(step, { status, quoteDate, isApproved }, isPast ? '9999-12-31' : quoteDate)

export const submitSettlement = verb(settlements.submit, {
  label: 'settlements.submit',
  main: true,
  of: ({ status }: SettlementRow) => isDraft(status),
  permit: permitOf('submit'),
  name: ({ applyNo }) => applyNo,
  ask: 'settlements.submitAsk',
  input: ({ id }) => ({ id }),
  done: 'settlements.submitted',
})

export const withdrawSettlement = verb(settlements.withdraw, {
  label: 'settlements.withdraw',
  tone: 'danger',
  of: ({ status }: SettlementRow) => settlementFits('withdraw', status),
  permit: permitOf('withdraw'),
  name: ({ applyNo }) => applyNo,
  ask: 'settlements.withdrawAsk',
  fields: {
    reason: {
      kind: 'text',
      label: 'settlements.withdrawReason',
      required: true,
      maxLength: settlementLimits.note,
    },
  },
  input: ({ id }, { reason }) => ({ id, reason }),
  done: 'settlements.withdrawn',
})

/** A trial that is to become an application, or the new quote of one. */
export type Trial = Omit<InputOf<typeof settlements.create>, 'reason' | 'note' | 'eventId'> & {
  id: number | null
  rowVersion: number
  payable: string
  reason: string
  note: string
}
const reasonOf = (reason: string) => reason as InputOf<typeof settlements.create>['reason']
const fields = {
  reason: {
    kind: 'select',
    label: 'settlements.reason',
    required: true,
    options: () => codeOptions('settlements.reasons', settleReasons),
    value: ({ reason }: Trial) => reason,
  },
  note: {
    kind: 'text',
    label: 'settlements.note',
    maxLength: settlementLimits.note,
    value: ({ note }: Trial) => note,
  },
} as const
const quoteOf = ({ kind, quoteDate, waivedBreach, waivedInterest, wantedDeposit, amount, way }: Trial) => ({
  kind,
  quoteDate,
  waivedBreach,
  waivedInterest,
  wantedDeposit,
  amount,
  way,
})
const words = ({ quoteDate, payable }: Trial) => ({ day: quoteDate, payable })

export const createSettlement = verb(settlements.create, {
  fields,
  words,
  label: 'settlements.create',
  main: true,
  of: ({ id }: Trial) => id === null,
  name: ({ quoteDate }) => quoteDate,
  ask: 'settlements.createAsk',
  input: (trial, { reason, note }) => ({
    ...quoteOf(trial),
    loanId: trial.loanId,
    reason: reasonOf(reason),
    note,
  }),
  done: 'settlements.created',
})

export const quoteAgain = verb(settlements.save, {
  fields,
  words,
  label: 'settlements.save',
  main: true,
  of: ({ id }: Trial) => id !== null,
  name: ({ quoteDate }) => quoteDate,
  ask: 'settlements.saveAsk',
  input: (trial, { reason, note }) => ({
    ...quoteOf(trial),
    id: trial.id ?? 0,
    reason: reasonOf(reason),
    note,
  }),
  done: 'settlements.saved',
})

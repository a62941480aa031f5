import { verb } from '@/components/verb/verb'
import { codeOptions, listOptions } from '@/lib/client/options'
import type { MessageKey } from '@/lib/i18n/translator'
import { type OutsideRow, outside } from '@/lib/platform/outside/contract'
import {
  mostReason,
  objectionNames,
  objections,
  refusals,
  type Simulated,
} from '@/lib/platform/outside/rules/outside'

const isAskable = ({ simulated, nextAt }: OutsideRow) => simulated && nextAt !== null

const resend = verb(outside.resend, {
  label: 'outside.resend',
  of: ({ status }: OutsideRow) => status === 'dead',
  permit: ({ status, kept }: OutsideRow) =>
    status !== 'dead'
      ? { ok: false, reason: 'outside.notDead' }
      : kept
        ? { ok: true }
        : { ok: false, reason: 'outside.forgotten' },
  name: ({ summary }: OutsideRow) => summary,
  input: ({ id }) => ({ id }),
  many: 'outside.resendMany',
  done: 'outside.resent',
})

type Told = { outcome: Simulated['outcome']; late?: boolean; twice?: boolean }

/** An answer of the simulator to an open request. */
const answer = (label: MessageKey, told: Told, many?: MessageKey) =>
  verb(outside.simulate, {
    label,
    of: isAskable,
    name: ({ summary }: OutsideRow) => summary,
    input: ({ id }) => ({ id, ...told }),
    ...(many && { many }),
    done: 'outside.answered',
  })

const refuse = verb(outside.simulate, {
  label: 'outside.answerRefused',
  of: isAskable,
  name: ({ summary }: OutsideRow) => summary,
  ask: 'outside.answerRefused',
  fields: {
    reason: {
      kind: 'select',
      label: 'outside.refusal',
      required: true,
      options: ({ port }: OutsideRow) =>
        listOptions(refusals[port].map((reason) => ({ value: reason, label: reason }))),
    },
  },
  input: ({ id }, { reason }) => ({ id, outcome: 'refused' as const, reason }),
  done: 'outside.answered',
})

const object = verb(outside.simulate, {
  label: 'outside.answerObjection',
  of: (row: OutsideRow) => isAskable(row) && objections[row.port] !== undefined,
  name: ({ summary }: OutsideRow) => summary,
  ask: 'outside.answerObjection',
  fields: {
    result: {
      kind: 'select',
      label: 'outside.result',
      required: true,
      options: ({ port }: OutsideRow) => codeOptions('outside.values', objections[port] ?? []),
    },
    reason: { kind: 'text', label: 'outside.refusal', required: true, maxLength: mostReason },
  },
  input: ({ id }, { result, reason }) => ({
    id,
    outcome: 'objection' as const,
    reason,
    result: objectionNames.find((one) => one === result),
  }),
  done: 'outside.answered',
})

export const outsideVerbs = {
  resend,
  answerDone: answer('outside.answerDone', { outcome: 'done' }, 'outside.answerMany'),
  object,
  refuse,
  answerLate: answer('outside.answerLate', { outcome: 'done', late: true }),
  answerTwice: answer('outside.answerTwice', { outcome: 'done', twice: true }),
  answerGarbage: answer('outside.answerGarbage', { outcome: 'garbage' }),
  answerFault: answer('outside.answerFault', { outcome: 'fault' }),
  answerNever: answer('outside.answerNever', { outcome: 'never' }),
}

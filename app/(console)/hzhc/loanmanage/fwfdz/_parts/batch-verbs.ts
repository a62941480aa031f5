import { verb } from '@/components/verb/verb'
import { callOptions } from '@/lib/client/options'
import { type FeeBatchRow, serviceFees } from '@/lib/domains/service-fees/contract'
import { type BatchStep, batchCan, feeLimits, isAgreed } from '@/lib/domains/service-fees/rules/fee-batch'
import { formatMoney } from '@/lib/rules/money-text'

/** The verbs of a batch, in the list and in the head of its page. A step that is none of its state is not offered. */

const name = ({ batchNo }: FeeBatchRow) => batchNo
const of = (step: BatchStep) => (row: FeeBatchRow) => batchCan(step, row).ok
const why = {
  kind: 'text',
  label: 'serviceFees.reason',
  required: true,
  maxLength: feeLimits.reason,
} as const

export const compare = verb(serviceFees.compare, {
  label: 'serviceFees.compare',
  of: of('compare'),
  name,
  ask: 'serviceFees.compareTitle',
  note: 'serviceFees.compareNote',
  input: ({ id }) => ({ batchId: id }),
  done: 'serviceFees.compared',
})
export const confirmFirst = verb(serviceFees.confirmFirst, {
  label: 'serviceFees.confirmFirst',
  of: of('confirmFirst'),
  name,
  ask: 'serviceFees.confirmFirstTitle',
  note: 'serviceFees.confirmFirstNote',
  input: ({ id }) => ({ batchId: id }),
  done: 'serviceFees.confirmedFirst',
})
export const confirm = verb(serviceFees.confirm, {
  label: 'serviceFees.confirm',
  of: ({ status }: FeeBatchRow) => isAgreed(status),
  permit: (row: FeeBatchRow) => batchCan('confirm', row),
  name,
  ask: 'serviceFees.confirmTitle',
  note: 'serviceFees.confirmNote',
  input: ({ id }) => ({ batchId: id }),
  done: 'serviceFees.confirmed',
})
export const reopen = verb(serviceFees.reopen, {
  label: 'serviceFees.reopen',
  tone: 'danger',
  of: of('reopen'),
  name,
  ask: 'serviceFees.reopenTitle',
  note: 'serviceFees.reopenNote',
  fields: { reason: why },
  input: ({ id }, { reason }) => ({ batchId: id, reason }),
  done: 'serviceFees.reopened',
})
export const invoice = verb(serviceFees.invoice, {
  label: 'serviceFees.invoice',
  of: of('invoice'),
  name,
  ask: 'serviceFees.invoiceTitle',
  fields: {
    invoiceNo: {
      kind: 'line',
      label: 'serviceFees.invoiceNo',
      required: true,
      maxLength: feeLimits.invoiceNo,
    },
  },
  input: ({ id }, { invoiceNo }) => ({ batchId: id, invoiceNo }),
  done: 'serviceFees.invoiced',
})
export const cancel = verb(serviceFees.cancel, {
  label: 'serviceFees.cancel',
  tone: 'danger',
  of: of('cancel'),
  name,
  ask: 'serviceFees.cancelTitle',
  note: 'serviceFees.cancelNote',
  fields: { reason: why },
  input: ({ id }, { reason }) => ({ batchId: id, reason }),
  done: 'serviceFees.cancelled',
})
export const settle = verb(serviceFees.settle, {
  label: 'serviceFees.settle',
  of: of('settle'),
  name,
  ask: 'serviceFees.settleTitle',
  note: 'serviceFees.settleNote',
  fields: {
    flowId: {
      kind: 'select',
      label: 'serviceFees.flow',
      required: 'serviceFees.noFlow',
      options: ({ id }: FeeBatchRow) => flowsOf(id),
    },
  },
  input: ({ id }, { flowId }) => ({ batchId: id, flowId: Number(flowId) }),
  done: 'serviceFees.settled',
})

const flowsOf = (batchId: number) =>
  callOptions(serviceFees.flows, { batchId }, (rows) =>
    rows.map(({ id, flowNo, amount, counterparty, bizDay }) => ({
      value: String(id),
      label: [bizDay, counterparty, formatMoney(amount), flowNo].filter(Boolean).join(' '),
    })),
  )

import { change } from '../../../platform/change-row.ts'
import { propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { refusedBy } from '../../../platform/errors.ts'
import type { fundFlows } from '../contract.ts'
import { fundFlow } from '../table.ts'
import { judgeUnmatch } from './unmatch-change.ts'
import { type Flow, livePartsOf } from './write-match.ts'

/** @throws 422 for one that booked nothing */
export async function askUnmatch(
  { reason }: ParsedInputOf<typeof fundFlows.askUnmatch>,
  call: Call,
  flow: Flow,
) {
  const refusal = await judgeUnmatch(flow, call)
  if (refusal) throw refusedBy(refusal)
  const parts = await livePartsOf([flow.id])
  await propose(
    'flowUnmatch',
    {
      aboutId: flow.id,
      title: flow.flowNo,
      content: { reason },
      amount: flow.amount,
      reason,
      lines: [
        { field: 'flowNo', kind: 'text', value: flow.flowNo },
        { field: 'payer', kind: 'text', value: flow.counterparty },
        { field: 'amount', kind: 'money', value: flow.amount },
        { field: 'paidOn', kind: 'text', value: flow.bizDay },
        { field: 'loanNo', kind: 'text', value: parts.map(({ title }) => title).join('、') },
      ],
    },
    call,
  )
  await change(fundFlow, flow, {}, { after: { flowNo: flow.flowNo, reason } })
  return { id: flow.id, rowVersion: flow.rowVersion + 1 }
}

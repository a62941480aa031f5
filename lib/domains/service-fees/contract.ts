import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { id, line, listInput, page } from '../../platform/contract/wire.ts'
import { statementLimits } from '../fund-flows/rules/statement.ts'
import { batchStates, compareStates, feeLimits, monthForm, resolutions } from './rules/fee-batch.ts'
import { feeFindings } from './rules/fee-statement.ts'

/** 服务费对账: what funders of assisted loans owe for each month, until it is settled with their money. */

const batchRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  batchNo: z.string(),
  capitalId: z.number().int(),
  capitalName: z.string(),
  periodFrom: z.string(),
  periodTo: z.string(),
  ourCount: z.number().int(),
  ourAmount: z.string(),
  theirCount: z.number().int(),
  theirAmount: z.string(),
  matchedCount: z.number().int(),
  diffCount: z.number().int(),
  diffAmount: z.string(),
  status: z.enum(batchStates),
  confirmedFirst: z.boolean(),
  /** The money that settled it was taken back: it is settled once more. */
  unsettled: z.boolean(),
  invoiceNo: z.string().nullable(),
  settledOn: z.string().nullable(),
  settledAmount: z.string().nullable(),
})
export type FeeBatchRow = z.output<typeof batchRow>

const lineRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  batchId: z.number().int(),
  loanNo: z.string(),
  orderId: z.number().int().nullable(),
  customerName: z.string().nullable(),
  periodNo: z.number().int(),
  received: z.boolean(),
  ourAmount: z.string(),
  theirAmount: z.string().nullable(),
  diff: z.string(),
  matchStatus: z.enum(compareStates),
  resolve: z.enum(resolutions),
  note: z.string(),
})
export type FeeLineRow = z.output<typeof lineRow>

const access = ['service_fee:save', 'service_fee:confirm', 'fund_flow:match'] as const
const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })
const reason = z.string().trim().min(1, 'rules.required').max(feeLimits.reason)
const onBatch = z.object({ batchId: id() })

export const serviceFees = {
  /** 服务费对账; `q` is a part of a batch number. */
  list: read({
    method: 'POST',
    path: '/biz/servicefee/list',
    access,
    of: ['feeBatch', 'fundFlow'],
    input: z.object({
      ...listInput('periodFrom:desc', 'batchNo'),
      capitalId: id().optional(),
      status: z.enum(batchStates).optional(),
    }),
    output: page(batchRow),
  }),
  /** One batch, with what of its statement could not be read. */
  get: read({
    method: 'POST',
    path: '/biz/servicefee/get',
    access,
    of: ['feeBatch', 'fundFlow'],
    input: onBatch,
    output: batchRow.extend({
      statementName: z.string().nullable(),
      /** The sum that would be settled, as its lines stand. */
      toSettle: z.string(),
      openCount: z.number().int(),
      firstConfirmedByName: z.string().nullable(),
      confirmedByName: z.string().nullable(),
      cancelReason: z.string().nullable(),
      wrong: z.array(z.object({ row: z.number().int(), finding: z.enum(feeFindings), value: z.string() })),
    }),
  }),
  /** 对账明细 of a batch; `q` is a part of a loan's number. */
  lines: read({
    method: 'POST',
    path: '/biz/servicefee/lines',
    access,
    of: ['feeBatch', 'feeLine', 'order'],
    input: z.object({
      ...listInput('loanNo:asc'),
      batchId: id(),
      matchStatus: z.enum(compareStates).optional(),
      resolve: z.enum(resolutions).optional(),
    }),
    output: page(lineRow),
  }),
  /** 生成 of a funder and a month. */
  make: write({
    method: 'POST',
    path: '/biz/servicefee/make',
    access: ['service_fee:save'],
    writes: { on: 'feeBatch', action: 'service_fee.make' },
    input: z.object({ capitalId: id(), month: z.string().regex(monthForm, 'serviceFees.badMonth') }),
    output: written,
  }),
  /** 上传 of the funder's statement: xlsx or csv with 借据号, 期次 and 服务费. */
  readStatement: write({
    method: 'POST',
    path: '/biz/servicefee/statement',
    access: ['service_fee:save'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.read' },
    kind: 'upload',
    maxBytes: statementLimits.bytes + 16 * 1024,
    input: onBatch,
    output: written.extend({ read: z.number().int(), wrong: z.number().int() }),
  }),
  /** 对账: each line beside the funder's. */
  compare: write({
    method: 'POST',
    path: '/biz/servicefee/compare',
    access: ['service_fee:save'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.compare' },
    input: onBatch,
    output: written,
  }),
  /** 处理 of lines that differ. */
  resolve: write({
    method: 'POST',
    path: '/biz/servicefee/resolve',
    access: ['service_fee:save'],
    writes: { on: 'feeLine', id: 'lineId', action: 'service_fee.resolve', many: true },
    input: z.object({
      lineId: id(),
      resolve: z.enum(resolutions),
      note: z.string().trim().min(1, 'rules.required').max(feeLimits.note),
    }),
    output: written,
  }),
  /** 资方确认, the first of two. */
  confirmFirst: write({
    method: 'POST',
    path: '/biz/servicefee/confirm/first',
    access: ['service_fee:save'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.confirm_first' },
    input: onBatch,
    output: written,
  }),
  /** 财务确认, the second. */
  confirm: write({
    method: 'POST',
    path: '/biz/servicefee/confirm',
    access: ['service_fee:confirm'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.confirm' },
    input: onBatch,
    output: written,
  }),
  /** 退回 of one that was confirmed, before its invoice. */
  reopen: write({
    method: 'POST',
    path: '/biz/servicefee/reopen',
    access: ['service_fee:confirm'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.reopen' },
    input: onBatch.extend({ reason }),
    output: written,
  }),
  /** 开票. */
  invoice: write({
    method: 'POST',
    path: '/biz/servicefee/invoice',
    access: ['service_fee:confirm'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.invoice' },
    input: onBatch.extend({ invoiceNo: line().min(1, 'rules.required').max(feeLimits.invoiceNo) }),
    output: written,
  }),
  /** Flows by which it may have been paid: of its sum, and for nothing yet. */
  flows: read({
    method: 'POST',
    path: '/biz/servicefee/flows',
    access: ['fund_flow:match'],
    of: ['feeBatch', 'fundFlow'],
    input: onBatch,
    output: z.array(
      z.object({
        id: z.number().int(),
        flowNo: z.string(),
        amount: z.string(),
        counterparty: z.string(),
        bizDay: z.string(),
      }),
    ),
  }),
  /** 结算: the flow stands for the fees of each loan. */
  settle: write({
    method: 'POST',
    path: '/biz/servicefee/settle',
    access: ['fund_flow:match'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.settle' },
    input: onBatch.extend({ flowId: id() }),
    output: written,
  }),
  /** 作废. */
  cancel: write({
    method: 'POST',
    path: '/biz/servicefee/cancel',
    access: ['service_fee:save'],
    writes: { on: 'feeBatch', id: 'batchId', action: 'service_fee.cancel' },
    input: onBatch.extend({ reason }),
    output: written,
  }),
}

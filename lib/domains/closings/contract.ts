import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { listInput, page } from '../../platform/contract/wire.ts'
import { closingRefusals, closingSteps } from './rules/closing.ts'

const closingRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  day: z.string(),
  opens: z.string(),
  step: z.enum(closingSteps),
  total: z.number().int(),
  lapsed: z.number().int(),
  folded: z.number().int(),
  overdue: z.number().int(),
  snapshots: z.number().int(),
  tasks: z.number().int(),
  failed: z.number().int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
})
export type ClosingRow = z.output<typeof closingRow>

const preview = z.object({
  day: z.string(),
  opens: z.string(),
  isMonthEnd: z.boolean(),
  /** Loans that it would look at. */
  loans: z.number().int(),
  /** Of them those that are overdue already. */
  overdue: z.number().int(),
  /** Those whose instalment of the day is not paid, and that would be overdue. */
  lateNext: z.number().int(),
  /** Those with an instalment due on the day that it opens. */
  dueNext: z.number().int(),
  /** The reason why it cannot be closed now; null where it can. */
  refusal: z.enum(closingRefusals).nullable(),
})
export type ClosingPreview = z.output<typeof preview>

export const closings = {
  /** 日终, newest first. */
  list: read({
    method: 'POST',
    path: '/biz/closing/list',
    access: ['sys:closing:list'],
    of: ['closing'],
    input: z.object({ ...listInput('day:desc'), step: z.enum(closingSteps).optional() }),
    output: page(closingRow),
  }),
  /** 日终试跑: what closing the business day would do. Nothing is written. */
  preview: read({
    method: 'POST',
    path: '/biz/closing/preview',
    access: ['sys:closing:list'],
    of: ['closing'],
    input: z.object({}),
    output: preview,
  }),
  /** 日终 of the business day, behind the call. 422 for a day that is not over, or while one is closed already. */
  run: write({
    method: 'POST',
    path: '/biz/closing/run',
    access: ['sys:closing:run'],
    writes: { on: 'closing', action: 'closing.run' },
    input: z.object({ day: z.iso.date() }),
    output: z.object({ id: z.number().int() }),
  }),
}

import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { id } from '../../platform/contract/wire.ts'
import { deductStates } from './rules/deduction.ts'

const task = z.object({
  id: z.number().int(),
  taskNo: z.string(),
  loanId: z.number().int(),
  planId: z.number().int(),
  day: z.string(),
  amount: z.string(),
  attempt: z.number().int(),
  status: z.enum(deductStates),
  /** dict deduct_fail */
  failCode: z.string().nullable(),
  failReason: z.string().nullable(),
})

export const deductions = {
  /** The deductions of a loan, newest first. */
  ofLoan: read({
    method: 'POST',
    path: '/biz/deduction/ofLoan',
    access: ['loan:view'],
    of: ['loan'],
    input: z.object({ loanId: id() }),
    output: z.object({ data: z.array(task) }),
  }),
  /** 发起代扣 of all that is due today. 422 where nothing is, or while an answer is awaited. */
  start: write({
    method: 'POST',
    path: '/biz/deduction/start',
    access: ['loan:register'],
    writes: { on: 'loan', id: 'loanId', action: 'deduction.start', many: true },
    input: z.object({ loanId: id() }),
    output: z.object({ id: z.number().int() }),
  }),
}

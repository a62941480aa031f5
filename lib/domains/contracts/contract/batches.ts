import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { done, flag, id, int, isoDate, json, listInput, page } from '../../../platform/contract/wire.ts'
import { batchReasons, batchRowStates, batchStates, mostOfBatch } from '../rules/contract-batch.ts'
import { contractRow } from './orders.ts'

/** 批量生成: contracts of many orders, made one after another behind the calls. */

/** The filters that orders can be chosen by. */
const orderFilters = {
  productId: id().optional(),
  shopId: id().optional(),
  capitalId: id().optional(),
  enteredFrom: isoDate().optional(),
  enteredTo: isoDate().optional(),
}

const batchRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  state: z.enum(batchStates),
  /** In whose name it works. */
  runByName: z.string(),
  total: z.number().int(),
  made: z.number().int(),
  hindered: z.number().int(),
  failed: z.number().int(),
  waiting: z.number().int(),
  /** Of all its orders together. */
  contracts: z.number().int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The reason why it stopped by itself. */
  endReason: z.enum(['notAllowed']).nullable(),
})
export type BatchRow = z.infer<typeof batchRow>

const resultRow = z.object({
  id: z.number().int(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
  state: z.enum(batchRowStates),
  made: z.number().int(),
  reason: z.enum(batchReasons).nullable(),
  /** The names that the reason is about. */
  names: z.string(),
  doneAt: z.string().nullable(),
})
export type BatchResult = z.infer<typeof resultRow>

const access = ['contract:generate'] as const
const started = z.object({ id: z.number().int(), rowVersion: z.number().int() })

export const contractBatches = {
  /** Orders that are approved and have no contracts that count. */
  candidates: read({
    method: 'POST',
    path: '/biz/contract/batch/candidates',
    access,
    of: ['order', 'contractBatch'],
    input: z.object({ ...listInput('stageEnteredAt:asc', 'createdAt', 'financeAmount'), ...orderFilters }),
    output: page(contractRow),
  }),
  /** The batches of the caller; of everybody to whom all orders are open. */
  list: read({
    method: 'POST',
    path: '/biz/contract/batch/list',
    access,
    of: ['contractBatch'],
    input: z.object({ ...listInput('startedAt:desc'), state: z.enum(batchStates).optional() }),
    output: page(batchRow),
  }),
  get: read({
    method: 'POST',
    path: '/biz/contract/batch/get',
    access,
    of: ['contractBatch'],
    input: z.object({ id: id() }),
    output: batchRow,
  }),
  /** The orders of a batch that the caller may see, and what came of each. */
  results: read({
    method: 'POST',
    path: '/biz/contract/batch/results',
    access,
    of: ['contractBatch', 'order'],
    input: z.object({
      ...listInput('id:asc'),
      batchId: id(),
      state: z.enum(batchRowStates).optional(),
    }),
    output: page(resultRow),
  }),
  /** For these orders, or with `all` for whatever the filters find; 422 above a thousand. */
  start: write({
    method: 'POST',
    path: '/biz/contract/batch/start',
    access,
    writes: { on: 'contractBatch', action: 'contractBatch.start' },
    input: z.object({
      orderIds: json(z.array(int(1)).max(mostOfBatch)).default([]),
      all: flag().default(false),
      q: z.string().trim().max(60).optional(),
      ...orderFilters,
    }),
    output: started.extend({ total: z.number().int() }),
  }),
  /** The order under way is finished or left, the others wait. */
  stop: write({
    method: 'POST',
    path: '/biz/contract/batch/stop',
    access,
    writes: { on: 'contractBatch', id: 'id', anyVersion: true, action: 'contractBatch.stop' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** Goes on with those that wait, in the name of the caller. */
  resume: write({
    method: 'POST',
    path: '/biz/contract/batch/resume',
    access,
    writes: { on: 'contractBatch', id: 'id', anyVersion: true, action: 'contractBatch.resume' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** Once more for those that nothing was made for. */
  again: write({
    method: 'POST',
    path: '/biz/contract/batch/again',
    access,
    writes: { on: 'contractBatch', id: 'id', anyVersion: true, action: 'contractBatch.again' },
    input: z.object({ id: id() }),
    output: done,
  }),
}

import * as z from 'zod'
import { mostOfBulk } from '../../../platform/bulk/rules/bulk.ts'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { done, id, int, isoDate, json, listInput, page } from '../../../platform/contract/wire.ts'
import { orderHeader, orderRow, quoteView } from '../../orders/contract.ts'
import { contractLimits, contractStatuses } from '../rules/contract-kinds.ts'

/** 合同签约: the contracts of approved orders. */

export const contractState = z.enum(['none', 'made', 'signing', 'signed', 'again'])
export type ContractState = z.infer<typeof contractState>

export const contractRow = orderRow.extend({
  /** Nothing made yet, made, sent or half signed, all signed, or to be made again: void, refused, past its time. */
  contractState,
  contractNo: z.string().nullable(),
  /** Contracts that count, and how many of them are signed. */
  contracts: z.number().int(),
  signed: z.number().int(),
  generatedAt: z.string().nullable(),
  smsSentAt: z.string().nullable(),
  expireAt: z.string().nullable(),
})
export type ContractRow = z.infer<typeof contractRow>

const contractView = z.object({
  id: z.number().int(),
  contractNo: z.string(),
  code: z.string(),
  title: z.string(),
  status: z.enum(contractStatuses),
  templateVersion: z.string(),
  fileHash: z.string(),
  /** Of the file with signatures and seal, which is the one that opens. */
  sealedHash: z.string().nullable(),
  fileSize: z.number().int(),
  generatedAt: z.string(),
  expireAt: z.string(),
  signedAt: z.string().nullable(),
  /** A link to sign it went out: there is evidence of it. */
  sent: z.boolean(),
  voidReason: z.string().nullable(),
  /** In their order; mobile is masked. */
  signers: z.array(
    z.object({
      role: z.string(),
      name: z.string(),
      mobile: z.string().nullable(),
      seq: z.number().int(),
      status: z.string(),
      signedAt: z.string().nullable(),
    }),
  ),
})
export type ContractView = z.infer<typeof contractView>

export const orderContracts = {
  /** 签约列表: orders that are approved and not released. */
  list: read({
    method: 'POST',
    path: '/biz/contract/order/list',
    access: ['contract:generate'],
    of: ['order'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt', 'financeAmount'),
      contractState: contractState.optional(),
      productId: id().optional(),
      shopId: id().optional(),
      /** All of it was signed. */
      signedFrom: isoDate().optional(),
      signedTo: isoDate().optional(),
    }),
    output: page(contractRow),
  }),
  /** The contracts of an order, newest first, with those that would be made and what stands in their way. */
  get: read({
    method: 'POST',
    path: '/biz/contract/order/get',
    access: ['contract:generate'],
    of: ['order', 'contractTemplate'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      contractNo: z.string().nullable(),
      quote: quoteView,
      contracts: z.array(contractView),
      planned: z.array(
        z.object({ code: z.string(), title: z.string(), version: z.string(), party: z.string().nullable() }),
      ),
      /** The reasons why none can be made now: a sentence for each reason; empty where nothing is in the way. */
      obstacles: z.array(z.object({ key: z.string(), names: z.string() })),
    }),
  }),
  /**
   * T18 生成合同. Those that are not signed yet are void by it, which needs a reason (作废重签); 422 naming what stands
   * in the way: a field that the order lacks, a sign that no font has, a contract that is signed.
   */
  generate: write({
    method: 'POST',
    path: '/biz/contract/order/generate',
    access: ['contract:generate'],
    writes: { on: 'order', id: 'orderId', action: 'order.gen_contract' },
    input: z.object({ orderId: id(), reason: z.string().trim().max(contractLimits.reason).optional() }),
    output: z.object({
      orderId: z.number().int(),
      status: z.string(),
      rowVersion: z.number().int(),
      made: z.number().int(),
    }),
  }),
  /** A contract as PDF; 422 when its bytes are not those that were made. */
  file: read({
    method: 'GET',
    path: '/biz/contract/file/get',
    access: ['contract:generate'],
    of: ['order'],
    leaves: 'contract.open',
    kind: 'file',
    input: z.object({ id: id() }),
    output: done,
  }),
  /** Several of them in one zip. */
  files: read({
    method: 'POST',
    path: '/biz/contract/file/batch',
    access: ['contract:generate'],
    of: ['order'],
    leaves: 'contract.open',
    kind: 'file',
    input: z
      .object({
        ids: json(z.array(int(1)).min(1, 'rules.required').max(200)).optional(),
        /** Or those of orders that count. */
        orderIds: json(z.array(int(1)).min(1, 'rules.required').max(mostOfBulk)).optional(),
      })
      .refine(({ ids, orderIds }) => (ids === undefined) !== (orderIds === undefined), {
        path: ['ids'],
        message: 'rules.required',
      }),
    output: done,
  }),
}

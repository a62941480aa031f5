import * as z from 'zod'
import { read, write } from '../../../platform/contract/endpoint.ts'
import { done, id, int, isoDate, line, listInput, page } from '../../../platform/contract/wire.ts'
import {
  type ContractCode,
  contractCodes,
  contractLimits,
  contractStatuses,
} from '../rules/contract-kinds.ts'

/** 合同模板: the texts that contracts are made of. */

const code = z.enum(contractCodes as [ContractCode, ...ContractCode[]])

const templateRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  code,
  name: z.string(),
  bizMode: z.string().nullable(),
  productId: z.number().int().nullable(),
  productName: z.string().nullable(),
  capitalId: z.number().int().nullable(),
  capitalName: z.string().nullable(),
  state: z.enum(['draft', 'active', 'coming', 'stopped']),
  /** The one in force, or the next one. */
  version: z.number().int().nullable(),
  effectiveFrom: z.string().nullable(),
  hasDraft: z.boolean(),
  updatedAt: z.string(),
})
export type TemplateRow = z.infer<typeof templateRow>

const versionView = z.object({
  version: z.number().int(),
  name: z.string(),
  body: z.string(),
  effectiveFrom: z.string().nullable(),
  publishedAt: z.string().nullable(),
  publishedByName: z.string().nullable(),
  /** Made of it, void ones too. */
  contracts: z.number().int(),
})
export type TemplateVersion = z.infer<typeof versionView>

const madeRow = z.object({
  id: z.number().int(),
  contractNo: z.string(),
  status: z.enum(contractStatuses),
  generatedAt: z.string(),
  orderId: z.number().int(),
  orderNo: z.string(),
  customerName: z.string(),
})

const body = z.string().min(1, 'rules.required').max(contractLimits.body)

export const contractTemplates = {
  list: read({
    method: 'POST',
    path: '/biz/contract/template/list',
    access: ['contract:template'],
    of: ['contractTemplate'],
    input: z.object({
      ...listInput('code:asc', 'name', 'updatedAt'),
      code: code.optional(),
      bizMode: z.string().max(20).optional(),
      productId: id().optional(),
      capitalId: id().optional(),
    }),
    output: page(templateRow),
  }),
  /** With all its versions, newest first. */
  get: read({
    method: 'POST',
    path: '/biz/contract/template/get',
    access: ['contract:template'],
    of: ['contractTemplate'],
    input: z.object({ id: id() }),
    output: templateRow.extend({ versions: z.array(versionView) }),
  }),
  /** The contracts that were made of a version, of orders that the caller may see. */
  made: read({
    method: 'POST',
    path: '/biz/contract/template/made',
    access: ['contract:template'],
    of: ['contractTemplate', 'order'],
    input: z.object({ ...listInput('generatedAt:desc'), templateId: id(), version: int(1) }),
    output: page(madeRow),
  }),
  /**
   * A new template, or the draft of one, whose kind never changes; 400 at `body` with the lines that name what does not
   * exist.
   */
  save: write({
    method: 'POST',
    path: '/biz/contract/template/save',
    access: ['contract:template'],
    writes: { on: 'contractTemplate', id: 'id', action: 'contractTemplate.save' },
    input: z.object({
      id: id().optional(),
      code,
      name: line().min(1, 'rules.required').max(contractLimits.name),
      /** Empty for all. */
      bizMode: line().max(20).default(''),
      productId: id().optional(),
      /** Its own contracts, for orders that this funder pays. */
      capitalId: id().optional(),
      body,
    }),
    output: z.object({ id: z.number().int(), rowVersion: z.number().int() }),
  }),
  /** The draft becomes a version that counts from that day. */
  publish: write({
    method: 'POST',
    path: '/biz/contract/template/publish',
    access: ['contract:template'],
    writes: { on: 'contractTemplate', id: 'id', action: 'contractTemplate.publish' },
    input: z.object({ id: id(), effectiveFrom: isoDate() }),
    output: z.object({ version: z.number().int() }),
  }),
  /** Contracts are made of it no more; made ones stay. */
  stop: write({
    method: 'POST',
    path: '/biz/contract/template/stop',
    access: ['contract:template'],
    writes: { on: 'contractTemplate', id: 'id', action: 'contractTemplate.stop' },
    input: z.object({
      id: id(),
      reason: z.string().trim().min(1, 'rules.required').max(contractLimits.reason),
    }),
    output: done,
  }),
  /** Contracts are made of it again. */
  start: write({
    method: 'POST',
    path: '/biz/contract/template/start',
    access: ['contract:template'],
    writes: { on: 'contractTemplate', id: 'id', action: 'contractTemplate.start' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** A text on an order as it is now, personal data masked; without an order the newest approved one. */
  preview: read({
    method: 'POST',
    path: '/biz/contract/template/preview',
    access: ['contract:template'],
    of: ['contractTemplate', 'order'],
    kind: 'file',
    input: z.object({
      code,
      name: z.string().max(contractLimits.name),
      body,
      /** Order number; empty for the newest approved order. */
      orderNo: z.string().trim().max(40).default(''),
    }),
    output: done,
  }),
}

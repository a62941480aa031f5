import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, json, line, listInput, page } from '../../platform/contract/wire.ts'
import { cleanMobile, cleanName, cleanUscc } from '../../rules/clean-value.ts'
import { schemas } from '../../rules/field-schema.ts'
import { addedKinds, enterpriseKinds, enterpriseLimits, enterpriseStates } from './rules/enterprise.ts'

/** 企业: companies of every kind, with what of the tenant names them. */

const row = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  /** It is a customer: its name and code stand there. */
  isCustomer: z.boolean(),
  name: z.string(),
  uscc: z.string(),
  kind: z.enum(enterpriseKinds),
  insurer: z.string(),
  legalName: z.string(),
  contactName: z.string(),
  contactMobile: z.string(),
  address: z.string(),
  state: z.enum(enterpriseStates),
  stopReason: z.string().nullable(),
  createdAt: z.string(),
})
export type EnterpriseRow = z.output<typeof row>

const detail = row.extend({
  legalIdNo: z.string(),
  legalMobile: z.string(),
  regCapital: z.string().nullable(),
  establishedOn: z.string().nullable(),
  licenceValidTo: z.string().nullable(),
  region: z.array(z.string()),
  businessScope: z.string(),
  employees: z.number().int().nullable(),
  annualRevenue: z.string().nullable(),
})
export type EnterpriseDetail = z.output<typeof detail>

/** Records that name a company: by its code, as their insurer, or by its legal person. */
export const tieKinds = [
  'orders',
  'loans',
  'contracts',
  'policies',
  'channels',
  'shops',
  'guarantees',
] as const
const ties = z.array(
  z.object({
    kind: z.enum(tieKinds),
    count: z.number().int(),
    /** Of loans what they still owe. */
    amount: z.string().nullable(),
    /** By which the list of them finds them; null where there is no such list. */
    q: z.string().nullable(),
  }),
)
export type EnterpriseTies = z.output<typeof ties>

const listed = z.object({
  ...listInput('createdAt:desc'),
  kind: z.enum(enterpriseKinds).optional(),
  state: z.enum(enterpriseStates).optional(),
})
const access = ['partner:view', 'partner:save'] as const
const optional = (most: number) => line().max(most).default('')
const mayBe = <S extends z.ZodType<string, string>>(schema: S) => z.union([z.literal(''), schema]).default('')
const amount = z
  .string()
  .trim()
  .regex(/^(\d{1,13}(\.\d{1,2})?)?$/, 'rules.amount')
  .default('')
const own = {
  legalName: line(cleanName).max(enterpriseLimits.person).default(''),
  legalIdNo: mayBe(schemas.personDocument),
  legalMobile: line(cleanMobile)
    .regex(/^(1\d{10})?$/, 'rules.mobile')
    .default(''),
  regCapital: amount,
  establishedOn: isoDate().optional(),
  licenceValidTo: isoDate().optional(),
  region: json(z.array(z.string().regex(/^\d{6}$/)).max(3)).default([]),
  address: optional(enterpriseLimits.address),
  businessScope: optional(enterpriseLimits.scope),
  contactName: line(cleanName).max(enterpriseLimits.person).default(''),
  contactMobile: line(cleanMobile)
    .regex(/^(1\d{10})?$/, 'rules.mobile')
    .default(''),
  employees: z
    .string()
    .trim()
    .regex(/^\d{0,7}$/, 'rules.integer')
    .default(''),
  annualRevenue: amount,
}
const named = {
  name: line().max(enterpriseLimits.name),
  uscc: line(cleanUscc).max(18),
  insurer: optional(40),
}
const reason = z.string().trim().min(1, 'rules.required').max(enterpriseLimits.reason)

export const enterprises = {
  /** 企业管理: customers among them; `q` is a part of a name or a code. */
  list: read({
    method: 'POST',
    path: '/biz/enterprise/list',
    access,
    of: ['enterprise', 'customer'],
    input: listed,
    output: page(row),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/enterprise/export',
    access,
    of: ['enterprise', 'customer'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** All of one, to edit. */
  get: read({
    method: 'POST',
    path: '/biz/enterprise/get',
    access: ['partner:save'],
    of: ['enterprise', 'customer'],
    input: z.object({ id: id() }),
    output: detail,
  }),
  /** 关联: what hangs on one, of kinds and rows that the caller may read. */
  ties: read({
    method: 'POST',
    path: '/biz/enterprise/ties',
    access,
    of: ['enterprise', 'order', 'loan', 'opening'],
    input: z.object({ id: id() }),
    output: ties,
  }),
  /** 新增 of one that is no customer; 409 for a name or a code that is there, a customer's too. */
  add: write({
    method: 'POST',
    path: '/biz/enterprise/add',
    access: ['partner:save'],
    writes: { on: 'enterprise', action: 'enterprise.add' },
    input: z.object({ kind: z.enum(addedKinds), ...named, ...own }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 编辑; name and code of a customer are the customer's. */
  save: write({
    method: 'POST',
    path: '/biz/enterprise/save',
    access: ['partner:save'],
    writes: { on: 'enterprise', id: 'id', action: 'enterprise.save' },
    input: z.object({ id: id(), kind: z.enum(enterpriseKinds), ...named, ...own }),
    output: done,
  }),
  /** 停用: no new order is submitted for it any more; those that were handed in go on. */
  stop: write({
    method: 'POST',
    path: '/biz/enterprise/stop',
    access: ['partner:save'],
    writes: { on: 'enterprise', id: 'id', action: 'enterprise.stop' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** 启用 again. */
  resume: write({
    method: 'POST',
    path: '/biz/enterprise/resume',
    access: ['partner:save'],
    writes: { on: 'enterprise', id: 'id', action: 'enterprise.resume' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
}

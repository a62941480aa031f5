import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, isoDate, json, line, listInput, page } from '../../platform/contract/wire.ts'
import {
  billedParties,
  interfaceStates,
  manufacturerCode,
  manufacturerLimits,
  manufacturerStates,
  policyModes,
  policyStates,
  settleCycles,
} from './rules/subsidy-policy.ts'

/** 主机厂: makers of cars, and their 贴息政策. */

const row = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  code: z.string(),
  name: z.string(),
  brands: z.array(z.string()),
  /** Of its policies that are in force today. */
  modes: z.array(z.enum(policyModes)),
  interfaceState: z.enum(interfaceStates),
  keyTail: z.string(),
  contact: z.string(),
  agreementTo: z.string().nullable(),
  /** It ends within 30 days, or has ended. */
  endsSoon: z.boolean(),
  settleCycle: z.enum(settleCycles),
  state: z.enum(manufacturerStates),
  stopReason: z.string().nullable(),
  createdAt: z.string(),
})
export type ManufacturerRow = z.output<typeof row>

const policyRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  mode: z.enum(policyModes),
  rate: z.string().nullable(),
  amount: z.string().nullable(),
  terms: z.array(z.number().int()),
  firstDay: z.string(),
  lastDay: z.string(),
  billedTo: z.enum(billedParties),
  state: z.enum(policyStates),
  /** Orders that were entered with it and are not void, and those of them that are paid, with what is billed of these. */
  orders: z.number().int(),
  released: z.number().int(),
  billed: z.string(),
})
export type PolicyRow = z.output<typeof policyRow>

const listed = z.object({
  ...listInput('code:asc', 'createdAt'),
  state: z.enum(manufacturerStates).optional(),
  interfaceState: z.enum(interfaceStates).optional(),
})
const access = ['partner:view', 'partner:save'] as const
const values = {
  name: line().min(1, 'rules.required').max(manufacturerLimits.name),
  brands: json(z.array(line().min(1).max(manufacturerLimits.brand)).max(manufacturerLimits.brands)).default(
    [],
  ),
  interfaceState: z.enum(interfaceStates),
  /** The last four characters of 接口标识. */
  keyTail: z
    .string()
    .trim()
    .regex(/^([A-Za-z0-9]{4})?$/, 'manufacturers.badKeyTail')
    .default(''),
  contact: line().max(manufacturerLimits.contact).default(''),
  agreementTo: isoDate().optional(),
  settleCycle: z.enum(settleCycles),
}
const typed = (most: number) => line().max(most).default('')
const reason = z.string().trim().min(1, 'rules.required').max(manufacturerLimits.reason)

export const manufacturers = {
  /** 主机厂列表; `q` is a part of a code or a name. */
  list: read({
    method: 'POST',
    path: '/biz/manufacturer/list',
    access,
    of: ['manufacturer', 'subsidyPolicy'],
    input: listed,
    output: page(row),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/manufacturer/export',
    access,
    of: ['manufacturer', 'subsidyPolicy'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** Names of those whose policies an order may take today, of a brand where one is given. */
  options: read({
    method: 'POST',
    path: '/biz/manufacturer/options',
    access: 'session',
    of: ['manufacturer', 'subsidyPolicy'],
    input: z.object({ brand: line().max(manufacturerLimits.brand).optional() }),
    output: z.array(z.string()),
  }),
  /** 新增; 409 for a code or a name that is there. */
  add: write({
    method: 'POST',
    path: '/biz/manufacturer/add',
    access: ['partner:save'],
    writes: { on: 'manufacturer', action: 'manufacturer.add' },
    input: z.object({ code: z.string().trim().regex(manufacturerCode, 'manufacturers.badCode'), ...values }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 编辑: all but its code. */
  save: write({
    method: 'POST',
    path: '/biz/manufacturer/save',
    access: ['partner:save'],
    writes: { on: 'manufacturer', id: 'id', action: 'manufacturer.save' },
    input: z.object({ id: id(), ...values }),
    output: done,
  }),
  /** 停用: no order takes its policies any more. */
  stop: write({
    method: 'POST',
    path: '/biz/manufacturer/stop',
    access: ['partner:save'],
    writes: { on: 'manufacturer', id: 'id', action: 'manufacturer.stop' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** 启用 again. */
  resume: write({
    method: 'POST',
    path: '/biz/manufacturer/resume',
    access: ['partner:save'],
    writes: { on: 'manufacturer', id: 'id', action: 'manufacturer.resume' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** 贴息政策 of one, the newest first, with what was billed by each. */
  policies: read({
    method: 'POST',
    path: '/biz/manufacturer/policy/all',
    access,
    of: ['manufacturer', 'subsidyPolicy', 'order'],
    input: z.object({ manufacturerId: id() }),
    output: z.array(policyRow),
  }),
  /** A policy; 400 at the field that is wrong, 422 where another of the maker answers for the same orders. */
  addPolicy: write({
    method: 'POST',
    path: '/biz/manufacturer/policy/add',
    access: ['partner:save'],
    writes: { on: 'manufacturer', id: 'manufacturerId', action: 'manufacturer.addPolicy', anyVersion: true },
    input: z.object({
      manufacturerId: id(),
      mode: z.enum(policyModes),
      rate: typed(8),
      amount: typed(20),
      /** Months: `12、24`. */
      terms: typed(100),
      firstDay: isoDate(),
      lastDay: isoDate(),
      billedTo: z.enum(billedParties),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 结束: its last day is another one, today at the earliest and never later than it was. One that has not begun is taken back. */
  endPolicy: write({
    method: 'POST',
    path: '/biz/manufacturer/policy/end',
    access: ['partner:save'],
    writes: { on: 'subsidyPolicy', id: 'id', action: 'manufacturer.endPolicy' },
    input: z.object({ id: id(), lastDay: isoDate(), reason }),
    output: done,
  }),
}

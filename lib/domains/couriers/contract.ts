import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, line, listInput, page } from '../../platform/contract/wire.ts'
import { courierCode, courierStates, reaches } from './rules/courier.ts'

const courierRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  code: z.string(),
  name: z.string(),
  reach: z.enum(reaches),
  phone: z.string(),
  state: z.enum(courierStates),
  stopReason: z.string().nullable(),
  createdAt: z.string(),
})
export type CourierRow = z.output<typeof courierRow>

const listed = z.object({
  ...listInput('createdAt:desc', 'code'),
  reach: z.enum(reaches).optional(),
  state: z.enum(courierStates).optional(),
})
const values = {
  name: line().min(1, 'rules.required').max(40),
  reach: z.enum(reaches),
  phone: line().max(20).default(''),
}

export const couriers = {
  /** 快递公司; `q` is a part of a code or a name. */
  list: read({
    method: 'POST',
    path: '/biz/courier/list',
    access: ['sys:courier:list'],
    of: ['courier'],
    input: listed,
    output: page(courierRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/courier/export',
    access: ['sys:courier:list'],
    of: ['courier'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** 新增; 409 for a code that is there. */
  add: write({
    method: 'POST',
    path: '/biz/courier/add',
    access: ['sys:courier:save'],
    writes: { on: 'courier', action: 'courier.add' },
    input: z.object({ code: z.string().trim().regex(courierCode, 'couriers.badCode'), ...values }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 修改: all but its code, by which papers on their way are known. */
  save: write({
    method: 'POST',
    path: '/biz/courier/save',
    access: ['sys:courier:save'],
    writes: { on: 'courier', id: 'id', action: 'courier.save' },
    input: z.object({ id: id(), ...values }),
    output: done,
  }),
  /** 停用: nothing new is sent by it. */
  stop: write({
    method: 'POST',
    path: '/biz/courier/stop',
    access: ['sys:courier:save'],
    writes: { on: 'courier', id: 'id', action: 'courier.stop', many: true },
    input: z.object({ id: id(), reason: z.string().trim().min(1, 'rules.required').max(200) }),
    output: done,
  }),
}

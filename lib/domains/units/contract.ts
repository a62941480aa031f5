import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, line, listInput, page } from '../../platform/contract/wire.ts'
import { addedKinds, unitKinds, unitNameLength, unitStatuses } from './rules/unit.ts'

const unitRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  name: z.string(),
  kind: z.enum(unitKinds),
  parentName: z.string().nullable(),
  /** Steps below headquarters. */
  depth: z.number().int(),
  /** Its users who are not stopped. */
  users: z.number().int(),
  below: z.number().int(),
  orders: z.number().int(),
  place: z.boolean(),
  status: z.enum(unitStatuses),
  /** A move of it waits for a second administrator. */
  moving: z.boolean(),
  updatedAt: z.string(),
})
export type UnitRow = z.output<typeof unitRow>

const listed = z.object({
  ...listInput('path:asc'),
  kind: z.enum(unitKinds).optional(),
  status: z.enum(unitStatuses).optional(),
})
const name = line().min(1, 'rules.required').max(unitNameLength)

/** 机构管理. A unit is in reach when the caller's data scope has it. */
export const units = {
  /** The units in reach, each behind the one above it; `q` is a part of a name. */
  list: read({
    method: 'POST',
    path: '/biz/unit/list',
    access: ['sys:unit:list'],
    of: ['orgUnit', 'user'],
    input: listed,
    output: page(unitRow),
  }),
  /** The list as xlsx, at most 50,000 rows. */
  exportList: read({
    method: 'POST',
    path: '/biz/unit/export',
    access: ['sys:unit:list'],
    of: ['orgUnit'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(listed),
    output: done,
  }),
  /** The units below which this one may move. */
  parents: read({
    method: 'POST',
    path: '/biz/unit/parents',
    access: ['sys:unit:save'],
    of: ['orgUnit'],
    input: z.object({ id: id() }),
    output: z.array(z.object({ id: z.number().int(), name: z.string(), depth: z.number().int() })),
  }),
  /** 新增 a region or a department; branches and shops are opened. 400 for a name that stands beside it already. */
  add: write({
    method: 'POST',
    path: '/biz/unit/add',
    access: ['sys:unit:save'],
    writes: { on: 'orgUnit', action: 'orgUnit.add' },
    input: z.object({ parentId: id(), kind: z.enum(addedKinds), name }),
    output: z.object({ id: z.number().int() }),
  }),
  rename: write({
    method: 'POST',
    path: '/biz/unit/rename',
    access: ['sys:unit:save'],
    writes: { on: 'orgUnit', id: 'id', action: 'orgUnit.rename' },
    input: z.object({ id: id(), name }),
    output: done,
  }),
  /**
   * 移动, with all below it: who sees the units above it sees its rows once a second administrator agrees; at once where
   * there is none.
   */
  move: write({
    method: 'POST',
    path: '/biz/unit/move',
    access: ['sys:unit:save'],
    writes: { on: 'orgUnit', id: 'id', action: 'orgUnit.move', proposes: 'unitMove' },
    input: z.object({ id: id(), parentId: id() }),
    output: z.object({ waits: z.boolean() }),
  }),
  /** 停用: 422 while users, open orders, a branch or a shop, or other units hang on it. */
  stop: write({
    method: 'POST',
    path: '/biz/unit/stop',
    access: ['sys:unit:save'],
    writes: { on: 'orgUnit', id: 'id', action: 'orgUnit.stop' },
    input: z.object({ id: id() }),
    output: done,
  }),
  start: write({
    method: 'POST',
    path: '/biz/unit/start',
    access: ['sys:unit:save'],
    writes: { on: 'orgUnit', id: 'id', action: 'orgUnit.start' },
    input: z.object({ id: id() }),
    output: done,
  }),
}

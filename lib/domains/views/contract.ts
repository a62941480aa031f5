import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, flag, id, json, line } from '../../platform/contract/wire.ts'
import { isViewQuery, longestViewName } from './rules/view.ts'

export type { ListArrangement } from './rules/arrangement.ts'
export type { ViewQuery } from './rules/view.ts'

const columnId = line().max(40)
const arrangement = z.object({
  visibility: z.record(columnId, z.boolean()),
  order: z.array(columnId).max(80),
  pinned: z.array(columnId).max(80).optional(),
  widths: z.record(columnId, z.number().min(40).max(800)),
  dense: z.boolean(),
})
const query = z.record(z.string(), line()).refine(isViewQuery)
/** The name of a list, as its columns are kept by. */
const list = z.string().regex(/^[a-zA-Z][A-Za-z0-9./-]{0,60}$/)
const values = {
  name: line().min(1, 'rules.required').max(longestViewName),
  query: json(query),
  columns: json(arrangement),
  shared: flag(),
}

const viewRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  name: z.string(),
  query,
  columns: arrangement,
  shared: z.boolean(),
  own: z.boolean(),
  /** The name of whom it belongs to. */
  owner: z.string(),
  /** Its owner works here no longer: who uses it may take it over. */
  left: z.boolean(),
})
export type SavedView = z.output<typeof viewRow>

/** 视图: filters, order and columns of a list under a name. What one sees through it stays one's own data scope. */
export const views = {
  /** The caller's own views of a list and those that colleagues share, own ones first. */
  list: read({
    method: 'POST',
    path: '/biz/view/list',
    access: 'session',
    of: ['view'],
    input: z.object({ list }),
    output: z.object({ views: z.array(viewRow) }),
  }),
  /** 另存为: 409 for a name of one's own that is there. */
  add: write({
    method: 'POST',
    path: '/biz/view/add',
    access: 'session',
    writes: { on: 'view', action: 'view.add' },
    input: z.object({ list, ...values }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 更新 of one's own: what it shows now, its name, whether colleagues have it. */
  save: write({
    method: 'POST',
    path: '/biz/view/save',
    access: 'session',
    writes: { on: 'view', id: 'id', action: 'view.save' },
    input: z.object({ id: id(), ...values }),
    output: done,
  }),
  /** 删除 of one's own. */
  remove: write({
    method: 'POST',
    path: '/biz/view/remove',
    access: 'session',
    writes: { on: 'view', id: 'id', action: 'view.remove' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** 接管: a shared view whose owner works here no longer becomes the caller's. */
  takeOver: write({
    method: 'POST',
    path: '/biz/view/take-over',
    access: 'session',
    writes: { on: 'view', id: 'id', action: 'view.takeOver' },
    input: z.object({ id: id() }),
    output: done,
  }),
}

import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, fileInput, id, int, isoDate, line, listInput, page } from '../../platform/contract/wire.ts'
import { cleanText } from '../../rules/clean-value.ts'
import { kinds, levels, numberTypes, sources, states } from './rules/blacklist.ts'

const reason = z.string().trim().min(1, 'rules.required').max(200)

const entryRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  kind: z.enum(kinds),
  numberType: z.enum(numberTypes),
  /** Masked by what it is. */
  number: z.string(),
  level: z.enum(levels),
  source: z.enum(sources),
  reason: z.string(),
  /** The last day on which it counts; null for good. */
  validTo: z.string().nullable(),
  state: z.enum(states),
  stopReason: z.string().nullable(),
  createdAt: z.string(),
})
export type EntryRow = z.output<typeof entryRow>

const entriesInput = z.object({
  ...listInput('createdAt:desc', 'validTo'),
  level: z.enum(levels).optional(),
  kind: z.enum(kinds).optional(),
  source: z.enum(sources).optional(),
  state: z.enum(states).optional(),
  /** Its last day is today or within so many days. */
  expiresWithin: int(1, 366).optional(),
})

export const blacklist = {
  /** 黑灰白名单; `q` is a part of a reason, or four and more characters of a number, which leaves an entry in 操作日志. */
  entries: read({
    method: 'POST',
    path: '/biz/blacklist/list',
    access: ['sys:blacklist:list'],
    of: ['blacklist', 'rowImport'],
    leaves: 'blacklist.look',
    input: entriesInput,
    output: page(entryRow),
  }),
  /** The list as xlsx, at most 50,000 rows; leaves an entry in 操作日志. */
  exportEntries: read({
    method: 'POST',
    path: '/biz/blacklist/export',
    access: ['sys:blacklist:list'],
    of: ['blacklist'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(entriesInput),
    output: done,
  }),
  /** 新增; 409 for a number that stands on a list and is not stopped. */
  add: write({
    method: 'POST',
    path: '/biz/blacklist/add',
    access: ['sys:blacklist:save'],
    writes: { on: 'blacklist', action: 'blacklist.add' },
    input: z.object({
      numberType: z.enum(numberTypes),
      number: line(cleanText).max(120),
      level: z.enum(levels),
      source: z.enum(sources),
      reason,
      validTo: isoDate().optional(),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 停用: it counts no more, and stays to be read. */
  stop: write({
    method: 'POST',
    path: '/biz/blacklist/stop',
    access: ['sys:blacklist:save'],
    writes: { on: 'blacklist', id: 'id', action: 'blacklist.stop', many: true },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
}

import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, json, line, listInput, page } from '../../platform/contract/wire.ts'
import {
  everyImportField,
  importAccess,
  importKinds,
  importLimits,
  importStates,
} from './rules/import-kinds.ts'

/** 导入 of rows into a list from a file: read and judged first, in force when a person says so, undone for a day. */

const kind = z.enum(importKinds)
const fields = z.enum(everyImportField)
const columns = z.partialRecord(fields, line().max(60))

const importRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  kind,
  name: z.string(),
  state: z.enum(importStates),
  freshCount: z.number().int(),
  sameCount: z.number().int(),
  wrongCount: z.number().int(),
  addedCount: z.number().int(),
  createdAt: z.string(),
  createdByName: z.string().nullable(),
  bookedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
  /** It may still be taken back. */
  undoable: z.boolean(),
  /** The caller brought it: its cells and its wrong rows are his alone to read. */
  own: z.boolean(),
})
export type ImportRow = z.output<typeof importRow>

const written = z.object({ id: z.number().int(), rowVersion: z.number().int() })
/** Each kind asks the permission of its own list. */
const access = [importAccess.blacklist, importAccess.gps, importAccess.shops, importAccess.policies] as const

export const imports = {
  /** 最近的导入 of a list that the caller keeps. */
  list: read({
    method: 'POST',
    path: '/biz/import/list',
    access,
    of: ['rowImport'],
    input: z.object({ ...listInput('createdAt:desc'), kind }),
    output: page(importRow),
  }),
  /** One import: its columns, and its first wrong rows. */
  get: read({
    method: 'POST',
    path: '/biz/import/get',
    access,
    of: ['rowImport'],
    input: z.object({ importId: id() }),
    output: importRow.extend({
      heads: z.array(z.string()),
      columns,
      lacks: z.array(fields),
      wrong: z.array(
        z.object({ row: z.number().int(), field: fields, reason: z.string(), value: z.string() }),
      ),
    }),
  }),
  /** 下载模板: the heads of a kind, and the words of its choices. */
  template: read({
    method: 'POST',
    path: '/biz/import/template',
    access,
    of: [],
    kind: 'file',
    input: z.object({ kind }),
    output: done,
  }),
  /** 读取文件: what of it is new, known and wrong, before anything of it counts. */
  read: write({
    method: 'POST',
    path: '/biz/import/read',
    access,
    writes: { on: 'rowImport', action: 'row_import.read' },
    kind: 'upload',
    maxBytes: importLimits.bytes + 16 * 1024,
    input: z.object({ kind }),
    output: written,
  }),
  /** 对应列: the same file read by other columns. */
  map: write({
    method: 'POST',
    path: '/biz/import/columns',
    access,
    writes: { on: 'rowImport', id: 'importId', action: 'row_import.map' },
    input: z.object({ importId: id(), columns: json(columns) }),
    output: written,
  }),
  /** 导入 of the rows that are right and new, all of them or none. */
  book: write({
    method: 'POST',
    path: '/biz/import/book',
    access,
    writes: { on: 'rowImport', id: 'importId', action: 'row_import.book' },
    input: z.object({ importId: id() }),
    output: written.extend({ added: z.number().int() }),
  }),
  /** 撤销导入 within a day. */
  undo: write({
    method: 'POST',
    path: '/biz/import/undo',
    access,
    writes: { on: 'rowImport', id: 'importId', action: 'row_import.undo' },
    input: z.object({ importId: id() }),
    output: written,
  }),
  /** The rows that were wrong, as they stood in the file, each with what is wrong with it. */
  wrongRows: read({
    method: 'POST',
    path: '/biz/import/wrong',
    access,
    of: ['rowImport'],
    leaves: 'row_import.wrong_rows',
    kind: 'file',
    input: z.object({ importId: id() }),
    output: done,
  }),
}

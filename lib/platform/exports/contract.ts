import * as z from 'zod'
import { plainLine } from '../../rules/shown-text.ts'
import { read, write } from '../contract/endpoint.ts'
import { done, id, json, line, listInput, page } from '../contract/wire.ts'
import { exportStates } from './rules/exports.ts'

/** 我的导出: files of lists that are made behind the call. Everybody sees his own. */

const exportRow = z.object({
  id: z.number().int(),
  /** The list, as its screen is called. */
  title: z.string(),
  /** The filter in words. */
  filter: z.string(),
  state: z.enum(exportStates),
  /** Rows that are written so far. */
  done: z.number().int(),
  /** Null until it has begun. */
  total: z.number().int().nullable(),
  /** Bytes. */
  size: z.number().int().nullable(),
  /** The reason why it failed, and what can be done. */
  reason: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
})
export type ExportRow = z.output<typeof exportRow>

export const listExports = {
  list: read({
    method: 'POST',
    path: '/biz/export/list',
    access: 'session',
    of: ['export'],
    input: z.object({ ...listInput('createdAt:desc'), state: z.enum(exportStates).optional() }),
    output: page(exportRow),
  }),
  /**
   * 后台导出: makes the file of a list as a job, by the rights that the caller has when it runs. 403 without the
   * permission of the list, 400 for a call that makes no file of a list, 429 after the files of an hour.
   */
  start: write({
    method: 'POST',
    path: '/biz/export/start',
    access: 'session',
    writes: { on: 'export', action: 'export.start' },
    input: z.object({
      title: line(plainLine).min(1).max(80),
      filter: line(plainLine).max(500).default(''),
      /** The path of the call that makes the file. */
      path: z.string().max(100),
      /** The fields of that call as they would travel by themselves. */
      fields: json(z.record(z.string().max(60), z.string().max(4000))),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 取消: what waits or is under way ends without a file. 422 for one that has ended. */
  cancel: write({
    method: 'POST',
    path: '/biz/export/cancel',
    access: 'session',
    writes: { on: 'export', id: 'id', anyVersion: true, action: 'export.cancel' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /**
   * 下载: the file, to whoever asked for it. 404 for another's, 422 for one that is not ready or has expired, 403 where
   * the list may not be exported any more.
   */
  download: read({
    method: 'POST',
    path: '/biz/export/download',
    access: 'session',
    of: ['export'],
    leaves: 'export.download',
    kind: 'file',
    input: z.object({ id: id() }),
    output: done,
  }),
}

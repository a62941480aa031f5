import * as z from 'zod'
import { plainLine } from '../../rules/shown-text.ts'
import { read, write } from '../contract/endpoint.ts'
import { done, id, json, line, listInput, page } from '../contract/wire.ts'
import { bulkRowStates, bulkStates, mostOfBulk } from './rules/bulk.ts'

/** 批量操作: a write of one row, done to many of them. Everybody sees his own. */

const run = {
  id: z.number().int(),
  /** The verb that was done, as its button said it. */
  title: z.string(),
  state: z.enum(bulkStates),
  total: z.number().int(),
  done: z.number().int(),
  refused: z.number().int(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
}
const bulkRun = z.object(run)
export type BulkRun = z.infer<typeof bulkRun>
export type BulkResult = BulkRun & { rows: z.infer<typeof bulkRow>[] }

const bulkRow = z.object({
  name: z.string(),
  state: z.enum(bulkRowStates),
  /** The reason says why it was refused, and who can clear it. */
  reason: z.string(),
  hint: z.string(),
})

export const bulk = {
  list: read({
    method: 'POST',
    path: '/biz/bulk/list',
    access: 'session',
    of: ['bulk'],
    input: z.object({ ...listInput('startedAt:desc'), state: z.enum(bulkStates).optional() }),
    output: page(bulkRun),
  }),
  /** One of them with what came of each row, in the order in which they were chosen; asked again while it runs. */
  get: read({
    method: 'POST',
    path: '/biz/bulk/get',
    access: 'session',
    unattended: true,
    of: ['bulk'],
    input: z.object({ id: id() }),
    output: z.object({ ...run, rows: z.array(bulkRow) }),
  }),
  /**
   * Does a write to each of the rows, one after the other, by the rights that the caller has at that moment: with its
   * own event, version, audit row and refusal. 403 without the permission, 400 for a write that is not done to many.
   */
  start: write({
    method: 'POST',
    path: '/biz/bulk/start',
    access: 'session',
    writes: { on: 'bulk', action: 'bulk.start' },
    maxBytes: 4 * 1024 * 1024,
    input: z.object({
      title: line().min(1).max(80),
      /** The path of the write. */
      path: z.string().max(100),
      /** The name of a row, and the fields of its call as they would travel by themselves. */
      rows: json(
        z
          .array(
            z.object({
              name: line(plainLine).max(200),
              fields: z.record(z.string().max(60), z.string().max(2000)),
            }),
          )
          .min(1)
          .max(mostOfBulk),
      ),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** Those that wait are not begun any more. */
  stop: write({
    method: 'POST',
    path: '/biz/bulk/stop',
    access: 'session',
    writes: { on: 'bulk', own: 'state' },
    input: z.object({ id: id() }),
    output: done,
  }),
}

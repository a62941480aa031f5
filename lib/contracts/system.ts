import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, int, json } from './wire.ts'

const dictionaryItem = z.object({
  code: z.string(),
  label: z.string(),
  parentCode: z.string().nullable(),
  enabled: z.boolean(),
})

/** `list:<name>` for the columns of a list, and the like. */
const preferenceKey = z.string().regex(/^[a-z][A-Za-z0-9:./-]{0,80}$/)
/** The tab the draft belongs to: its path and what it edits. */
const draftKey = z.string().regex(/^[a-z][A-Za-z0-9:./_-]{0,120}$/)

export const system = {
  /** One dictionary by type, in order; disabled values too, for old rows (specification point 7). */
  dictionary: endpoint({
    method: 'GET',
    path: '/admin/getDic',
    access: 'session',
    input: z.object({ type: z.string().regex(/^[a-z_]{1,40}$/) }),
    output: z.array(dictionaryItem),
  }),
  /** A user's own setting, such as the columns of a list; null when never saved. */
  getPreference: endpoint({
    method: 'POST',
    path: '/biz/system/preference/get',
    access: 'session',
    input: z.object({ key: preferenceKey }),
    output: z.object({ value: z.unknown().nullable() }),
  }),
  savePreference: endpoint({
    method: 'POST',
    path: '/biz/system/preference/save',
    access: 'session',
    maxBytes: 32 * 1024,
    input: z.object({ key: preferenceKey, value: json(z.unknown()) }),
    output: done,
  }),
  /** What the user had typed into a form and not saved; kept on the server because it holds personal data. */
  getDraft: endpoint({
    method: 'POST',
    path: '/biz/system/draft/get',
    access: 'session',
    input: z.object({ key: draftKey }),
    output: z.object({
      draft: z.object({ values: z.unknown(), baseVersion: z.number().int(), savedAt: z.string() }).nullable(),
    }),
  }),
  /** `baseVersion` is the row_version of the record when the form was opened, 0 for a new one. */
  saveDraft: endpoint({
    method: 'POST',
    path: '/biz/system/draft/save',
    access: 'session',
    maxBytes: 256 * 1024,
    input: z.object({
      key: draftKey,
      values: json(z.record(z.string(), z.unknown())),
      baseVersion: int().default(0),
    }),
    output: z.object({ savedAt: z.string() }),
  }),
  removeDraft: endpoint({
    method: 'POST',
    path: '/biz/system/draft/remove',
    access: 'session',
    input: z.object({ key: draftKey }),
    output: done,
  }),
}

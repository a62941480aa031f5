import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, int, json } from '../../platform/contract/wire.ts'
import { checked } from '../../rules/field-schema.ts'
import { errorLimits, errorTypes, mostErrors } from './rules/error-log.ts'
import { feedbackContent, feedbackTypes } from './rules/feedback.ts'

const dictionaryItem = z.object({
  code: z.string(),
  label: z.string(),
  parentCode: z.string().nullable(),
  enabled: z.boolean(),
})

const dictionaryType = z.string().regex(/^[a-z_]{1,40}$/)

/** `list:<name>` for the columns of a list, and the like. */
const preferenceKey = z.string().regex(/^[a-z][A-Za-z0-9:./-]{0,80}$/)
/** The tab the draft belongs to: its path and what it edits. */
const draftKey = z.string().regex(/^[a-z][A-Za-z0-9:./_-]{0,120}$/)
/** The page that saves: another one each time the form is opened. */
const draftWriter = z
  .string()
  .regex(/^[A-Za-z0-9_-]{0,64}$/)
  .default('')
/** A file that was chosen and not uploaded yet: where it was chosen, and its name. Its bytes are in the page alone. */
const draftFile = z.object({ place: z.string().max(40), name: z.string().max(255) })
export type DraftFile = z.infer<typeof draftFile>
/** Says whose a draft is and how far it is, for whoever is to choose it; personal data is masked. */
const draftSummary = z.object({
  version: z.number().int(),
  savedAt: z.string(),
  customerName: z.string(),
  mobile: z.string(),
  /** Fields that have a value, and all of them. */
  filled: z.number().int(),
  asked: z.number().int(),
})
export type DraftSummary = z.infer<typeof draftSummary>

export const system = {
  /** One dictionary by type, in order; disabled values too, for old rows (specification point 7). */
  dictionary: read({
    method: 'GET',
    path: '/admin/getDic',
    access: 'session',
    of: ['dictionary', 'dictionaryItem'],
    input: z.object({ type: dictionaryType }),
    output: z.array(dictionaryItem),
  }),
  /**
   * The parameters that a browser keeps, all in one call: dictionaries by type. The console asks after 清除缓存 for
   * those it had. The specification names the call and its payload `params`, and shows no shape (point 7).
   */
  cacheParams: read({
    method: 'POST',
    path: '/getCacheParams',
    access: 'session',
    of: ['dictionary', 'dictionaryItem'],
    input: z.object({ params: json(z.array(dictionaryType).max(100)) }),
    output: z.object({ dictionaries: z.record(z.string(), z.array(dictionaryItem)) }),
  }),
  /**
   * 上传服务器: the errors that the user's browser had noted, the newest first. The newest 500 of a user are kept;
   * more than 300 in an hour are refused with 429.
   */
  uploadErrors: write({
    method: 'POST',
    path: '/biz/system/errorlog/save',
    access: 'session',
    writes: { on: 'error', own: 'entry' },
    maxBytes: 512 * 1024,
    input: z.object({
      errors: json(
        z
          .array(
            z.object({
              type: z.enum(errorTypes),
              message: z.string().max(errorLimits.message),
              stack: z.string().max(errorLimits.stack),
              info: z.string().max(errorLimits.info),
              url: z.string().max(errorLimits.url),
              /** Epoch ms, by the browser's clock. */
              time: z.number().int().min(0).max(4_102_444_800_000),
            }),
          )
          .min(1)
          .max(mostErrors),
      ),
    }),
    output: done,
  }),
  /**
   * 问题反馈 (specification points 3, 8 and 9). The specification shows no path; `page` is the path it was written on.
   * Answers 200 with code `1`; otherwise `msg` says why it was not taken: `2` more than ten in an hour.
   */
  sendFeedback: write({
    method: 'POST',
    path: '/biz/system/feedback/save',
    access: 'session',
    writes: { on: 'feedback', own: 'entry' },
    input: z.object({
      plain_type: z.enum(feedbackTypes, 'rules.feedbackType'),
      content: checked(feedbackContent),
      page: z.string().regex(/^\/[^?#\s]{0,299}$/),
    }),
    output: z.object({ code: z.string(), msg: z.string() }),
  }),
  /** The versions of the product, the newest first, each with what is new in it; no shape is shown (point 7). */
  versions: read({
    method: 'POST',
    path: '/sys/version/list',
    access: 'session',
    of: [],
    input: z.object({}),
    output: z.array(z.object({ version: z.string(), notes: z.array(z.string()) })),
  }),
  /** A user's own setting, such as the columns of a list; null when there is none. */
  getPreference: read({
    method: 'POST',
    path: '/biz/system/preference/get',
    access: 'session',
    of: ['preference'],
    input: z.object({ key: preferenceKey }),
    output: z.object({ value: z.unknown().nullable() }),
  }),
  /** Null takes the setting away. 422 when there are too many or it is too large. */
  savePreference: write({
    method: 'POST',
    path: '/biz/system/preference/save',
    access: 'session',
    writes: { on: 'preference', own: 'state' },
    maxBytes: 80 * 1024,
    input: z.object({ key: preferenceKey, value: json(z.unknown()) }),
    output: done,
  }),
  /**
   * The draft that the user had typed into a form and not saved; kept on the server because it holds personal data. A
   * draft of a new intake that has become an order answers that order instead.
   */
  getDraft: read({
    method: 'POST',
    path: '/biz/system/draft/get',
    access: 'session',
    of: ['draft'],
    input: z.object({ key: draftKey }),
    output: z.object({
      draft: draftSummary
        .extend({ values: z.unknown(), baseVersion: z.number().int(), files: z.array(draftFile) })
        .nullable(),
      order: z.object({ id: z.number().int(), orderNo: z.string() }).nullable(),
    }),
  }),
  /** The user's drafts, the one saved last first, and how many there may be. */
  drafts: read({
    method: 'POST',
    path: '/biz/system/draft/list',
    access: 'session',
    of: ['draft'],
    input: z.object({}),
    output: z.object({
      drafts: z.array(
        draftSummary.extend({
          key: draftKey,
          /** Of the order it belongs to; null for a new intake, and where the user does not see the order any more. */
          orderNo: z.string().nullable(),
          fileCount: z.number().int(),
        }),
      ),
      most: z.number().int(),
    }),
  }),
  /**
   * `baseVersion` is the row_version of the record when the form was opened, 0 for a new one. `version` is that of
   * the draft as the page knows it, 0 for none: another window's newer one answers 409 with what differs (`stale`),
   * one that is gone 409 `gone`, one that has become an order 409 `made`. `writer` is the page and `turn` counts its
   * saves: its own next save is never a conflict, a late one changes nothing. 422 when there are too many or it is
   * too large.
   */
  saveDraft: write({
    method: 'POST',
    path: '/biz/system/draft/save',
    access: 'session',
    writes: { on: 'draft', own: 'state' },
    // The form encoding of Chinese takes nine bytes a character.
    maxBytes: 640 * 1024,
    input: z.object({
      key: draftKey,
      values: json(z.record(z.string(), z.unknown())),
      baseVersion: int().default(0),
      version: int().default(0),
      writer: draftWriter,
      turn: int().default(0),
      files: json(z.array(draftFile).max(200)).default([]),
    }),
    output: z.object({ savedAt: z.string(), version: z.number().int() }),
  }),
  /** Answers 409 as {@link system.saveDraft} does, when another window has saved a newer one. */
  removeDraft: write({
    method: 'POST',
    path: '/biz/system/draft/remove',
    access: 'session',
    writes: { on: 'draft', own: 'state' },
    input: z.object({ key: draftKey, version: int().default(0), writer: draftWriter }),
    output: done,
  }),
}

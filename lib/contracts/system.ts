import * as z from 'zod'
import { errorLimits, errorTypes, mostErrors } from '../rules/error-log.ts'
import { feedbackContent, feedbackTypes } from '../rules/feedback.ts'
import { checked } from '../rules/field-schema.ts'
import { endpoint } from './endpoint.ts'
import { done, eventId, int, json } from './wire.ts'

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

export const system = {
  /** One dictionary by type, in order; disabled values too, for old rows (specification point 7). */
  dictionary: endpoint({
    method: 'GET',
    path: '/admin/getDic',
    access: 'session',
    input: z.object({ type: dictionaryType }),
    output: z.array(dictionaryItem),
  }),
  /**
   * The parameters that a browser keeps, all in one call: dictionaries by type. The console asks after 清除缓存 for
   * those it had. The specification names the call and its payload `params`, and shows no shape (point 7).
   */
  cacheParams: endpoint({
    method: 'POST',
    path: '/getCacheParams',
    access: 'session',
    input: z.object({ params: json(z.array(dictionaryType).max(100)) }),
    output: z.object({ dictionaries: z.record(z.string(), z.array(dictionaryItem)) }),
  }),
  /**
   * 上传服务器: the errors that the user's browser had noted, the newest first. The newest 500 of a user are kept;
   * more than 300 in an hour are refused with 429.
   */
  uploadErrors: endpoint({
    method: 'POST',
    path: '/biz/system/errorlog/save',
    access: 'session',
    maxBytes: 512 * 1024,
    input: z.object({
      eventId: eventId(),
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
  sendFeedback: endpoint({
    method: 'POST',
    path: '/biz/system/feedback/save',
    access: 'session',
    input: z.object({
      plain_type: z.enum(feedbackTypes, 'rules.feedbackType'),
      content: checked(feedbackContent),
      page: z.string().regex(/^\/[^?#\s]{0,299}$/),
      eventId: eventId(),
    }),
    output: z.object({ code: z.string(), msg: z.string() }),
  }),
  /** The versions of the product, the newest first, each with what is new in it; no shape is shown (point 7). */
  versions: endpoint({
    method: 'POST',
    path: '/sys/version/list',
    access: 'session',
    input: z.object({}),
    output: z.array(z.object({ version: z.string(), notes: z.array(z.string()) })),
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

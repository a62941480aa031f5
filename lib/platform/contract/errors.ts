import * as z from 'zod'

/** The fields that two editors of one record disagree about; shown to the one who came second. */
export const conflict = z.object({
  rowVersion: z.number().int(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  /** `path` as in the form's values, `mine` what was sent, `theirs` what stands in the database. */
  changes: z.array(z.object({ path: z.string(), mine: z.unknown(), theirs: z.unknown() })),
  /** In words, which fields of the record were changed since; for a write that carries no values to compare. */
  changed: z.array(z.string()).optional(),
})
export type Conflict = z.infer<typeof conflict>

/**
 * The body of every answer other than 200.
 * 400 bad input (`fields`: path to message), 401 no session, 403 not allowed, 404, 409 stale or taken (`conflict`),
 * 413 too large, 422 refused by a rule, 423 locked, 429 too often, 500 our fault (`id` finds it in the log), 503 not now
 * (`code` is `unavailable`; the header `retry-after` says when).
 */
export const errorBody = z.object({
  message: z.string(),
  /** 403, 422: who can clear it, in a sentence. */
  hint: z.string().optional(),
  /** 422 of a write on an order: the order, whose progress says who acts next. */
  orderId: z.number().int().optional(),
  code: z.string().optional(),
  id: z.string().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  conflict: conflict.optional(),
  /** Login: the next try needs a captcha. */
  captcha: z.boolean().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

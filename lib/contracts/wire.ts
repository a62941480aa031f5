import * as z from 'zod'
import { isIsoDate } from '../rules/business-date.ts'
import { sortOrder } from './sort-order.ts'

/**
 * How values travel in a form-urlencoded body (specification point 7): a scalar is its text, an object or an
 * array is JSON text in its field, an absent value is no field at all. Both sides of the wire use this file.
 */

/** An object or array field: JSON text on the wire, a value in code. Text that is no JSON fails the inner schema. */
export const json = <S extends z.ZodType>(schema: S) =>
  z.preprocess(parseJson, schema) as unknown as z.ZodType<z.output<S>, z.input<S>>

function parseJson(value: unknown): unknown {
  if (typeof value !== 'string' || isDeep(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** No form of ours nests further; what walks a value recursively would run out of stack. */
const MAX_DEPTH = 64

function isDeep(text: string): boolean {
  let depth = 0
  for (const [part] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (part === '[' || part === '{') depth++
    else if (part === ']' || part === '}') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/** A whole number, as a number or as decimal digits; `1e3`, `NaN`, spaces and signs other than a minus are refused. */
export const int = (min = 0, max = Number.MAX_SAFE_INTEGER) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value),
    z.number().int().min(min).max(max),
  ) as unknown as z.ZodType<number, number>

/** A yes or no: `true` or `false`. */
export const flag = () =>
  z.preprocess(
    (value) => (value === 'true' ? true : value === 'false' ? false : value),
    z.boolean(),
  ) as unknown as z.ZodType<boolean, boolean>

/** An amount in CNY with at most two decimals, as a decimal string; domain.md 4.1. */
export const money = () => z.string().regex(/^-?\d{1,16}(\.\d{1,2})?$/)

/** A business date that exists, `YYYY-MM-DD`, Asia/Shanghai. */
export const isoDate = () => z.string().refine(isIsoDate)

/** A row id. */
export const id = () => int(1)

/** Chosen by the client for one user action: a repeat with the same id gets the first answer. */
export const eventId = () => z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)

/** What every list takes: `start` = (page − 1) × page size and `length` = page size (specification point 7). */
export const listInput = {
  start: int(0, 10_000_000).default(0),
  length: int(1, 100).default(20),
  /** Name, ID number, mobile or order number, or a part of one. */
  q: z.string().trim().max(60).optional(),
  /** `field:asc` or `field:desc`; a list says which fields it sorts by. */
  sort: z.string().regex(sortOrder).optional(),
  /** Continues after the last row of an earlier answer, instead of `start`. */
  cursor: z.string().max(200).optional(),
}

/** What every list answers; `pageNo` counts from 1, `allPage` is the number of pages. */
export const page = <R extends z.ZodType>(row: R) =>
  z.object({
    data: z.array(row),
    total: z.number().int(),
    /** There are more rows than `total`: a search that finds very many is counted no further. */
    more: z.boolean().optional(),
    pageNo: z.number().int(),
    allPage: z.number().int(),
    nextCursor: z.string().nullable(),
  })

/** What a call answers that only does something. */
export const done = z.object({ message: z.string().optional() })

import * as z from 'zod'
import { isIsoDate } from '../../rules/business-date.ts'

/**
 * Values travel in a form-urlencoded body (specification point 7): a scalar is its text, an object or an array is JSON
 * text in its field, an absent value is no field at all. Both sides of the wire use this file.
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

/**
 * A text on one line without signs that nobody sees: what names a person, an account, a place or a thing, and what goes
 * into a file. A line break would be another row of it, and a mark that turns the direction shows another name.
 *
 * @param clean makes the form that is judged and kept
 */
export const line = (clean: (text: string) => string = (text) => text.trim()) =>
  z
    .string()
    .overwrite(clean)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'rules.plainText')

/** A business date that exists, `YYYY-MM-DD`, Asia/Shanghai. */
export const isoDate = () => z.string().refine(isIsoDate)

/** A row id. */
export const id = () => int(1)

/** Chosen by the client for one user action: a repeat with the same id gets the first answer. */
export const eventId = () => z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)

/** An order: one of the fields, up or down. */
export const sortBy = <const F extends string>(...fields: readonly F[]) =>
  z.enum(fields.flatMap((field) => [`${field}:asc`, `${field}:desc`])) as unknown as z.ZodType<
    Sort<F>,
    Sort<F>
  >
export type Sort<F extends string> = `${F}:${'asc' | 'desc'}`

/**
 * Every list takes these: `start` = (page − 1) × page size and `length` = page size (specification point 7), and an
 * order by one of the fields it sorts by.
 * @param standard the order when nothing else is asked for
 * @param others the fields that it sorts by beside that one
 */
export const listInput = <const F extends string, const O extends string = never>(
  standard: Sort<F>,
  ...others: readonly O[]
) => ({
  start: int(0, 10_000_000).default(0),
  length: int(1, 100).default(20),
  /** A part of what the list searches. */
  q: z.string().trim().max(60).optional(),
  sort: sortBy<F | O>(standard.split(':')[0] as F, ...others).default(standard),
  /** Continues after the last row of an earlier answer, instead of `start`. */
  cursor: z.string().max(1_000).optional(),
})

/** The fields that a list is grouped by: the rows of a value of one stand together. */
export const groupBy = <const F extends string>(...fields: readonly F[]) =>
  z.enum(fields as readonly [F, ...F[]])

/** The groups of a list, over all its pages, with the sums of their amounts by column. */
export const groups = () =>
  z.object({
    groups: z.array(
      z.object({
        key: z.string().nullable(),
        count: z.number().int(),
        sums: z.record(z.string(), z.string()),
      }),
    ),
  })
export type ListGroup = z.output<ReturnType<typeof groups>>['groups'][number]

/** The file of a list takes these: its filters and its order, and the ids of the columns. */
export const fileInput = <S extends ReturnType<typeof listInput>>(list: z.ZodObject<S>) => {
  const { start: _start, length: _length, cursor: _cursor, ...filters } = list.shape
  return z.object({ ...filters, columns: json(z.array(z.string().regex(/^[A-Za-z_]{1,40}$/)).max(40)) })
}

/** A state of a list of work: one, or what is not finished (`open`), or all, as without it. */
export const workState = <const S extends string>(states: readonly S[]) =>
  z.enum(['open', ...states, 'all']).optional()

/** Every list answers this; `pageNo` counts from 1, `allPage` is the number of pages. */
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

/** The answer of a call that only does something. */
export const done = z.object({ message: z.string().optional() })

import pg from 'pg'

/**
 * Values between SQL and code, the same on both engines: int8 is a number (ids and counts stay below 2^53),
 * numeric a string, date 'YYYY-MM-DD', timestamptz ISO 8601 in UTC with all its digits, JSON parsed.
 */

const asText = (text: string) => text
const isoInstant = (text: string) => text.replace(' ', 'T').replace(/\+00(:00)?$/, 'Z')
const TEXT_ARRAY: number = 1009
const texts: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY, 'text')
const arrayOf = (parse: (text: string) => unknown) => (text: string) =>
  texts(text).map((item) => (item === null ? null : parse(item)))

const parsers: Record<number, (text: string) => unknown> = {
  20: Number,
  1016: arrayOf(Number),
  1082: asText,
  1182: arrayOf(asText),
  1114: asText,
  1115: arrayOf(asText),
  1184: isoInstant,
  1185: arrayOf(isoInstant),
  1186: asText,
  1187: arrayOf(asText),
  1231: arrayOf(asText),
}

/** The parser that makes a value of a PostgreSQL type's text. */
export function parserFor(typeId: number): (text: string) => unknown {
  return parsers[typeId] ?? pg.types.getTypeParser(typeId, 'text')
}

/** A parameter as the text PostgreSQL reads; null stays null. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(arrayItem).join(',')}}`
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

function arrayItem(item: unknown): string {
  if (Array.isArray(item)) return toText(item) ?? 'NULL'
  const text = toText(item)
  return text === null ? 'NULL' : `"${text.replace(/[\\"]/g, '\\$&')}"`
}

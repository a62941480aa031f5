/** The form-urlencoded body of a call (specification point 7); what its values mean is in wire.ts. */

export type WireValue = string | number | boolean | null | undefined | object

/** The form-urlencoded text of an input. */
export const encodeForm = (input: Record<string, WireValue>): string =>
  new URLSearchParams(textsOf(input)).toString()

/** The fields of an input as they travel, each a text. */
export function textsOf(input: Record<string, WireValue>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    texts[key] = typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return texts
}

/**
 * The fields of a form-urlencoded text, each a string.
 * @throws {RangeError} on a repeated name or more than `maxFields` fields: a body has one value for a name.
 */
export function decodeForm(text: string, maxFields = 200): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (fields.has(key)) throw new RangeError(`repeated field ${key.slice(0, 40)}`)
    if (fields.size >= maxFields) throw new RangeError('too many fields')
    fields.set(key, value)
  }
  return Object.fromEntries(fields)
}

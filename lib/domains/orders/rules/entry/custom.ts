import { InputError } from '../../../../rules/input-error.ts'
import { type Draft, recordOf } from './draft.ts'

/** S20: free key-values that a template asks on its own (the specification's `custom`). All are texts. */
export type CustomField = {
  name: string
  /** Chinese, data of the template. */
  label: string
  required: boolean
  maxLength: number
}

/** Most keys a template may ask, and the longest text of one. */
const mostFields = 20
const longest = 200

export const customDraft: Draft<Readonly<Record<string, string>>> = (raw, path) => {
  const entries = Object.entries(recordOf(raw, path))
  for (const [name, value] of entries) {
    const fits = /^[a-z][A-Za-z0-9]{0,39}$/.test(name) && typeof value === 'string' && value.length <= longest
    if (!fits || entries.length > mostFields)
      throw new InputError(`${path}.${name}`, 'format', 'no free value')
  }
  return Object.fromEntries(entries) as Record<string, string>
}

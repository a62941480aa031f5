import type { MessageKey } from '../i18n/translator.ts'
import { dictionaries } from '../rules/dictionaries.ts'
import { roles } from '../rules/roles.ts'
import { say } from './language.ts'

/**
 * Names that the product comes with and a tenant may change: as long as one is the product's, its reader has it in the
 * language of the page; what a tenant wrote stays as it was written. What is edited is never translated.
 */

/** A label of a dictionary. */
export function labelWord(type: string, code: string, label: string): string {
  const key = `dictionaryItems.${type}.${code}`
  const word = say(key as MessageKey)
  if (word === key) return label
  const [, items = []] = Object.entries(dictionaries).find(([known]) => known === type) ?? []
  return items.some((item) => item.code === code && item.label === label) ? word : label
}

/** The name of a role. */
export function roleWord(code: string, name: string): string {
  const own = Object.entries(roles).some(([known, { label }]) => known === code && label === name)
  return own ? say(`details.roles.${code as keyof typeof roles}`) : name
}

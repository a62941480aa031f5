import type { configuration } from '@/lib/domains/configuration/contract'
import type { MessageKey, T } from '@/lib/i18n/translator'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

export type Dictionary = OutputOf<typeof configuration.dictionaries>[number]

/** The name of a dictionary: the product's own by the catalogue, a tenant's by its name. */
export const nameOf = ({ type, name, kind }: Dictionary, t: T): string =>
  kind === 'own' ? name : t(`dictionaries.${type}` as MessageKey)

/** The dictionaries whose name or type holds the text. */
export function found(all: readonly Dictionary[], text: string, t: T): Dictionary[] {
  const wanted = text.trim().toLowerCase()
  return all.filter((one) => [one.type, nameOf(one, t)].some((part) => part.toLowerCase().includes(wanted)))
}

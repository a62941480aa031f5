import type { ReactNode } from 'react'
import type { Tone } from '@/components/ui/status-tag'
import type { OptionSource } from '@/lib/client/options'
import type { MessageKey, T } from '@/lib/i18n/translator'
import type { Endpoint } from '@/lib/platform/contract/endpoint'
import type { ListDefinition } from './define-list'

/** The kit reads this of a definition. Its own types, which follow the endpoint, serve the screen that writes it. */

export type FilterPart =
  | { kind: 'text'; name: string; label?: MessageKey }
  | { kind: 'date'; name: string; label?: MessageKey }
  | { kind: 'multi'; name: string; label?: MessageKey; options: OptionSource }
  | { kind: 'select'; name: string; label?: MessageKey; options: OptionSource; standard?: string }
  | { kind: 'choice'; name: string; label?: MessageKey; options: OptionSource; standard: string }
  | { kind: 'dates' | 'amounts'; from: string; to: string; label: MessageKey }

export type ColumnPart<Row> = {
  key: string
  id?: string
  label?: MessageKey
  kind?: 'text' | 'number' | 'money' | 'percent' | 'date' | 'dateTime' | 'code'
  codes?: string
  tones?: Readonly<Record<string, Tone>>
  width?: number
  sort?: boolean
  hidden?: boolean
  card?: boolean
  pinned?: boolean
  same?: (filters: Readonly<Record<string, string>>) => boolean
  cell?: (row: Row) => ReactNode
}

export function filterParts<E extends Endpoint>({ filters }: ListDefinition<E>): readonly FilterPart[] {
  return filters as readonly unknown[] as readonly FilterPart[]
}

export function columnParts<E extends Endpoint, Row>({
  columns,
}: ListDefinition<E>): readonly ColumnPart<Row>[] {
  return columns as readonly unknown[] as readonly ColumnPart<Row>[]
}

/** True where a filter of several codes stands at one of them: every row then has that value. */
export const oneOf =
  (name: string) =>
  (filters: Readonly<Record<string, string>>): boolean =>
    filters[name] !== undefined && filters[name] !== '' && !filters[name].includes(',')

/**
 * The given label, that of the list's own words, or `columns.<name>`: the definition's type has made sure that there is
 * one.
 */
export function labelOf(
  label: MessageKey | undefined,
  name: string,
  words: string | undefined,
  t: T,
): string {
  const own = `${words}.${name}` as MessageKey
  const text = t(label ?? own)
  // A text that the catalogue does not have comes back as it is.
  return text === own ? t(`columns.${name}` as MessageKey) : text
}

'use client'
import { useMemo } from 'react'
import { showPercent } from '@/components/ui/number-text'
import { MoneyText, noValue } from '@/components/ui/texts'
import { dictionaryOptions, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { tidy } from '@/lib/rules/fields'
import { useRegions } from './use-regions'

/** The word for a code of a dictionary of the service; the code itself while it is on its way, and for an unknown one. */
export function DictionaryText({ type, code }: { type: string; code: string | null | undefined }) {
  const options = useOptions(useMemo(() => dictionaryOptions(type), [type]))
  if (!code) return noValue
  // Codes of dictionaries that people keep may say something themselves; those of regions never do.
  if (type === 'region') return options.find(({ value }) => value === code)?.label ?? noValue
  return options.find(({ value }) => value === code)?.label ?? code
}

/** A region by its codes from the province down: 北京市 朝阳区. Nothing while its name is on its way, and never a code. */
function RegionText({ codes }: { codes: readonly string[] }) {
  const { nameOf } = useRegions()
  return nameOf(codes) || noValue
}

/**
 * A form value as it is read: codes as words, money, rates and switches in their own look.
 *
 * @param spec what the value is: `money`, `rate`, a code of the dictionary `dict`; other kinds are read as they stand
 */
export function FieldValueText({
  spec,
  value,
}: {
  spec: { kind: string; dict?: string }
  /** A list holds the codes of a region. */
  value: string | boolean | readonly string[]
}) {
  const t = useT()
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
  if (typeof value !== 'string') return value.length === 0 ? noValue : <RegionText codes={value} />
  if (tidy(value) === '') return noValue
  switch (spec.kind) {
    case 'money':
      return <MoneyText value={value} />
    case 'rate':
      return showPercent(value)
    case 'dict':
      return <DictionaryText type={spec.dict ?? ''} code={value} />
    default:
      return value
  }
}

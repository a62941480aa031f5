'use client'
import { useMemo } from 'react'
import { showPercent } from '@/components/ui/number-text'
import { MoneyText, noValue } from '@/components/ui/texts'
import { dictionaryOptions, useOptions } from '@/lib/client/options'
import { useT } from '@/lib/i18n/use-t'
import { type Field, type FieldValue, isEmpty } from '@/lib/rules/order-entry/field-spec'

/** The word for a code of a dictionary of the service; the code itself while it is on its way, and for an unknown one. */
export function DictionaryText({ type, code }: { type: string; code: string | null | undefined }) {
  const options = useOptions(useMemo(() => dictionaryOptions(type), [type]))
  if (!code) return noValue
  return options.find(({ value }) => value === code)?.label ?? code
}

/** A region by its codes from the province down: 北京市 朝阳区. */
function RegionText({ codes }: { codes: readonly string[] }) {
  const options = useOptions(useMemo(() => dictionaryOptions('region'), []))
  const names = codes.map((code) => options.find(({ value }) => value === code)?.label ?? code)
  // A municipality is its own city.
  return names.filter((name, level) => name !== names[level - 1]).join(' ')
}

/** A form value as it is read: codes as words, money, rates and switches in their own look. */
export function FieldValueText({ spec, value }: { spec: Field; value: FieldValue }) {
  const t = useT()
  if (isEmpty(value)) return noValue
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
  if (typeof value !== 'string') return <RegionText codes={value} />
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

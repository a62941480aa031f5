'use client'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { FieldFrame, type FieldProps, useField } from '@/components/form/field-frame'
import { SearchBox } from '@/components/ui/search-box'
import { callOptions, listOptions, useOptions } from '@/lib/client/options'
import { products } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'
import { cleanText } from '@/lib/rules/clean-value'

export type CarNameLevel = 'brand' | 'series' | 'model'

const namesOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }))

/** Everything that the vehicle library has below the brand and series that stand in the same section. */
function useNames(path: string, level: CarNameLevel) {
  const row = path.slice(0, path.lastIndexOf('.'))
  const [brand = '', series = ''] = useWatch({ name: [`${row}.brand`, `${row}.series`] }) as string[]
  const source = useMemo(() => {
    if (level === 'brand') return callOptions(products.vehicles, {}, namesOf)
    const above = level === 'series' ? brand : brand && series
    // Nothing to propose below nothing; whatever is typed is taken.
    if (!above) return listOptions([])
    return callOptions(products.vehicles, level === 'series' ? { brand } : { brand, series }, namesOf)
  }, [level, brand, series])
  return useOptions(source)
}

/** Brand, series or model of a car: proposed by the library, searched by pinyin too, and free to be anything else. */
export function CarNameField({
  level,
  maxLength,
  ...props
}: FieldProps & { level: CarNameLevel; maxLength?: number }) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<string>(props)
  const names = useNames(props.name, level)
  return (
    <FieldFrame {...props} {...state}>
      <SearchBox
        {...control}
        placeholder={t('form.chooseOrType')}
        maxLength={maxLength}
        text={value ?? ''}
        chosen={value ?? ''}
        options={names}
        onChoose={(name) => {
          setValue(name)
          return undefined
        }}
        onText={(text) => setValue(cleanText(text))}
      />
    </FieldFrame>
  )
}

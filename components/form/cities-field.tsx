'use client'
import { Chip } from '@/components/ui/chip'
import { SearchBox } from '@/components/ui/search-box'
import { useT } from '@/lib/i18n/use-t'
import styles from './codes-field.module.css'
import { FieldFrame, type FieldProps, useField } from './field-frame'
import { useRegions } from './use-regions'

/** Several cities of the country: one is looked for and added, each can be taken away. */
export function CitiesField(props: FieldProps) {
  const t = useT()
  const { value, setValue, control, ...state } = useField<readonly string[]>(props)
  const { all, below, nameOf } = useRegions()
  const provinces = below.get('') ?? []
  const cities = provinces.flatMap(({ value: province }) =>
    (below.get(province) ?? []).map((city) => ({
      value: city.value,
      label: nameOf([province, city.value]),
    })),
  )
  const left = cities.filter((city) => !value.includes(city.value))
  return (
    <FieldFrame {...props} {...state} span={3}>
      <SearchBox
        {...control}
        placeholder={t('form.addCity')}
        text=""
        chosen=""
        options={left}
        onChoose={(code) => {
          setValue([...value, code])
          return true
        }}
      />
      <div className={styles.codes}>
        {value.map((code) => {
          const name = all.find((one) => one.value === code)?.label ?? code
          return (
            <Chip
              key={code}
              removeLabel={t('form.removeCity', { name })}
              onRemove={() => setValue(value.filter((one) => one !== code))}
            >
              {name}
            </Chip>
          )
        })}
      </div>
    </FieldFrame>
  )
}

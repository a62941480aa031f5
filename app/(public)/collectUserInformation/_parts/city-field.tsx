'use client'
import { useId } from 'react'
import type { collect } from '@/lib/domains/collect/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from '../collect.module.css'

/** Cities below their provinces; a municipality is both and stands alone. */
export function CityField({
  cities,
  wrong,
}: {
  cities: OutputOf<typeof collect.form>['cities']
  wrong: string | undefined
}) {
  const t = useT()
  const id = useId()
  const provinces = [...new Set(cities.map(({ province }) => province))]
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('collectPage.city')}</label>
      <select
        id={id}
        name="city"
        defaultValue=""
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong && `${id}-wrong`}
      >
        <option value="">{t('collectPage.choose')}</option>
        {provinces.map((province) => {
          const own = cities.filter((city) => city.province === province)
          const options = own.map(({ code, label }) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))
          return own.length === 1 && own[0]?.label === province ? (
            options
          ) : (
            <optgroup key={province} label={province}>
              {options}
            </optgroup>
          )
        })}
      </select>
      {wrong && (
        <p className={styles.wrong} id={`${id}-wrong`}>
          {wrong}
        </p>
      )}
    </div>
  )
}

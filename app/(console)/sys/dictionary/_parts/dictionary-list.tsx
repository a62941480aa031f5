'use client'
import { useEffect, useRef, useState } from 'react'
import controls from '@/components/ui/control.module.css'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from '../dictionary.module.css'
import { type Dictionary, found, nameOf } from './dictionary-names'

export const kindLabels = {
  fixed: 'configuration.kindFixed',
  open: 'configuration.kindOpen',
  own: 'configuration.kindOwn',
} as const satisfies Record<Dictionary['kind'], MessageKey>

/** The dictionaries to choose from. */
export function DictionaryList({
  dictionaries,
  chosen,
  onChoose,
}: {
  dictionaries: readonly Dictionary[]
  chosen: string | undefined
  onChoose: (type: string) => void
}) {
  const t = useT()
  const [search, setSearch] = useState('')
  const shown = found(dictionaries, search, t)
  const list = useRef<HTMLUListElement>(null)
  // The address may name one that is far down.
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would call as what ends the effect.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <nav className={styles.types} aria-label={t('configuration.dictionary')}>
      <input
        type="search"
        className={controls.control}
        aria-label={t('configuration.searchDictionaries')}
        placeholder={t('configuration.searchDictionaries')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {shown.length === 0 && <p className={styles.none}>{t('configuration.noDictionaries')}</p>}
      <ul ref={list}>
        {shown.map((one) => (
          <li key={one.type}>
            <button
              type="button"
              className={styles.type}
              aria-current={one.type === chosen || undefined}
              onClick={() => onChoose(one.type)}
            >
              <span className={styles.name}>{nameOf(one, t)}</span>
              <span className={styles.code}>{one.type}</span>
              <span className={styles.kind}>{t(kindLabels[one.kind])}</span>
              <span className={styles.count}>{one.items}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

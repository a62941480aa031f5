'use client'
import { useState } from 'react'
import controls from '@/components/ui/control.module.css'
import { contractSnippets, type SnippetGroup } from '@/lib/domains/contracts/rules/contract-snippets'
import { useT } from '@/lib/i18n/use-t'
import styles from './template.module.css'

const groups = Object.keys(contractSnippets) as SnippetGroup[]

/** All that a text may name: searched, and put in by a click. */
export function Palette({ onInsert }: { onInsert: (text: string) => void }) {
  const t = useT()
  const [wanted, setWanted] = useState('')
  const found = groups.flatMap((group) => {
    const entries = contractSnippets[group].filter(({ name }) => name.includes(wanted.trim()))
    return entries.length > 0 ? [{ group, entries }] : []
  })
  return (
    <aside className={styles.palette} aria-label={t('contractTemplates.palette')}>
      <input
        type="search"
        className={controls.control}
        placeholder={t('contractTemplates.paletteSearch')}
        aria-label={t('contractTemplates.paletteSearch')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      <div className={styles.snippets}>
        {found.length === 0 && <p className={styles.note}>{t('contractTemplates.paletteNone')}</p>}
        {found.map(({ group, entries }) => (
          <section key={group}>
            <h3>{t(`contractTemplates.groups.${group}`)}</h3>
            <div>
              {entries.map(({ name, text }) => (
                <button key={name} type="button" onClick={() => onInsert(text)}>
                  {name}
                </button>
              ))}
            </div>
          </section>
        ))}
      </div>
    </aside>
  )
}

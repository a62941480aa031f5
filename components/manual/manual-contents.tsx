'use client'
import { useT } from '@/lib/i18n/use-t'
import styles from './manual.module.css'

/** The headings of a long document, each of which leads to its place. */
export function ManualContents({ headings }: { headings: readonly string[] }) {
  const t = useT()
  return (
    <nav className={styles.contents} aria-label={t('shell.contents')}>
      <ul>
        {headings.map((heading) => (
          <li key={heading}>
            <button type="button" onClick={() => document.getElementById(heading)?.scrollIntoView()}>
              {heading}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}

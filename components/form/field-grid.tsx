import type { ReactNode } from 'react'
import styles from './form.module.css'

/** Fields in up to four columns; a field's `span` says how many it takes. One column where it is narrow. */
export function FieldGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}

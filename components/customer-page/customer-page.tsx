import type { ReactNode } from 'react'
import styles from './customer-page.module.css'

/** A page that a customer opens without a session: whose it is, and one column. */
export function CustomerPage({
  brand: { title, logo },
  large,
  children,
}: {
  brand: { title: string; logo: string }
  /** In large type, for what is read at length. */
  large?: boolean
  children: ReactNode
}) {
  return (
    <main className={styles.page} data-large={large || undefined}>
      <p className={styles.brand}>
        <span className={styles.logo} style={{ backgroundImage: `url("${logo}")` }} />
        {title}
      </p>
      {children}
    </main>
  )
}

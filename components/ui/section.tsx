import type { ReactNode } from 'react'
import { PagePart } from './page-part'
import styles from './section.module.css'

/** A titled part of a page. `id` makes it an anchor. */
export function Section({
  title,
  id,
  actions,
  children,
}: {
  title: string
  id?: string
  actions?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section} id={id} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {actions}
      </header>
      <PagePart>{children}</PagePart>
    </section>
  )
}

/** Label over value in two columns; one where it is narrow. */
export function KeyValues({ children }: { children: ReactNode }) {
  return <dl className={styles.pairs}>{children}</dl>
}

/** One pair of {@link KeyValues}; `wide` takes the whole row. */
export function KeyValue({
  label,
  wide,
  children,
}: {
  label: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{label}</dt>
      <dd>{children === null || children === undefined || children === '' ? '–' : children}</dd>
    </div>
  )
}

'use client'
import type { ReactNode } from 'react'
import { ScrollArea } from '@/components/ui/scroll-area'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './papers.module.css'

/** A table of a few rows in a section, as funders and insurers are asked and answer. */
export function SectionTable({
  label,
  columns,
  children,
}: {
  label: string
  /** Titles from left to right; an empty one stands above the names of the rows. */
  columns: readonly (MessageKey | '')[]
  children: ReactNode
}) {
  const t = useT()
  return (
    <ScrollArea label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col" aria-label={title === '' ? label : undefined}>
                {title && t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollArea>
  )
}

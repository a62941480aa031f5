'use client'
import type { ComponentProps } from 'react'
import { WideDialog } from '@/components/ui/wide-dialog'
import styles from './record-dialog.module.css'

/** One record of a log, to read. Whoever shows it loads it when it opens. */
export function RecordDialog({ children, ...dialog }: ComponentProps<typeof WideDialog>) {
  return (
    <WideDialog {...dialog}>
      <div className={styles.content}>{children}</div>
    </WideDialog>
  )
}

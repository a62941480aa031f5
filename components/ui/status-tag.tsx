import { Ban, Clock, Undo2 } from 'lucide'
import type { ReactNode } from 'react'
import { type AnyIcon, Icon } from './icon'
import styles from './status-tag.module.css'

/** One colour and icon a tone: waits, is being worked on, came back, was refused, got through, is over. */
export type Tone = 'waiting' | 'working' | 'returned' | 'rejected' | 'passed' | 'closed'

const icons: Record<Tone, AnyIcon> = {
  waiting: Clock,
  working: 'pencil',
  returned: Undo2,
  rejected: 'cross',
  passed: 'tick',
  closed: Ban,
}

/** A state as colour, icon and word; never colour alone. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      <Icon name={icons[tone]} size={12} />
      {children}
    </span>
  )
}

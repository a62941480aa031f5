'use client'
import { useEffect, useState } from 'react'
import { noValue } from '@/components/ui/texts'
import { showDateTime, showDuration } from '@/components/ui/time-text'
import { useTips } from '@/components/ui/tips'
import { useT } from '@/lib/i18n/use-t'
import styles from './stay-text.module.css'

/** 滞留: how long an order has been in its stage; since when is in the tooltip. Past `dueHours` it is loud. */
export function StayText({ since, dueHours }: { since: string; dueHours?: number }) {
  const t = useT()
  useTips()
  // The server and the browser do not have the same now: the time runs in the browser alone.
  const [now, setNow] = useState<number>()
  useEffect(() => setNow(Date.now()), [])
  if (now === undefined) return noValue
  const minutes = (now - new Date(since).getTime()) / 60_000
  return (
    <span
      className={styles.stay}
      data-late={(dueHours !== undefined && minutes > dueHours * 60) || undefined}
      data-tip={showDateTime(since)}
    >
      {showDuration(minutes, t)}
    </span>
  )
}

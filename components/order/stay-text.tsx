'use client'
import { useEffect, useState } from 'react'
import { noValue } from '@/components/ui/texts'
import { showDateTime, showDuration } from '@/components/ui/time-text'
import { useTips } from '@/components/ui/tips'
import { useCalendar } from '@/lib/client/use-calendar'
import { useT } from '@/lib/i18n/use-t'
import { workingMinutes } from '@/lib/rules/working-hours'
import styles from './stay-text.module.css'

/** 滞留: how long an order has been in its stage; since when is in the tooltip. Past `dueHours` of work it is loud. */
export function StayText({ since, dueHours }: { since: string; dueHours?: number | undefined }) {
  const t = useT()
  useTips()
  // The server and the browser do not have the same now: the time runs in the browser alone.
  const [now, setNow] = useState<number>()
  useEffect(() => setNow(Date.now()), [])
  const calendar = useCalendar(dueHours !== undefined)
  if (now === undefined) return noValue
  const from = new Date(since).getTime()
  const isLate =
    dueHours !== undefined && calendar !== undefined && workingMinutes(from, now, calendar) > dueHours * 60
  return (
    <span
      className={styles.stay}
      data-late={isLate || undefined}
      data-tip={
        dueHours === undefined
          ? showDateTime(since)
          : t('ui.stayTip', { since: showDateTime(since), hours: dueHours })
      }
    >
      {showDuration((now - from) / 60_000, t)}
    </span>
  )
}

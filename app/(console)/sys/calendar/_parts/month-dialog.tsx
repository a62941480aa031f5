'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { SkeletonLines } from '@/components/ui/states'
import { useServiceDay } from '@/lib/client/service-day'
import { useCalendar } from '@/lib/client/use-calendar'
import { useT } from '@/lib/i18n/use-t'
import { addDays, addMonths } from '@/lib/rules/business-date'
import { type Calendar, isWorkingDay, weekday } from '@/lib/rules/business-days'
import styles from './month-dialog.module.css'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** 月历: which days of a month rest, by the week and by the calendar. */
export default function MonthDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const id = useId()
  const today = useServiceDay()
  const [first, setFirst] = useState(addMonths(today, 0, 1))
  const calendar = useCalendar()
  return (
    <Dialog open fullWidth maxWidth="xs" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('calendar.month')}</DialogTitle>
      <DialogContent>
        <div className={styles.head}>
          <ActionButton icon="left" onClick={() => setFirst(addMonths(first, -1))}>
            {t('calendar.monthBefore')}
          </ActionButton>
          <strong>{first.slice(0, 7)}</strong>
          <ActionButton icon="right" onClick={() => setFirst(addMonths(first, 1))}>
            {t('calendar.monthAfter')}
          </ActionButton>
        </div>
        {calendar ? <Month first={first} today={today} calendar={calendar} /> : <SkeletonLines lines={6} />}
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('ui.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function Month({ first, today, calendar }: { first: string; today: string; calendar: Calendar }) {
  const t = useT()
  const next = addMonths(first, 1)
  const weeks: string[] = []
  for (let monday = addDays(first, -weekday(first)); monday < next; monday = addDays(monday, 7))
    weeks.push(monday)
  const cell = (day: string) => {
    if (day < first || day >= next) return <td key={day} />
    const rests = !isWorkingDay(day, calendar)
    const differs = calendar.has(day) && t(rests ? 'calendar.rest' : 'calendar.work')
    return (
      <td key={day} data-rests={rests || undefined} aria-current={day === today ? 'date' : undefined}>
        {Number(day.slice(8))}
        {differs && <small>{differs}</small>}
      </td>
    )
  }
  return (
    <table className={styles.month} aria-label={first.slice(0, 7)}>
      <thead>
        <tr>
          {weekdays.map((day) => (
            <th key={day} scope="col">
              {t(`calendar.weekdays.${day}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((monday) => (
          <tr key={monday}>{weekdays.map((_, nth) => cell(addDays(monday, nth)))}</tr>
        ))}
      </tbody>
    </table>
  )
}

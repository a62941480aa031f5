'use client'
import { useState } from 'react'
import { CalendarButton, isCalendarKey } from '@/components/ui/calendar'
import { CommitInput } from '@/components/ui/commit-input'
import { useT } from '@/lib/i18n/use-t'
import { cleanDate } from '@/lib/rules/clean-value'
import { isIsoDate } from '@/lib/rules/iso-date'

/** A day that counts when it is finished, typed or chosen; in an element with `position: relative`. */
export function DateBound({
  label,
  value,
  max,
  onCommit,
}: {
  label: string
  value: string
  max?: string
  onCommit: (value: string) => void
}) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <CommitInput
        inputMode="numeric"
        aria-label={label}
        placeholder="YYYY-MM-DD"
        value={value}
        read={cleanDate}
        refuse={(text) => (isIsoDate(text) ? undefined : t('list.wrongDate'))}
        onCommit={onCommit}
        onKeyDown={(event) => {
          if (!isCalendarKey(event)) return
          event.preventDefault()
          setOpen(true)
        }}
      />
      <CalendarButton label={label} value={value} max={max} open={open} onOpen={setOpen} onPick={onCommit} />
    </>
  )
}

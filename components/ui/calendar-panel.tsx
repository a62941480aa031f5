'use client'
import MuiPopover from '@mui/material/Popover'
import { AdapterDateFns } from '@mui/x-date-pickers/AdapterDateFns'
import { DateCalendar } from '@mui/x-date-pickers/DateCalendar'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { zhCN as words } from '@mui/x-date-pickers/locales'
import { zhCN } from 'date-fns/locale/zh-CN'
import { MuiScope } from './mui-scope'

/** A date of the calendar as it stands there; dates have no time, so the zone of the machine says nothing. */
const dateOf = (text: string): Date => {
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, day)
}
const textOf = (date: Date): string =>
  [String(date.getFullYear()).padStart(4, '0'), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The calendar of a date: days, and months and years behind its heading. */
export default function CalendarPanel({
  anchor,
  label,
  value,
  min,
  max,
  onPick,
  onClose,
}: {
  anchor: HTMLElement | null
  label: string
  /** `YYYY-MM-DD`, or empty. */
  value: string
  min?: string
  max?: string
  onPick: (date: string) => void
  onClose: () => void
}) {
  return (
    <MuiScope>
      <MuiPopover
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': label } }}
      >
        <LocalizationProvider
          dateAdapter={AdapterDateFns}
          adapterLocale={zhCN}
          localeText={words.components.MuiLocalizationProvider.defaultProps.localeText}
        >
          <DateCalendar
            autoFocus
            slotProps={{ calendarHeader: { format: 'yyyy年M月' } }}
            value={value === '' ? null : dateOf(value)}
            minDate={min ? dateOf(min) : undefined}
            maxDate={max ? dateOf(max) : undefined}
            onChange={(date, state, view) => {
              // A year or a month leads on to its days.
              if (date && state === 'finish' && view === 'day') onPick(textOf(date))
            }}
          />
        </LocalizationProvider>
      </MuiPopover>
    </MuiScope>
  )
}

import type { T } from '@/lib/i18n/translator'

/** Business time is Asia/Shanghai wherever the browser is; it has no daylight saving. */
const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** An ISO instant as `2025-08-01 09:30`, Asia/Shanghai; what is no instant stays as it is. */
export function showDateTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : format.format(date)
}

/** A business date, or the one of an ISO instant, as `2025-08-01`. */
export const showDate = (iso: string): string => showDateTime(iso).slice(0, 10)

/** A length of time in its two largest units: 3天5小时, 2小时10分, 4分钟. */
export function showDuration(minutes: number, t: T): string {
  const whole = Math.max(0, Math.floor(minutes))
  const [days, hours, rest] = [Math.floor(whole / 1440), Math.floor((whole % 1440) / 60), whole % 60]
  if (days > 0) return t('ui.daysHours', { days, hours })
  if (hours > 0) return t('ui.hoursMinutes', { hours, minutes: rest })
  return t('ui.minutes', { minutes: rest })
}

/** Says how long ago or ahead an instant is: 3天5小时前, 4分钟后. */
export function showRelative(iso: string, now: number, t: T): string {
  const minutes = (now - new Date(iso).getTime()) / 60_000
  if (Math.abs(minutes) < 1) return t('ui.justNow')
  return t(minutes > 0 ? 'ui.ago' : 'ui.ahead', { time: showDuration(Math.abs(minutes), t) })
}

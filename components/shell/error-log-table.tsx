'use client'
import cards from '@/components/ui/card-table.module.css'
import type { LoggedError } from '@/lib/domains/system/rules/error-log'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './error-log-dialog.module.css'

const columns = ['logType', 'logUrl', 'logMessage', 'logStack', 'logTime'] as const
const widths: Partial<Record<(typeof columns)[number], string | undefined>> = {
  logType: styles.type,
  logUrl: styles.url,
  logStack: styles.stack,
  logTime: styles.time,
}

const two = (value: number) => String(value).padStart(2, '0')

/** yyyy-MM-dd hh:mm:ss (specification point 9) by the clock of this machine, whose errors they are. */
export function showLogTime(time: number): string {
  const at = new Date(time)
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`
}

/** The local errors, the newest first. A narrow window shows each as a card. */
export function ErrorLogTable({ errors }: { errors: readonly LoggedError[] }) {
  const t = useT()
  const label = (name: (typeof columns)[number]) => t(`settings.${name}` satisfies MessageKey)
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col" className={widths[name]}>
              {label(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {errors.map(({ type, url, message, stack, info, time }) => (
          <tr key={`${time} ${message}`}>
            <td data-label={label('logType')}>{t(`settings.${type}`)}</td>
            <td data-label={label('logUrl')}>{url}</td>
            <td data-label={label('logMessage')}>{message}</td>
            <td data-label={label('logStack')}>
              {stack || info ? (
                <details>
                  <summary>{stack.split('\n', 2).at(-1)?.trim() || info}</summary>
                  <pre>{[stack, info].filter(Boolean).join('\n')}</pre>
                </details>
              ) : (
                '–'
              )}
            </td>
            <td data-label={label('logTime')}>{showLogTime(time)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

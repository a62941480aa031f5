'use client'
import cards from '@/components/ui/card-table.module.css'
import { useT } from '@/lib/i18n/use-t'
import styles from './imports.module.css'

export type WrongRow = { row: number; field?: string; reason: string; value: string }

/** The first wrong rows of a file, each with its cell and what is wrong with it. */
export function WrongRows({ rows, count }: { rows: readonly WrongRow[]; count: number }) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <>
      <table className={`${cards.table} ${cards.fitted}`} aria-label={t('imports.wrongRows')}>
        <thead>
          <tr>
            <th scope="col">{t('imports.row')}</th>
            <th scope="col">{t('imports.fault')}</th>
            <th scope="col">{t('imports.value')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, field, reason, value }) => (
            <tr key={`${row} ${reason}`}>
              <td data-label={t('imports.row')}>{row}</td>
              <td data-label={t('imports.fault')}>{field ? `${field}${t('ui.colon')}${reason}` : reason}</td>
              <td className={cards.long} data-label={t('imports.value')}>
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length && <p className={styles.note}>{t('imports.moreWrong', { count })}</p>}
    </>
  )
}

'use client'
import cards from '@/components/ui/card-table.module.css'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import type { VerbAction } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { type ImportState, isReadImport } from '@/lib/domains/imports/rules/import-kinds'
import { useT } from '@/lib/i18n/use-t'
import styles from './imports.module.css'

type Recent = {
  id: number
  name: string
  state: ImportState
  freshCount: number
  sameCount: number
  wrongCount: number
  addedCount: number
  createdAt: string
  createdByName: string | null
}

const tones = { 已读取: 'waiting', 已导入: 'passed', 已撤销: 'closed' } as const

/** The last imports: one that was read can still be imported, one that was imported be taken back. */
export function RecentImports<Row extends Recent>({
  rows,
  onOpen,
  verbsOf,
}: {
  rows: readonly Row[]
  onOpen: (importId: number) => void
  verbsOf: (row: Row) => VerbAction[]
}) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <table className={`${cards.table} ${cards.fitted}`} aria-label={t('imports.recent')}>
      <thead>
        <tr>
          <th scope="col">{t('imports.file')}</th>
          <th scope="col">{t('imports.state')}</th>
          <th scope="col">{t('imports.counts')}</th>
          <th scope="col">{t('imports.importedAt')}</th>
          <th scope="col">{t('imports.todo')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={cards.long} data-label={t('imports.file')}>
              {row.name}
            </td>
            <td data-label={t('imports.state')}>
              <StatusTag tone={tones[row.state]}>{t(`imports.states.${row.state}`)}</StatusTag>
            </td>
            <td data-label={t('imports.counts')}>
              <Counts of={row} />
            </td>
            <td data-label={t('imports.importedAt')}>
              <span>
                <DateTimeText value={row.createdAt} /> {row.createdByName}
              </span>
            </td>
            <td data-label={t('imports.todo')}>
              <div className={styles.verbs}>
                <VerbButtons
                  size="small"
                  verbs={[
                    {
                      key: 'open',
                      label: t('imports.open'),
                      permit: { ok: true },
                      busy: false,
                      run: () => onOpen(row.id),
                    },
                    ...verbsOf(row),
                  ]}
                />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The number of rows that can come in, or did. */
export function Counts({
  of,
}: {
  of: Pick<Recent, 'state' | 'freshCount' | 'sameCount' | 'wrongCount' | 'addedCount'>
}) {
  const t = useT()
  return isReadImport(of.state)
    ? t('imports.readCounts', { fresh: of.freshCount, same: of.sameCount, wrong: of.wrongCount })
    : t('imports.addedCounts', { added: of.addedCount, wrong: of.wrongCount })
}

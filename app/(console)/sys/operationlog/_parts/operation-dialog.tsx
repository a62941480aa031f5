'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { RecordDialog } from '@/components/oversight/record-dialog'
import styles from '@/components/oversight/record-dialog.module.css'
import cards from '@/components/ui/card-table.module.css'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { type OperationRow, oversight } from '@/lib/domains/oversight/contract'
import { actionWord, objectKindWord, pathWord, valueWord } from '@/lib/i18n/audit-words'
import { useT } from '@/lib/i18n/use-t'

/** One entry of the audit log: who, when, where, and every value that it changed. */
export default function OperationDialog({ row, onClose }: { row: OperationRow; onClose: () => void }) {
  const t = useT()
  return (
    <RecordDialog title={t('oversight.operationTitle')} onClose={onClose}>
      <KeyValues>
        <KeyValue label={t('oversight.at')}>
          <DateTimeText value={row.at} />
        </KeyValue>
        <KeyValue label={t('oversight.operator')}>
          {row.userId === null ? t('oversight.system') : `${row.name} ${row.account}`}
        </KeyValue>
        <KeyValue label={t('oversight.action')}>{actionWord(row.action, t)}</KeyValue>
        <KeyValue label={t('oversight.object')}>
          {`${objectKindWord(row.objectKind, t)} ${row.objectName}`}
        </KeyValue>
        <KeyValue label={t('oversight.ip')}>{row.ip}</KeyValue>
      </KeyValues>
      <Differences id={row.id} />
    </RecordDialog>
  )
}

function Differences({ id }: { id: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(oversight.operation, { id }))
  if (error && !data) {
    return <ReadFailure error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <SkeletonLines lines={4} height={32} />
  if (data.differences.length === 0) return <p className={styles.text}>{t('oversight.noChanges')}</p>
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          <th scope="col">{t('oversight.field')}</th>
          <th scope="col">{t('oversight.before')}</th>
          <th scope="col">{t('oversight.after')}</th>
        </tr>
      </thead>
      <tbody>
        {data.differences.map(({ path, before, after }) => (
          <tr key={path}>
            <td data-label={t('oversight.field')}>{pathWord(path, t)}</td>
            <td data-label={t('oversight.before')} className={styles.before}>
              {valueWord(path, before, t)}
            </td>
            <td data-label={t('oversight.after')}>{valueWord(path, after, t)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

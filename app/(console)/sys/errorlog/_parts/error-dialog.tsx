'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { RecordDialog } from '@/components/oversight/record-dialog'
import styles from '@/components/oversight/record-dialog.module.css'
import cards from '@/components/ui/card-table.module.css'
import { SkeletonLines } from '@/components/ui/states'
import { DateTimeText, noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { type ErrorGroupRow, oversight } from '@/lib/domains/oversight/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

/** One message with the newest errors of it: when, whose, where, and their stacks. */
export default function ErrorDialog({ row, onClose }: { row: ErrorGroupRow; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(oversight.error, { id: row.id }))
  return (
    <RecordDialog title={t('oversight.errorTitle')} onClose={onClose}>
      <p className={styles.text}>
        <strong>{row.message}</strong>
      </p>
      {error && !data ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <p className={styles.text}>{t('oversight.errorUsers', { users: data.users, count: data.count })}</p>
          <Occurrences rows={data.occurrences} />
        </>
      ) : (
        <SkeletonLines lines={5} height={32} />
      )}
    </RecordDialog>
  )
}

function Occurrences({ rows }: { rows: OutputOf<typeof oversight.error>['occurrences'] }) {
  const t = useT()
  return (
    <table className={cards.table} aria-label={t('oversight.errorLatest')}>
      <thead>
        <tr>
          <th scope="col">{t('oversight.at')}</th>
          <th scope="col">{t('oversight.errorWho')}</th>
          <th scope="col">{t('oversight.errorUrl')}</th>
          <th scope="col">{t('oversight.errorStack')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, happenedAt, name, account, url, message, stack, info }) => (
          <tr key={id}>
            <td data-label={t('oversight.at')}>
              <DateTimeText value={happenedAt} />
            </td>
            <td data-label={t('oversight.errorWho')}>{`${name} ${account}`}</td>
            <td data-label={t('oversight.errorUrl')}>{url}</td>
            <td data-label={t('oversight.errorStack')}>
              {stack || info ? (
                <details>
                  <summary>{stack.split('\n', 1)[0] || info}</summary>
                  <pre>{[message, stack, info].filter(Boolean).join('\n')}</pre>
                </details>
              ) : (
                noValue
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

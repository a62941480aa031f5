'use client'
import { RecordDialog } from '@/components/oversight/record-dialog'
import styles from '@/components/oversight/record-dialog.module.css'
import { ActionButton } from '@/components/ui/action-button'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { DateTimeText } from '@/components/ui/texts'
import type { VerbAction } from '@/components/verb/use-verbs'
import type { FeedbackRow } from '@/lib/domains/oversight/contract'
import { useT } from '@/lib/i18n/use-t'

/** One feedback in full. */
export default function FeedbackDialog({
  row,
  verbs,
  onClose,
}: {
  row: FeedbackRow
  verbs: readonly VerbAction[]
  onClose: () => void
}) {
  const t = useT()
  return (
    <RecordDialog
      title={t('routes.feedbackList')}
      actions={verbs.map(({ key, label, run }) => (
        <ActionButton
          key={key}
          variant="primary"
          onClick={() => {
            onClose()
            run()
          }}
        >
          {label}
        </ActionButton>
      ))}
      onClose={onClose}
    >
      <p className={styles.text}>{row.content}</p>
      <KeyValues>
        <KeyValue label={t('oversight.writer')}>{`${row.name} ${row.account}`}</KeyValue>
        <KeyValue label={t('oversight.orgName')}>{row.orgName}</KeyValue>
        <KeyValue label={t('oversight.feedbackDays')}>
          <DateTimeText value={row.createdAt} />
        </KeyValue>
        <KeyValue label={t('oversight.page')}>{row.page}</KeyValue>
        {row.handledAt && (
          <>
            <KeyValue label={t('oversight.handled')}>{row.handledByName}</KeyValue>
            <KeyValue label={t('oversight.handledAt')}>
              <DateTimeText value={row.handledAt} />
            </KeyValue>
            <KeyValue label={t('oversight.handleNote')} wide>
              <span className={styles.text}>{row.note}</span>
            </KeyValue>
          </>
        )}
      </KeyValues>
    </RecordDialog>
  )
}

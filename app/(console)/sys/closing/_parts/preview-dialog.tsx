'use client'
import { RecordDialog } from '@/components/oversight/record-dialog'
import { KeyValue, KeyValues } from '@/components/ui/section'
import type { ClosingPreview } from '@/lib/domains/closings/contract'
import { useT } from '@/lib/i18n/use-t'

/** 日终试跑: what closing the day would do. */
export default function PreviewDialog({
  preview,
  onClose,
}: {
  preview: ClosingPreview
  onClose: () => void
}) {
  const t = useT()
  const { day, opens, isMonthEnd, loans, overdue, lateNext, dueNext, refusal } = preview
  return (
    <RecordDialog title={t('closings.previewTitle', { day })} onClose={onClose}>
      {refusal && <p>{t(`closings.refusals.${refusal}`, { day })}</p>}
      {isMonthEnd && <p>{t('closings.monthEnd')}</p>}
      <KeyValues>
        <KeyValue label={t('closings.opens')}>{opens}</KeyValue>
        <KeyValue label={t('closings.loans')}>{loans}</KeyValue>
        <KeyValue label={t('closings.overdueNow')}>{overdue}</KeyValue>
        <KeyValue label={t('closings.lateNext')}>{lateNext}</KeyValue>
        <KeyValue label={t('closings.dueNext')}>{dueNext}</KeyValue>
      </KeyValues>
    </RecordDialog>
  )
}

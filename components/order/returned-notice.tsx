'use client'
import { showDateTime } from '@/components/ui/time-text'
import type { applications } from '@/lib/contracts/applications'
import type { OutputOf } from '@/lib/contracts/endpoint'
import { useT } from '@/lib/i18n/use-t'
import { reviewReasonItems } from '@/lib/rules/review-reasons'
import styles from './form-page.module.css'

type Returned = NonNullable<OutputOf<typeof applications.getIntake>['returned']>

const reasonLabels = new Map(reviewReasonItems.map(({ code, label }) => [code, label]))

/** Why the order came back, and from whom: stands above the form that is to be mended. */
export function ReturnedNotice({ returned }: { returned: Returned }) {
  const t = useT()
  const reason = returned.reason
    .split('/')
    .map((code) => reasonLabels.get(code) ?? code)
    .join(' / ')
  return (
    <div className={styles.returned} role="status">
      <strong>{t('record.returned', { by: returned.by, time: showDateTime(returned.at), reason })}</strong>
      {returned.detail && <p>{returned.detail}</p>}
      {returned.opinion && returned.opinion !== returned.detail && (
        <p>{t('record.returnedOpinion', { opinion: returned.opinion })}</p>
      )}
    </div>
  )
}

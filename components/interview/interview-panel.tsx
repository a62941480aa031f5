'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { q } from '@/lib/client/query'
import { interviews } from '@/lib/domains/interviews/contract'
import { isOpenInterview } from '@/lib/domains/interviews/rules/interview'
import { useT } from '@/lib/i18n/use-t'
import { InterviewResult } from './interview-result'
import styles from './interview-result.module.css'
import { InterviewStatusTag } from './interview-status'

/**
 * 视频面签 of an order for who reviews it: an order that comes back from the signing has been seen already. The room itself
 * is the contract clerk's.
 */
export default function InterviewPanel({ orderId }: { orderId: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(interviews.ofOrder, { orderId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={6} />
  if (data.interviews.length === 0)
    return (
      <EmptyState
        title={t('interviews.none')}
        hint={t(data.required ? 'interviews.noneRequired' : 'interviews.noneHint')}
      />
    )
  return (
    <div className={styles.panel}>
      {data.interviews.map((interview) => (
        <section key={interview.id}>
          <h3 className={styles.title}>
            {interview.roomNo} <InterviewStatusTag status={interview.status} />
          </h3>
          {isOpenInterview(interview.status) ? (
            <p className={styles.quiet}>{t('interviews.notOver')}</p>
          ) : (
            <InterviewResult orderId={orderId} interview={interview} />
          )}
        </section>
      ))}
    </div>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import Popover from '@/components/ui/popover'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { type CallRow, voice } from '@/lib/domains/voice/contract'
import type { T } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import styles from './call-bar.module.css'
import { clockOf } from './call-words'

/** The state of a call that is not over. */
function underWay({ answerAt, direction }: CallRow, t: T): string {
  if (answerAt) return t('phone.talking')
  return t(direction === '呼入' ? 'phone.incoming' : 'phone.outgoing')
}

const lengthOf = ({ answerAt, talkSeconds, ringSeconds }: CallRow, t: T): string =>
  answerAt && talkSeconds !== null
    ? t('phone.talked', { time: clockOf(talkSeconds * 1000) })
    : t('phone.rang', { time: clockOf((ringSeconds ?? 0) * 1000) })

/** The person's own last calls, with their times as the server wrote them. */
export default function RecentCalls({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery({ ...q(voice.recentCalls, {}), staleTime: 0 })
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      slotProps={{
        // It scrolls, by the keyboard too.
        paper: { role: 'dialog', 'aria-label': t('phone.recent'), tabIndex: 0, style: { maxHeight: '60vh' } },
      }}
    >
      <div className={styles.recent}>
        <h2>{t('phone.recent')}</h2>
        {data === undefined && !error && <SkeletonLines lines={4} />}
        {data === undefined && error && <ReadFailure error={error} onRetry={() => void refetch()} />}
        {data?.length === 0 && <EmptyState title={t('phone.noCalls')} />}
        <ul>
          {data?.map((row) => (
            <li key={row.callId}>
              <span>{t(row.direction === '呼入' ? 'phone.inbound' : 'phone.outbound')}</span>
              <strong>{[row.customerName, row.phone].filter(Boolean).join(' ')}</strong>
              <span>{row.result ?? underWay(row, t)}</span>
              <span className={styles.quiet}>
                <DateTimeText value={row.startAt} />
              </span>
              <span className={styles.quiet}>{row.result !== null && lengthOf(row, t)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  )
}

'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { EmptyState, ErrorState, SkeletonLines } from '@/components/ui/states'
import { DateTimeText } from '@/components/ui/texts'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { incidentOf, messageOf } from '@/lib/client/funnel'
import { keyOf, metaOf } from '@/lib/client/query'
import { voice } from '@/lib/domains/voice/contract'
import { useT } from '@/lib/i18n/use-t'
import styles from './calls.module.css'

const length = 20

/** The calls of a seat, newest first, page by page. */
export default function CallsDialog({ seatsNumber, onClose }: { seatsNumber: string; onClose: () => void }) {
  const t = useT()
  const id = useId()
  return (
    <Dialog open fullWidth maxWidth="md" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{t('seats.callsTitle', { number: seatsNumber })}</DialogTitle>
      <DialogContent>
        <Calls seatsNumber={seatsNumber} />
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('seats.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}

function Calls({ seatsNumber }: { seatsNumber: string }) {
  const t = useT()
  const calls = useInfiniteQuery({
    queryKey: keyOf(voice.seatCalls, { seats_number: seatsNumber }),
    meta: metaOf(voice.seatCalls),
    queryFn: ({ pageParam, signal }) =>
      request(voice.seatCalls, { seats_number: seatsNumber, start: pageParam, length }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ pageNo, allPage }) => (pageNo < allPage ? pageNo * length : undefined),
    // Whoever opens it wants what is true now.
    staleTime: 0,
  })
  if (calls.isPending) return <SkeletonLines lines={6} height={32} />
  if (calls.isError && !calls.data) {
    const { error } = calls
    const known = error instanceof ApiError ? error : undefined
    return (
      <ErrorState
        message={known ? messageOf(known) : t('errors.unknown')}
        incidentId={known && incidentOf(known)}
        onRetry={() => void calls.refetch()}
      />
    )
  }
  const rows = calls.data.pages.flatMap(({ data }) => data)
  if (rows.length === 0) return <EmptyState title={t('seats.callsEmpty')} />
  return (
    <div className={styles.calls}>
      <table>
        <thead>
          <tr>
            <th>{t('seats.startAt')}</th>
            <th>{t('seats.party')}</th>
            <th>{t('seats.agent')}</th>
            <th>{t('seats.result')}</th>
            <th className={styles.number}>{t('seats.talk')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.callId}>
              <td>
                <DateTimeText value={row.startAt} />
              </td>
              <td>
                {t(row.direction === '呼入' ? 'phone.inbound' : 'phone.outbound')} {row.phone}{' '}
                {row.customerName}
              </td>
              <td>{row.agentName}</td>
              <td>{row.result}</td>
              <td className={styles.number}>{t('seats.seconds', { count: row.talkSeconds ?? 0 })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {calls.hasNextPage && (
        <ActionButton
          variant="text"
          busy={calls.isFetchingNextPage}
          onClick={() => void calls.fetchNextPage()}
        >
          {t('seats.more')}
        </ActionButton>
      )}
    </div>
  )
}

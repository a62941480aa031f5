'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Notice } from '@/components/ui/notice'
import { showDateTime } from '@/components/ui/time-text'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { outdate, q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { useT } from '@/lib/i18n/use-t'
import { type ChangeRow, changes } from '@/lib/platform/changes/contract'
import { type ChangeKind, kindsOf } from '@/lib/platform/changes/rules/pending-change'
import styles from './changes.module.css'
import { useChangeVerbs } from './use-change-verbs'

/** While somebody else may check it, what comes of it shows without a reload. */
const askedEveryMs = 5_000

/**
 * On a record: what waits for a second person and what he can do about it; or why he sent it back. Whoever shows it does
 * so while the step that it is about can still be taken.
 *
 * @param days for which it is told that nothing came of it, where that step stays open for ever
 */
export function ChangeBanner({ kind, aboutId, days }: { kind: ChangeKind; aboutId: number; days?: number }) {
  const { permissions } = useSession()
  const sees = [...kindsOf('make', permissions), ...kindsOf('check', permissions)].includes(kind)
  const { data } = useQuery({
    ...q(changes.of, { kind, aboutId }),
    enabled: sees,
    refetchInterval: ({ state }) => (state.data?.data[0]?.state === 'waiting' ? askedEveryMs : false),
  })
  const [newest] = data?.data ?? []
  useRecordAsNew(newest)
  if (!newest || newest.state === 'approved' || newest.state === 'withdrawn') return null
  if (days !== undefined && newest.decidedAt && daysSince(newest.decidedAt) >= days) return null
  return <Banner change={newest} />
}

const daysSince = (instant: string) => (Date.now() - new Date(instant).getTime()) / 86_400_000

/** The kind of record that a change is about, where that is no order. */
const recordOf: Partial<Record<ChangeKind, string>> = {
  fileCancel: 'paymentFile',
  role: 'role',
  userRights: 'user',
}

/** The record around the banner is read again once somebody has decided about it. */
function useRecordAsNew(newest: ChangeRow | undefined) {
  const client = useQueryClient()
  const waited = useRef<number>(undefined)
  useEffect(() => {
    if (newest?.state === 'waiting') waited.current = newest.id
    else if (newest && newest.id === waited.current) {
      waited.current = undefined
      outdate(client, recordOf[newest.kind] ?? 'order')
    }
  }, [client, newest])
}

function Banner({ change }: { change: ChangeRow }) {
  const t = useT()
  const { user } = useSession()
  const verbs = useChangeVerbs()
  const time = showDateTime(change.decidedAt ?? change.madeAt)
  const maker = change.madeByName
  const until = showDateTime(change.expiresAt)
  if (change.state === 'refused')
    return (
      <Notice tone="returned">
        {t('changes.banner.refused', {
          time,
          reason: change.decideReason ?? '',
          checker: nameOfChecker(change, t),
        })}
      </Notice>
    )
  if (change.state === 'expired')
    return <Notice tone="returned">{t('changes.banner.expired', { maker })}</Notice>
  const isMine = change.madeBy === Number(user.id)
  return (
    <Notice tone="waiting">
      <div className={styles.banner}>
        <span>{t(isMine ? 'changes.banner.mine' : 'changes.banner.waiting', { maker, time, until })}</span>
        <span>
          <VerbButtons size="small" verbs={verbs.of(change)} />
        </span>
      </div>
      {verbs.dialog}
    </Notice>
  )
}

/** The person who decided, and in whose place. */
export const nameOfChecker = (
  { decidedByName, decidedForName }: ChangeRow,
  t: ReturnType<typeof useT>,
): string =>
  decidedForName
    ? t('changes.forAway', { name: decidedByName ?? '', away: decidedForName })
    : (decidedByName ?? '')

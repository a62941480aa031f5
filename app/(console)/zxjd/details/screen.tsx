'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { DiligenceReport } from '@/components/due-diligence/diligence-report'
import { DiligenceStatusTag } from '@/components/due-diligence/diligence-status'
import { useDiligenceVerbs } from '@/components/due-diligence/diligence-verbs'
import { useLocalVisit } from '@/components/due-diligence/use-local-visit'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { EmptyState, PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { mayRetry } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { type DiligenceRow, type DiligenceView, dueDiligence } from '@/lib/domains/due-diligence/contract'
import { isWithOfficer } from '@/lib/domains/due-diligence/rules/due-diligence'
import { useT } from '@/lib/i18n/use-t'

const VisitForm = lazyPart(() => import('./_parts/visit-form'))

/** 尽调: one visit, to read and to decide about; for its officer the form. */
export function DiligenceScreen() {
  const t = useT()
  const { query } = useTabLocation()
  const id = Number(new URLSearchParams(query).get('diligenceId'))
  if (!Number.isSafeInteger(id) || id < 1) return <EmptyState title={t('dueDiligence.missing')} />
  return <Diligence key={id} id={id} />
}

function Diligence({ id }: { id: number }) {
  const { setLabel } = useTab()
  const { user } = useSession()
  const { data, error, refetch } = useQuery(q(dueDiligence.get, { id }))
  const { visit } = useLocalVisit(id)
  // Until the service answers there is what was carried along: asked again, the form stays where it is.
  const carried = !error || mayRetry(error) ? visit?.task : undefined
  const shown: DiligenceView | undefined = data ?? carried
  const { ddNo, customerName } = shown ?? {}
  useEffect(() => {
    if (ddNo) setLabel(ddNo, customerName)
  }, [ddNo, customerName, setLabel])
  if (!shown) {
    if (!error) return <PageSkeleton />
    return (
      <>
        <Stranded id={id} />
        <ReadFailure error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  const isMine = shown.assigneeId === user.id && isWithOfficer(shown.status)
  return isMine ? <Form visit={shown} /> : <Report visit={shown} />
}

function Form({ visit }: { visit: DiligenceRow }) {
  return (
    <DetailPage
      name={visit.customerName}
      number={visit.ddNo}
      tag={<DiligenceStatusTag status={visit.status} />}
    >
      <VisitForm id={visit.id} />
    </DetailPage>
  )
}

function Report({ visit }: { visit: DiligenceView }) {
  const verbs = useDiligenceVerbs()
  return (
    <DetailPage
      name={visit.customerName}
      number={visit.ddNo}
      tag={<DiligenceStatusTag status={visit.status} />}
      actions={<VerbButtons verbs={verbs.of(visit)} />}
      notice={<Stranded id={visit.id} />}
    >
      <DiligenceReport visit={visit} />
      {verbs.dialog}
    </DetailPage>
  )
}

/**
 * Everything that this browser still has of a visit that takes nothing more, as when it was given to somebody else
 * meanwhile.
 */
function Stranded({ id }: { id: number }) {
  const t = useT()
  const confirm = useConfirm()
  const { visit, outbox } = useLocalVisit(id)
  if (!visit || visit.waiting === 0) return null
  const drop = async () => {
    const message = t('dueDiligence.dropQuestion', { count: visit.waiting })
    if (await confirm({ message, ok: t('dueDiligence.drop'), tone: 'danger' })) await outbox.forget(id)
  }
  return (
    <Notice tone="returned">
      {t('dueDiligence.stranded', { count: visit.waiting })}{' '}
      <ActionButton size="small" variant="danger" onClick={() => void drop()}>
        {t('dueDiligence.drop')}
      </ActionButton>
    </Notice>
  )
}

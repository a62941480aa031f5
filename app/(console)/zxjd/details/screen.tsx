'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { DiligenceReport } from '@/components/due-diligence/diligence-report'
import { DiligenceStatusTag } from '@/components/due-diligence/diligence-status'
import { DiligenceVerbButtons } from '@/components/due-diligence/diligence-verb-buttons'
import { useDiligenceVerbs } from '@/components/due-diligence/diligence-verbs'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { q } from '@/lib/client/query'
import { type DiligenceView, dueDiligence } from '@/lib/contracts/due-diligence'
import { useT } from '@/lib/i18n/use-t'

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
  const { data, error, refetch } = useQuery(q(dueDiligence.get, { id }))
  const { ddNo, customerName } = data ?? {}
  useEffect(() => {
    if (ddNo) setLabel(ddNo, customerName)
  }, [ddNo, customerName, setLabel])
  if (data) return <Visit visit={data} />
  return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <SkeletonLines lines={12} />
}

function Visit({ visit }: { visit: DiligenceView }) {
  const verbs = useDiligenceVerbs()
  return (
    <DetailPage
      name={visit.customerName}
      number={visit.ddNo}
      tag={<DiligenceStatusTag status={visit.status} />}
      actions={<DiligenceVerbButtons verbs={verbs.of(visit)} />}
    >
      <DiligenceReport visit={visit} />
      {verbs.dialog}
    </DetailPage>
  )
}

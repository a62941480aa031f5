'use client'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import Link from '@/components/ui/link'
import { PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { MoneyText } from '@/components/ui/texts'
import { codeOptions } from '@/lib/client/options'
import { useHasAnyPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { type FunderRow, funders } from '@/lib/domains/funders/contract'
import { limitMoves } from '@/lib/domains/funders/rules/funder'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'

const listOf = (capitalId: number) =>
  defineList({
    name: 'funderFlows',
    endpoint: funders.flows,
    words: 'funders',
    title: 'funders.flows',
    search: 'funders.flowSearch',
    filters: [{ kind: 'select', name: 'kind', options: codeOptions('funders.moves', limitMoves) }],
    columns: [
      { key: 'bizDay', kind: 'date', width: 112, sort: true, card: true },
      { key: 'kind', width: 112, card: true, codes: 'funders.moves' },
      { key: 'amount', kind: 'money', width: 144, card: true },
      { key: 'lentAfter', kind: 'money', width: 152, card: true },
      { key: 'loanNo', kind: 'code', width: 152 },
      { key: 'orderNo', kind: 'code', width: 168 },
      { key: 'createdAt', kind: 'dateTime', width: 164, sort: true },
    ],
    fixed: { capitalId },
    sort: 'createdAt:desc',
    empty: { title: 'funders.flowsEmpty', hint: 'funders.flowsEmptyHint' },
  })

/** 额度流水: what is given of a funder's limit, and which loans took it and gave it back. */
export function FunderFlowsScreen() {
  const { query } = useTabLocation()
  const capitalId = Number(new URLSearchParams(query).get('funderId'))
  const list = useMemo(() => listOf(capitalId), [capitalId])
  const { data, error, refetch } = useQuery(q(funders.get, { capitalId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <PageSkeleton />
  return (
    <Head funder={data}>
      <ListScreen list={list} heading="h3" />
    </Head>
  )
}

function Head({ funder, children }: { funder: FunderRow; children: ReactNode }) {
  const t = useT()
  const { setLabel } = useTab()
  const maySeePushes = useHasAnyPermission('material:review', 'capital:push')
  useEffect(() => setLabel(funder.name), [funder.name, setLabel])
  const money = (value: string | null) =>
    value === null ? t('funders.unlimited') : <MoneyText value={value} />
  return (
    <DetailPage
      name={funder.name}
      number={funder.code}
      facts={(
        ['creditLimit', 'used', 'lent', 'promised', 'left', 'dailyLimit', 'usedToday', 'leftToday'] as const
      ).map((field) => ({ label: t(`funders.${field}`), value: money(funder[field]) }))}
      actions={
        maySeePushes && (
          <Link href={href('capitalMaterials', { capitalId: funder.id, capitalStatus: 'all' })}>
            {t('funders.consents')}
          </Link>
        )
      }
    >
      {children}
    </DetailPage>
  )
}

'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '@/components/ui/states'
import { HasAnyPermission, useCan } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { home } from '@/lib/domains/home/contract'
import { useT } from '@/lib/i18n/use-t'
import { Dealers } from './_parts/dealers'
import { Figures } from './_parts/figures'
import { Lacking } from './_parts/lacking'
import { Pools } from './_parts/pools'
import { Progress } from './_parts/progress'
import { QuickEntries } from './_parts/quick-entries'
import {
  checksChanges,
  claims,
  claimsTasks,
  fillsForms,
  keepsOpenings,
  reads,
  todosAsked,
} from './_parts/reads'
import { Todos, type TodoView } from './_parts/todos'
import styles from './home.module.css'

/** Everything that waits changes while the page stands open. */
const often = { refetchInterval: 60_000 }

/** 首页: what waits for the user, what is under way, where to go, and the last 14 days in numbers. */
export function HomeScreen() {
  const t = useT()
  const can = useCan()
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('routes.home')}</h1>
      {can('order:view') ? (
        <Orders />
      ) : (
        <section className={styles.card} data-area="todos">
          <EmptyState title={t('home.noRole')} hint={t('home.noRoleHint')} />
        </section>
      )}
    </div>
  )
}

function Orders() {
  const t = useT()
  const can = useCan()
  const fills = fillsForms(can)
  const [shown, show] = useState<TodoView>({ newest: false, page: 1 })
  const todos = useQuery({
    ...q(home.list, todosAsked(shown.newest, shown.page)),
    ...often,
    placeholderData: keepPreviousData,
  })
  const toCheck = useQuery({ ...q(...reads.toCheck), ...often, enabled: checksChanges(can) })
  const openings = useQuery({ ...q(...reads.openings), ...often, enabled: keepsOpenings(can) })
  const pools = useQuery({ ...q(...reads.pools), ...often, enabled: claimsTasks(can) })
  const info = useQuery({ ...q(...reads.info), ...often })
  const dealer = useQuery(q(...reads.dealer))
  const org = useQuery(q(...reads.org))
  const lacking = useQuery({ ...q(...reads.lacking), ...often, enabled: fills })
  const scope = org.data ? t(`home.scope.${org.data.dataScope}`, { org: org.data.orgName }) : ''
  return (
    <>
      <Todos
        asked={todos}
        shown={shown}
        onShow={show}
        toCheck={toCheck.data?.count}
        openings={openings.data}
      />
      <Progress asked={info} />
      <div className={styles.side}>
        <HasAnyPermission of={claims}>
          <Pools asked={pools} />
        </HasAnyPermission>
        {fills && <Lacking asked={lacking} />}
        <Dealers asked={dealer} />
        <QuickEntries />
      </div>
      <Figures asked={info} scope={scope} />
    </>
  )
}

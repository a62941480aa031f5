'use client'
import { useQuery } from '@tanstack/react-query'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { messageOf } from '@/lib/client/funnel'
import { HasAnyPermission, HasNoPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { home } from '@/lib/contracts/home'
import { useT } from '@/lib/i18n/use-t'
import { reviewStages } from '@/lib/rules/order-states'
import { Figures } from './_parts/figures'
import { Pools } from './_parts/pools'
import { QuickEntries } from './_parts/quick-entries'
import { Todos } from './_parts/todos'
import styles from './home.module.css'

/** What waits changes while the page stands open. */
const refreshMs = 60_000
const claims = Object.values(reviewStages).map(({ claim }) => claim)

/** 首页: what waits for the user, the pools, where to go, and the last 14 days in numbers. */
export function HomeScreen() {
  const t = useT()
  const workbench = useQuery({ ...q(home.workbench, {}), refetchInterval: refreshMs })
  const pools = useQuery({ ...q(home.examine, {}), refetchInterval: refreshMs })
  const { data, error } = workbench
  return (
    <div className={styles.screen}>
      <h1 className="visually-hidden">{t('routes.home')}</h1>
      <HasNoPermission of={['order:view']}>
        <section className={styles.card} data-area="todos">
          <EmptyState title={t('home.noRole')} hint={t('home.noRoleHint')} />
        </section>
      </HasNoPermission>
      {error && !data ? (
        <section className={styles.card} data-area="todos">
          <ErrorState
            message={messageOf(error)}
            incidentId={error.id}
            onRetry={() => void workbench.refetch()}
          />
        </section>
      ) : (
        <Todos todos={data?.todos} total={data?.todoTotal ?? 0} />
      )}
      <div className={styles.side}>
        <HasAnyPermission of={claims}>
          <Pools rows={pools.data} />
        </HasAnyPermission>
        <QuickEntries />
      </div>
      {(data || !error) && <Figures figures={data?.figures} />}
    </div>
  )
}

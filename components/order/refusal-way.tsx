'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import Link from '@/components/ui/link'
import { q } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { products } from '@/lib/domains/products/contract'
import { useT } from '@/lib/i18n/use-t'
import type { RefusalHelp } from '@/lib/rules/refusal-help'
import styles from './order.module.css'
import { type OrderPlace, placeOf } from './order-place'
import { useRoleName } from './role-name'

/** Names that are told; there may be hundreds of a role. */
const mostNames = 6

/**
 * Everything that a refused verb of an order misses, who can clear it, by role and, where the user may see them, by
 * name, and where.
 */
export default function RefusalWay({ help, order }: { help: RefusalHelp; order: OrderPlace }) {
  const t = useT()
  const roleName = useRoleName()
  const { permissions } = useSession()
  const { permission, states, roles, holders, holder } = help
  const { data: people } = useQuery({
    ...q(products.staff, { permission: holders }),
    enabled: holders !== undefined,
  })
  const names = people?.slice(0, mostNames).map(({ name }) => name) ?? []
  const place = placeOf(order, permissions)
  return (
    <>
      <dl className={styles.way}>
        {permission && <Line label={t('verbs.lacksPermission')}>{t(`staff.permission.${permission}`)}</Line>}
        {states && (
          <Line label={t('verbs.statesFor')}>
            {states.map((status) => t(`order.status.${status}`)).join(t('ui.separator'))}
          </Line>
        )}
        {holder && order.claimedByName && <Line label={t('details.handler')}>{order.claimedByName}</Line>}
        {roles.length > 0 && (
          <Line label={t('verbs.whoCan')}>
            {roles.map(roleName).join(t('ui.separator'))}
            {names.length > 0 && (
              <span className={styles.names}>
                {names.join(t('ui.separator'))}
                {people && people.length > names.length && t('verbs.andOthers', { count: people.length })}
              </span>
            )}
          </Line>
        )}
      </dl>
      {place && <Link href={place.href}>{t('verbs.goTo', { place: t(`routes.${place.route}`) })}</Link>}
    </>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

'use client'
import { DateTimeText } from '@/components/ui/texts'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { isOrderStatus, orderStates } from '@/lib/domains/orders/rules/order-states'
import { useT } from '@/lib/i18n/use-t'
import styles from './order.module.css'
import { useRoleName } from './role-name'

/** The holder of the order now: by name once it is claimed, before that the roles it waits for. */
export function CurrentHandler({
  order: { status, claimedByName, claimedAt, stageEnteredAt },
}: {
  order: Pick<OrderHeader, 'status' | 'claimedByName' | 'claimedAt' | 'stageEnteredAt'>
}) {
  const t = useT()
  const roleName = useRoleName()
  const roles = isOrderStatus(status) ? orderStates[status].next : []
  if (roles.length === 0) return <span className={styles.handler}>{t('details.nobody')}</span>
  return (
    <span className={styles.handler}>
      <span>{t('details.handler')}</span>
      <strong>
        {claimedByName ?? t('details.waitsFor', { roles: roles.map(roleName).join(t('ui.separator')) })}
      </strong>
      <DateTimeText value={claimedByName ? claimedAt : stageEnteredAt} />
    </span>
  )
}

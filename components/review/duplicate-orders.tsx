'use client'
import { OrderStatusTag } from '@/components/order/order-status'
import Link from '@/components/ui/link'
import { DateTimeText } from '@/components/ui/texts'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './review.module.css'

/** Other orders of the same ID number, mobile or VIN, as far as the caller may see them. */
export function DuplicateOrders({
  duplicates,
}: {
  duplicates: OutputOf<typeof reviews.getPre>['duplicates']
}) {
  const t = useT()
  if (duplicates.length === 0) return <p className={styles.quiet}>{t('review.noDuplicates')}</p>
  return (
    <ul className={styles.duplicates}>
      {duplicates.map(({ orderId, orderNo, status, match, createdAt }) => (
        <li key={orderId}>
          <Link href={href('intakeDetails', { orderId })}>{orderNo}</Link>
          <OrderStatusTag status={status} />
          <span className={styles.quiet}>
            {t(`review.match.${match}`)} · <DateTimeText value={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

import type { OrderHeader } from '@/lib/domains/orders/contract'
import styles from './order-lead.module.css'

/** The order that a dialog is about. */
export function OrderLead({ order }: { order: Pick<OrderHeader, 'customerName' | 'orderNo'> }) {
  return (
    <p className={styles.order}>
      <strong>{order.customerName}</strong>
      <span>{order.orderNo}</span>
    </p>
  )
}

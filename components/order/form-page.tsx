'use client'
import type { ReactNode } from 'react'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import styles from './form-page.module.css'
import { OrderStatusTag } from './order-status'

/**
 * The page of a form about one order: what it is about in one line, and below it the form, which scrolls in itself.
 *
 *     <FormPage order={order} note={template.name}><EntryForm … /></FormPage>
 */
export function FormPage({
  order,
  title,
  note,
  children,
}: {
  order?: Pick<OrderHeader, 'orderNo' | 'status'> & { customerName?: string }
  /** Instead of the customer's name, where there is none yet. */
  title?: string
  /** At the right end: which form it is. */
  note?: string
  children: ReactNode
}) {
  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <h1>{title ?? order?.customerName}</h1>
        {order && <span className={styles.number}>{order.orderNo}</span>}
        {order && <OrderStatusTag status={order.status} />}
        {note && <span className={styles.product}>{note}</span>}
      </header>
      {children}
    </div>
  )
}

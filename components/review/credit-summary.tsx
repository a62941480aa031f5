'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { OrderAmount } from '@/components/order/order-amount'
import { OrderStatusTag } from '@/components/order/order-status'
import { RiskList } from '@/components/order/risk-list'
import Link from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { ErrorState, SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { messageOf } from '@/lib/client/funnel'
import { q } from '@/lib/client/query'
import type { RiskView } from '@/lib/domains/orders/contract'
import { reviews } from '@/lib/domains/reviews/contract'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './credit-summary.module.css'

const levelTones = { 一般: 'waiting', 重要: 'returned', 紧急: 'rejected' } as const
const listTones = { 黑: 'rejected', 灰: 'returned', 白: 'passed' } as const

/**
 * 征信摘要: all that the product itself knows of who applies. What may stop the order stands first; what is empty says
 * so, because nobody asks for what is not there.
 */
export function CreditSummary({
  orderId,
  risks,
  children,
}: {
  orderId: number
  risks: readonly RiskView[]
  /** The other people and orders that are related. */
  children: ReactNode
}) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(reviews.credit, { orderId }))
  if (error && !data) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  const { lists, orders, beyondScope, complaints } = data
  return (
    <div className={styles.summary}>
      <Facts title={t('credit.lists')} none={t('credit.noLists')}>
        {lists.map(({ type, value, level, source, reason, validTo }) => (
          <li key={`${type} ${value} ${level}`}>
            <StatusTag tone={listTones[level as keyof typeof listTones]}>
              {t(`relations.levels.${level}` as MessageKey)}
            </StatusTag>
            <span>
              {t(`credit.numbers.${type}` as MessageKey)} {value}
            </span>
            <span className={styles.quiet}>
              {source} · {reason}
              {validTo && ` · ${t('credit.until')} ${validTo}`}
            </span>
          </li>
        ))}
      </Facts>
      <Section title={t('credit.scenes')}>
        <RiskList risks={risks} />
      </Section>
      <Facts title={t('credit.orders')} none={beyondScope === 0 && t('credit.noOrders')}>
        {orders.map(({ id, orderNo, productName, status, createdAt, ...terms }) => (
          <li key={id}>
            <Link href={href('intakeDetails', { orderId: id })}>{orderNo}</Link>
            <OrderStatusTag status={status} />
            {terms.financeAmount && <OrderAmount terms={terms} />}
            <span className={styles.quiet}>
              {productName} <DateTimeText value={createdAt} />
            </span>
          </li>
        ))}
        {beyondScope > 0 && (
          <li key="outside" className={styles.quiet}>
            {t('credit.outside', { count: beyondScope })}
          </li>
        )}
      </Facts>
      <Facts title={t('credit.complaints')} none={t('credit.noComplaints')}>
        {complaints.map(({ complaintNo, category, level, status, createdAt, deadline }) => (
          <li key={complaintNo}>
            <span>{complaintNo}</span>
            <DictionaryText type="complaint_category" code={category} />
            <StatusTag tone={levelTones[level as keyof typeof levelTones]}>
              {t(`credit.levels.${level}` as MessageKey)}
            </StatusTag>
            <span className={styles.quiet}>
              {t(`credit.states.${status}` as MessageKey)} · <DateTimeText value={createdAt} /> ·{' '}
              {t('credit.deadline')} <DateTimeText value={deadline} />
            </span>
          </li>
        ))}
      </Facts>
      <Section title={t('relations.title')}>{children}</Section>
    </div>
  )
}

/** Facts of a kind, or that there are none. */
function Facts({
  title,
  none,
  children,
}: {
  title: string
  none: string | false
  children: readonly ReactNode[]
}) {
  const rows = children.flat().filter(Boolean)
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.rows}>{children}</ul>
      )}
    </Section>
  )
}

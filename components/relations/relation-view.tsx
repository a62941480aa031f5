'use client'
import { Network } from 'lucide'
import { type ReactNode, useState } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { isOrderStatus, orderStates } from '@/lib/domains/orders/rules/order-states'
import type { RelatedOrder, RelationsView } from '@/lib/domains/relations/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './relations.module.css'
import { useTies } from './use-ties'

const RelationGraph = lazyPart(() => import('./relation-graph'))

/** Orders that are listed before somebody asks for more. */
const firstShown = 5

/**
 * Everything that was found: entries of the lists first, which may stop an order, then orders by what they share, then
 * the second step; at last that there is more which this user may not see.
 */
export function RelationView({ view }: { view: RelationsView }) {
  const t = useT()
  const [graphShown, setGraphShown] = useState(false)
  const { orders, known = [], outside } = view
  const direct = orders.filter(({ step }) => step === 1)
  const further = orders.filter(({ step }) => step === 2)
  const ties = useTies(view)
  const isEmpty = orders.length + known.length === 0
  return (
    <div className={styles.view}>
      {isEmpty && !outside && <p className={styles.quiet}>{t('relations.none')}</p>}
      {known.length > 0 && <Known known={known} />}
      <Orders
        orders={direct}
        title={t('relations.direct')}
        tiesOf={({ id }) =>
          view.shared.flatMap((key) =>
            key.matches
              .filter((hit) => hit.orderId === id)
              .map((hit) => <Shared key={`${key.kind} ${key.value}`} shared={key} other={hit.holders} />),
          )
        }
      />
      <Orders
        orders={further}
        title={t('relations.indirect')}
        tiesOf={({ id }) => [<span key="ties">{ties(id)}</span>]}
      />
      {outside && (
        <p className={styles.outside}>
          {t(outside.atLeast ? 'relations.outsideMany' : 'relations.outside', { count: outside.count })}
        </p>
      )}
      {!isEmpty && (
        <div>
          <ActionButton size="small" icon={Network} onClick={() => setGraphShown(true)}>
            {t('relations.graph')}
          </ActionButton>
        </div>
      )}
      {graphShown && <RelationGraph view={view} onClose={() => setGraphShown(false)} />}
    </div>
  )
}

function Known({ known }: { known: NonNullable<RelationsView['known']> }) {
  const t = useT()
  return (
    <ul className={styles.rows}>
      {known.map((one) => (
        <li key={`${one.what} ${one.kind} ${one.name}`} data-bad={one.what === 'list' || undefined}>
          <strong>{t(`relations.known.${one.what}`)}</strong>
          <span>
            {one.what === 'list'
              ? t('relations.listed', {
                  level: t(`relations.levels.${one.level}`),
                  source: one.source,
                  reason: one.name,
                })
              : one.what === 'staff'
                ? t('relations.staff', { name: one.name, unit: one.unit })
                : one.name}
          </span>
          <span className={styles.quiet}>
            {t('relations.by', { kinds: t(`relations.kinds.${one.kind}`) })}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Orders({
  orders,
  title,
  tiesOf,
}: {
  orders: readonly RelatedOrder[]
  title: string
  tiesOf: (order: RelatedOrder) => ReactNode[]
}) {
  const t = useT()
  const [whole, setWhole] = useState(false)
  if (orders.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>
        {title}
        <span className={styles.count}>{orders.length}</span>
      </h3>
      <ul className={styles.rows}>
        {(whole ? orders : orders.slice(0, firstShown)).map((order) => (
          <li key={order.id}>
            <strong>{order.customerName}</strong>
            <Link href={href('intakeDetails', { orderId: order.id })}>{order.orderNo}</Link>
            {isOrderStatus(order.status) && (
              <StatusTag tone={orderStates[order.status].tone}>{t(`order.status.${order.status}`)}</StatusTag>
            )}
            <span className={styles.ties}>{tiesOf(order)}</span>
            <span className={styles.quiet}>
              {order.shopName} · <DateTimeText value={order.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {!whole && orders.length > firstShown && (
        <ActionButton size="small" variant="text" onClick={() => setWhole(true)}>
          {t('relations.more', { count: orders.length })}
        </ActionButton>
      )}
    </section>
  )
}

type Holders = RelationsView['shared'][number]['holders']

/** `手机号 120****0010 · 对方紧急联系人 王五`: whose it is, where that is not the customer himself. */
function Shared({ shared, other }: { shared: RelationsView['shared'][number]; other: Holders }) {
  const t = useT()
  const linked = (holders: Holders) =>
    holders.some(({ role }) => role === 'customer') ? undefined : holders[0]
  const [own, theirs] = [linked(shared.holders), linked(other)]
  return (
    <span>
      {t(`relations.kinds.${shared.kind}`)} {shared.value}
      {own && (
        <>
          {' · '}
          {t('relations.own')}
          <DictionaryText type="linked_role" code={own.role} /> {own.name}
        </>
      )}
      {theirs && (
        <>
          {' · '}
          {t('relations.theirs')}
          <DictionaryText type="linked_role" code={theirs.role} /> {theirs.name}
        </>
      )}
      {shared.newestOnly && <span className={styles.quiet}> · {t('relations.newestOnly')}</span>}
    </span>
  )
}

'use client'
import { useState } from 'react'
import { ChangeBanner } from '@/components/changes/change-banner'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { showPercent } from '@/components/ui/number-text'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { download } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { useSession } from '@/lib/client/session'
import { capitalOrders, type FundingView } from '@/lib/domains/capital/contract'
import {
  type CapitalFacts,
  capitalCan,
  isAgreed,
  isAsked,
  isCancelled,
  isRejected,
  isToPushAgain,
  isToSupplement,
  proofReaders,
} from '@/lib/domains/capital/rules/capital-order'
import { rolesWith } from '@/lib/domains/identity/rules/roles'
import { hasPassed } from '@/lib/domains/materials/rules/material-sets'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { changeRules } from '@/lib/platform/changes/rules/pending-change'
import type { PaperCase } from './paper-set-screen'
import styles from './papers.module.css'
import { pushVerb } from './push-verb'
import { SectionTable } from './section-table'
import { CapitalStateTag } from './set-state'
import { withdrawVerb } from './withdraw-verb'

// Parts that open on a click are loaded with it.
const ResultDialog = lazyPart(() => import('./funder-result-dialog'), ['forms'])
const RerouteDialog = lazyPart(() => import('./reroute-dialog'), ['forms'])

/** 资方审核: what the order's funder was asked and said, and the way on. */
export function FundingSection({ data, own }: { data: PaperCase; own: FundingView }) {
  const t = useT()
  const { permissions } = useSession()
  const mayPush = useHasPermission('capital:push')
  const mayDecide = useHasPermission('capital:decide')
  const [open, setOpen] = useState<'result' | 'reroute'>()
  const { order, setStatus } = data
  const { capitalStatus, capitalName, online, silent, late, checking, amount, orders } = own
  const facts: CapitalFacts = {
    orderStatus: order.status,
    funded: data.asked,
    setStatus,
    capitalStatus,
    online,
    silent,
    late,
    checking,
  }
  const verbs = useVerbs({ push: pushVerb(permissions), withdraw: withdrawVerb(permissions) })
  const may = (step: 'result' | 'reroute') => capitalCan(step, facts, permissions)
  const isWaiting = order.status === 'wait_funder'
  const isBefore = order.status === 'preparing' && !isAgreed(capitalStatus)
  // Once the money is on its way nobody looks here for a consent to take back.
  const isAgreedBefore =
    isAgreed(capitalStatus) && (order.status === 'preparing' || order.status === 'wait_release')
  const row = { ...order, ...facts, capitalName, status: order.status }
  const [last] = orders
  return (
    <>
      <Section
        title={t('capitalOrders.section')}
        actions={
          <>
            <CapitalStateTag status={capitalStatus} late={late} checking={checking} />
            {mayPush && (isBefore || order.status === 'funder_rejected') && (
              <ActionButton
                size="small"
                variant={isBefore ? undefined : 'primary'}
                permit={may('reroute')}
                onClick={() => setOpen('reroute')}
              >
                {t('capitalOrders.reroute')}
              </ActionButton>
            )}
            {mayDecide && isWaiting && (
              <ActionButton
                size="small"
                variant="primary"
                permit={may('result')}
                onClick={() => setOpen('result')}
              >
                {t('capitalOrders.result')}
              </ActionButton>
            )}
            {isBefore && <VerbButtons verbs={verbs.of(row, 'push')} size="small" />}
            {mayDecide && isAgreedBefore && <VerbButtons verbs={verbs.of(row, 'withdraw')} size="small" />}
          </>
        }
      >
        <Next data={data} own={own} />
        {isAsked(capitalStatus) && last && <ChangeBanner kind="funder" aboutId={last.id} />}
        <KeyValues>
          <KeyValue label={t('capitalOrders.capitalName')}>{capitalName}</KeyValue>
          <KeyValue label={t('capitalOrders.way')}>
            {t(`capitalOrders.ways.${online ? 'online' : 'manual'}`)}
          </KeyValue>
          <KeyValue label={t('capitalOrders.amount')}>
            <MoneyText value={amount} />
          </KeyValue>
          {own.cutoffTime && <KeyValue label={t('capitalOrders.cutoff')}>{own.cutoffTime}</KeyValue>}
        </KeyValues>
      </Section>
      <Section title={t('capitalOrders.pushes')}>
        {orders.length === 0 ? t('capitalOrders.noPush') : <Pushes orderId={order.id} rows={orders} />}
      </Section>
      {open === 'result' && last && (
        <ResultDialog order={order} pushed={last} onClose={() => setOpen(undefined)} />
      )}
      {open === 'reroute' && <RerouteDialog order={order} onClose={() => setOpen(undefined)} />}
      {verbs.dialog}
    </>
  )
}

/** The next step and its page. */
function Next({ data, own }: { data: PaperCase; own: FundingView }) {
  const t = useT()
  const { order, setStatus } = data
  const { capitalStatus, capitalName, online, silent, late, checking, orders } = own
  const words = {
    funder: capitalName ?? '',
    reply: orders[0]?.reply ?? t('capitalOrders.results.reject'),
  }
  if (isAgreed(capitalStatus)) return <p className={styles.next}>{t('capitalOrders.next.passed', words)}</p>
  if (isRejected(capitalStatus))
    return <Notice tone="rejected">{t('capitalOrders.next.rejected', words)}</Notice>
  if (isAsked(capitalStatus)) {
    if (checking) {
      const roles = rolesWith(changeRules.funder.check).map((role) => t(`details.roles.${role}`))
      return (
        <p className={styles.next}>
          {t('capitalOrders.next.checking', { ...words, roles: roles.join(t('ui.separator')) })}
        </p>
      )
    }
    if (online && silent) return <Notice tone="returned">{t('capitalOrders.next.silent', words)}</Notice>
    const says = t(`capitalOrders.next.${!online ? 'manual' : late ? 'lateOnline' : 'online'}`, words)
    return late ? (
      <Notice tone="returned">
        {t('capitalOrders.lateNote')}
        {says}
      </Notice>
    ) : (
      <p className={styles.next}>{says}</p>
    )
  }
  if (isToSupplement(capitalStatus))
    return <Notice tone="returned">{t('capitalOrders.next.returned', words)}</Notice>
  if (order.status !== 'preparing')
    return <p className={styles.next}>{t('capitalOrders.next.notYet', words)}</p>
  if (!hasPassed(setStatus)) return <p className={styles.next}>{t('capitalOrders.next.papers', words)}</p>
  // The last answer is of another funder where the order was taken to this one.
  const isAgain = orders[0] !== undefined && isToPushAgain(orders[0].status)
  const next = isCancelled(capitalStatus) ? 'cancelled' : isAgain ? 'again' : 'push'
  return <p className={styles.next}>{t(`capitalOrders.next.${next}`, words)}</p>
}

const columns = [
  'pushNo',
  'status',
  'capitalName',
  'reply',
  'pushedAt',
  'answeredAt',
  'amount',
  'capitalOrderNo',
  'approvedAmount',
  'approvedRate',
] as const

function Pushes({ orderId, rows }: { orderId: number; rows: FundingView['orders'] }) {
  const t = useT()
  const { permissions } = useSession()
  const mayOpen = proofReaders.some((one) => permissions.includes(one))
  return (
    <SectionTable
      label={t('capitalOrders.pushes')}
      columns={columns.map((name) => `capitalOrders.${name}` as MessageKey)}
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td>
            {row.pushNo}
            {row.round > 1 && <small> {t('capitalOrders.round', { round: row.round })}</small>}
          </td>
          <td className={styles.state}>
            <CapitalStateTag status={row.status} />
          </td>
          <td>{row.capitalName}</td>
          <td className={styles.words}>{row.reply ?? noValue}</td>
          <td>
            <DateTimeText value={row.pushedAt} /> {row.pushedByName}
          </td>
          <td>
            <DateTimeText value={row.answeredAt} />
            {mayOpen && row.proofName !== null && (
              <ActionButton
                size="small"
                aria-label={`${t('capitalOrders.proof')} ${row.pushNo}`}
                onClick={() => download(capitalOrders.proof, { orderId, pushId: row.id }).catch(() => {})}
              >
                {t('capitalOrders.proof')}
              </ActionButton>
            )}
          </td>
          <td>
            <MoneyText value={row.amount} />
          </td>
          <td>{row.capitalOrderNo ?? noValue}</td>
          <td>
            <MoneyText value={row.approvedAmount} />
          </td>
          <td>{row.approvedRate === null ? noValue : showPercent(row.approvedRate)}</td>
        </tr>
      ))}
    </SectionTable>
  )
}

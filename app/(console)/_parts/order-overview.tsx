'use client'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { DueDiligencePanel } from '@/components/due-diligence/due-diligence-panel'
import { MaterialGallery } from '@/components/materials/material-gallery'
import { EntrySections } from '@/components/order/entry-sections'
import { LinkedPersons } from '@/components/order/linked-persons'
import { MilestoneIcons, MilestoneList } from '@/components/order/milestones'
import { OrderAmount } from '@/components/order/order-amount'
import { OrderDevices } from '@/components/order/order-devices'
import { OrderStatusTag } from '@/components/order/order-status'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { QuoteFigures } from '@/components/order/quote-figures'
import { RevealScope } from '@/components/order/reveal-scope'
import { RiskList } from '@/components/order/risk-list'
import { OrderConditions } from '@/components/risk-approval/order-conditions'
import { CopyButton } from '@/components/ui/copy-button'
import { Section } from '@/components/ui/section'
import SideSheet from '@/components/ui/side-sheet'
import { SkeletonLines } from '@/components/ui/states'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './order-overview.module.css'
import { OrderTrail } from './order-trail'

type Details = OutputOf<typeof applications.get>

/** The parts, each with what it shows; those that are internal are left out for who may not see them. */
const parts = ['customer', 'entry', 'reviews', 'risk', 'materials', 'diligence', 'trail'] as const
type Part = (typeof parts)[number]
const internal: readonly Part[] = ['risk', 'diligence', 'trail']

/** 订单全景: everything about one order, part by part, over the page that somebody works in. */
export default function OrderOverview({ orderId, onClose }: { orderId: number; onClose: () => void }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(applications.get, { orderId }))
  return (
    <SideSheet
      className={styles.drawer}
      title={data ? data.order.customerName : t('details.overview')}
      beside={
        data && (
          <>
            <span className={styles.number}>
              {data.order.orderNo}
              <CopyButton text={data.order.orderNo} />
            </span>
            <OrderStatusTag status={data.order.status} />
            <MilestoneIcons lit={data.order.milestones} />
            <OrderAmount terms={data.order} />
          </>
        )
      }
      onClose={onClose}
    >
      {() =>
        data ? (
          <RevealScope orderId={orderId} version={data.order.rowVersion}>
            <Parts details={data} />
          </RevealScope>
        ) : error ? (
          <ReadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <div className={styles.body}>
            <SkeletonLines lines={12} />
          </div>
        )
      }
    </SideSheet>
  )
}

function Parts({ details }: { details: Details }) {
  const t = useT()
  const id = useId()
  const seesInternal = useHasPermission('order:internal')
  const shown = parts.filter((part) => seesInternal || !internal.includes(part))
  const [part, setPart] = useState<Part>('customer')
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    const next = shown[(shown.indexOf(part) + by + shown.length) % shown.length]
    if (by === 0 || !next) return
    setPart(next)
    currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[shown.indexOf(next)]?.focus()
  }
  return (
    <>
      <div className={styles.tabs} role="tablist" aria-label={t('details.overview')} onKeyDown={onKeyDown}>
        {shown.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === part}
            aria-controls={`${id}-panel`}
            tabIndex={one === part ? 0 : -1}
            onClick={() => setPart(one)}
          >
            {t(`details.parts.${one}`)}
          </button>
        ))}
      </div>
      <div className={styles.body} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${part}`}>
        <PartContent part={part} details={details} />
      </div>
    </>
  )
}

function PartContent({ part, details }: { part: Part; details: Details }): ReactNode {
  const t = useT()
  const { order, values, linkedPersons, quote, approvedQuote, materials, risks, progress, milestones } =
    details
  switch (part) {
    case 'customer':
      return (
        <>
          <div className={styles.pair}>
            <Section title={t('details.quote')}>
              <QuoteFigures quote={quote} approved={approvedQuote} orderId={order.id} />
            </Section>
            <Section title={t('details.milestones')}>
              <MilestoneList reached={milestones} gates={order.gates} />
            </Section>
          </div>
          <OrderConditions order={order} />
          <OrderDevices orderId={order.id} />
          <Section title={t('details.linkedPersons')}>
            <LinkedPersons persons={linkedPersons} />
          </Section>
        </>
      )
    case 'entry':
      return <EntrySections order={order} values={values} template={templateOf(order)} />
    case 'reviews':
      return <ProgressTimeline steps={progress} />
    case 'risk':
      return <RiskList risks={risks ?? []} />
    case 'materials':
      return <MaterialGallery orderId={order.id} materials={materials} />
    case 'diligence':
      return <DueDiligencePanel orderId={order.id} />
    case 'trail':
      return <OrderTrail orderId={order.id} />
  }
}

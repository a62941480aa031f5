'use client'
import { useRouter } from 'next/navigation'
import { MaterialGallery } from '@/components/materials/material-gallery'
import { EndNotice } from '@/components/order/end-notice'
import { EntrySections } from '@/components/order/entry-sections'
import { MilestoneList } from '@/components/order/milestones'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { OverNotice } from '@/components/order/over-notice'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { QuoteFigures } from '@/components/order/quote-figures'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { useOrderVerbs } from '@/components/order/use-order-verbs'
import { RelationPanel } from '@/components/relations/relation-panel'
import { OrderConditions } from '@/components/risk-approval/order-conditions'
import { useRiskVerbs } from '@/components/risk-approval/use-risk-verbs'
import { Section } from '@/components/ui/section'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { applications, type OrderHeader } from '@/lib/domains/orders/contract'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { orderHref } from '@/lib/routes-of-templates'

/** 录单明细: everything that was entered about an order, and what it costs. */
export function Screen() {
  return (
    <OrderScreen read={(orderId) => q(applications.get, { orderId })}>
      {(details) => <EntryDetails details={details} />}
    </OrderScreen>
  )
}

function EntryDetails({ details }: { details: OutputOf<typeof applications.get> }) {
  const t = useT()
  const { order, values, quote, approvedQuote, materials, progress, milestones } = details
  const template = templateOf(order)
  return (
    <OrderPage
      order={order}
      actions={<Actions order={order} />}
      notice={
        <>
          <OverNotice order={order} />
          <EndNotice order={order} />
        </>
      }
      side={
        <>
          <Section title={t('details.quote')}>
            <QuoteFigures quote={quote} approved={approvedQuote} orderId={order.id} />
          </Section>
          <OrderConditions order={order} />
          <Section title={t('details.milestones')}>
            <MilestoneList reached={milestones} gates={order.gates} />
          </Section>
          <Section title={t('details.log')}>
            <ProgressTimeline steps={progress} />
          </Section>
        </>
      }
    >
      <EntrySections order={order} values={values} template={template} />
      <Section title={t('details.materials')}>
        <MaterialGallery orderId={order.id} materials={materials} />
      </Section>
      <Section title={t('relations.title')}>
        <RelationPanel orderId={order.id} />
      </Section>
    </OrderPage>
  )
}

function Actions({ order }: { order: OrderHeader }) {
  const t = useT()
  const router = useRouter()
  const may = useOrderPermits()
  const verbs = useOrderVerbs(['void', 'transfer'])
  const risk = useRiskVerbs(order)
  const { id: orderId } = order
  return (
    <>
      <VerbButtons
        verbs={[
          {
            key: 'progress',
            label: t('verbs.progress'),
            permit: { ok: true },
            run: () => router.push(href('reviewProgress', { orderId })),
          },
          ...verbs.of(order),
          ...risk.verbs,
          {
            key: 'entry',
            label: t('verbs.entry'),
            permit: may.edit('entry', order),
            main: true,
            run: () => router.push(orderHref('entry', order)),
          },
        ]}
      />
      {verbs.dialog}
      {risk.dialog}
    </>
  )
}

'use client'
import { useRef, useState } from 'react'
import { DueDiligencePanel } from '@/components/due-diligence/due-diligence-panel'
import { useViewerKeys } from '@/components/materials/use-viewer-keys'
import { EntrySections } from '@/components/order/entry-sections'
import { OrderScreen } from '@/components/order/order-screen'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { QuoteFigures } from '@/components/order/quote-figures'
import { RelationPanel } from '@/components/relations/relation-panel'
import { CreditSummary } from '@/components/review/credit-summary'
import { ReviewDesk } from '@/components/review/review-desk'
import { OrderConditions } from '@/components/risk-approval/order-conditions'
import { lazyPart } from '@/components/ui/lazy-part'
import { TabList, type TabPart } from '@/components/ui/tab-list'
import { call } from '@/lib/client/call'
import { q } from '@/lib/client/query'
import type { SectionCode } from '@/lib/domains/orders/rules/entry/section'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { reviews } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './_parts/case.module.css'
import { personKey, stillToCall, TelPanel, TelSummary } from './_parts/tel-panel'

type First = OutputOf<typeof reviews.getFirst>
type Part =
  | 'application'
  | 'vehicle'
  | 'quote'
  | 'credit'
  | 'relations'
  | 'tel'
  | 'diligence'
  | 'interview'
  | 'progress'

// Few orders have been seen before their review: the player of recordings comes with the tab.
const InterviewPanel = lazyPart(() => import('@/components/interview/interview-panel'))

/** Everything that is told of the car and its price; all else is the application. */
const ofVehicle: readonly SectionCode[] = ['S8', 'S9']
const ofQuote: readonly SectionCode[] = ['S10', 'S11', 'S12']

/** 初审: pictures, the entry in its tabs, and the opinion of one order side by side. */
export function FirstReviewScreen() {
  return (
    <OrderScreen read={(orderId) => q(reviews.getFirst, { orderId })}>
      {(first) => <FirstReview first={first} />}
    </OrderScreen>
  )
}

function FirstReview({ first }: { first: First }) {
  const t = useT()
  const { order, values, quote, risks, tel, progress } = first
  const [part, setPart] = useState<Part>('application')
  const [person, setPerson] = useState<string>()
  const facts = useRef<HTMLDivElement>(null)
  const template = templateOf(order)
  const missing = stillToCall(tel)
  const toTel = () => {
    const [next] = missing
    setPart('tel')
    if (next) setPerson(personKey(next))
  }
  useViewerKeys(facts, { t: toTel })
  const sections = (codes: (code: SectionCode) => boolean) => (
    <EntrySections order={order} values={values} template={template} only={codes} />
  )
  const parts: readonly TabPart<Part>[] = [
    {
      key: 'application',
      label: t('review.tab.application'),
      content: () => sections((code) => !ofVehicle.includes(code) && !ofQuote.includes(code)),
    },
    {
      key: 'vehicle',
      label: t('review.tab.vehicle'),
      content: () => sections((code) => ofVehicle.includes(code)),
    },
    {
      key: 'quote',
      label: t('review.tab.quote'),
      content: () => (
        <>
          <QuoteFigures quote={quote} />
          <OrderConditions order={order} />
          {sections((code) => ofQuote.includes(code))}
        </>
      ),
    },
    ...(risks
      ? [
          {
            key: 'credit',
            label: t('review.tab.credit'),
            content: () => (
              <CreditSummary orderId={order.id} risks={risks}>
                <RelationPanel orderId={order.id} />
              </CreditSummary>
            ),
          } as const,
        ]
      : [
          {
            key: 'relations',
            label: t('riskApproval.relations'),
            content: () => <RelationPanel orderId={order.id} />,
          } as const,
        ]),
    {
      key: 'tel',
      label: t('review.tab.tel'),
      count: missing.length,
      content: () => <TelPanel first={first} open={person} onOpen={setPerson} />,
    },
    ...(risks
      ? [
          {
            key: 'diligence',
            label: t('riskApproval.diligenceTitle'),
            content: () => <DueDiligencePanel orderId={order.id} />,
          } as const,
          {
            key: 'interview',
            label: t('routes.videoInterview'),
            content: () => <InterviewPanel orderId={order.id} />,
          } as const,
        ]
      : []),
    {
      key: 'progress',
      label: t('review.tab.progress'),
      content: () => <ProgressTimeline steps={progress} />,
    },
  ]
  return (
    <ReviewDesk
      stage="first"
      data={first}
      read={[reviews.getFirst, { orderId: order.id }]}
      send={(decision) => call(reviews.decideFirst, decision)}
      before={<TelSummary tel={tel} onOpen={toTel} />}
    >
      <div ref={facts} className={styles.case}>
        <TabList label={t('review.parts')} parts={parts} shown={part} onShow={setPart} />
      </div>
    </ReviewDesk>
  )
}

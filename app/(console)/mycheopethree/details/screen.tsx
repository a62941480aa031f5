'use client'
import { useState } from 'react'
import { DueDiligencePanel } from '@/components/due-diligence/due-diligence-panel'
import { EntrySections } from '@/components/order/entry-sections'
import { OrderScreen } from '@/components/order/order-screen'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { QuoteFigures } from '@/components/order/quote-figures'
import { RiskList } from '@/components/order/risk-list'
import { RelationPanel } from '@/components/relations/relation-panel'
import { ReviewDesk } from '@/components/review/review-desk'
import { OrderConditions } from '@/components/risk-approval/order-conditions'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { Notice } from '@/components/ui/notice'
import { TabList, type TabPart } from '@/components/ui/tab-list'
import { call } from '@/lib/client/call'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { templateOf } from '@/lib/domains/orders/rules/entry/templates'
import { riskApproval } from '@/lib/domains/risk/contract/approval'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { type TermsValues, termsPart } from './_parts/approved-terms'
import { Ratios } from './_parts/ratios'
import styles from './_parts/terms.module.css'

export type RiskCase = OutputOf<typeof riskApproval.get>

/** 风控审批: ratios, rule hits and relations of one order beside the terms that are approved. */
export function RiskApprovalScreen() {
  return (
    <OrderScreen read={(orderId) => q(riskApproval.get, { orderId })}>
      {(risk) => <Approval key={risk.order.id} risk={risk} />}
    </OrderScreen>
  )
}

// Few orders have been seen before their review: the player of recordings comes with the tab.
const InterviewPanel = lazyPart(() => import('@/components/interview/interview-panel'))

type Part = 'ratios' | 'application' | 'relations' | 'diligence' | 'interview' | 'progress'

function Approval({ risk }: { risk: RiskCase }) {
  const t = useT()
  const template = templateOf(risk.order)
  const seesInternal = useHasPermission('order:internal')
  const [part, setPart] = useState<Part>('ratios')
  const { order, values, quote, risks, progress, diligenceOpen } = risk
  const parts: readonly TabPart<Part>[] = [
    {
      key: 'ratios',
      label: t('riskApproval.ratios'),
      content: () => (
        <div className={styles.stack}>
          <OrderConditions order={order} />
          <Ratios risk={risk} />
          {risks && <RiskList risks={risks} />}
          <QuoteFigures quote={quote} />
        </div>
      ),
    },
    {
      key: 'application',
      label: t('review.tab.application'),
      content: () => <EntrySections order={order} values={values} template={template} />,
    },
    {
      key: 'relations',
      label: t('riskApproval.relations'),
      content: () => <RelationPanel orderId={order.id} />,
    },
    ...(seesInternal
      ? [
          {
            key: 'diligence',
            label: t('riskApproval.diligenceTitle'),
            count: diligenceOpen ? 1 : 0,
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
      stage="risk"
      data={risk}
      read={[riskApproval.get, { orderId: order.id }]}
      part={termsPart(risk)}
      send={(decision, written) => {
        const { approvedAmount, approvedTerm, conditions } = written as unknown as TermsValues
        const approved = { approvedAmount, approvedTerm: Number(approvedTerm), conditions }
        return call(riskApproval.decide, { ...decision, ...(decision.result === 'pass' && approved) })
      }}
      before={
        diligenceOpen && (
          <Notice tone="waiting">
            {t('riskApproval.diligenceOpen')}
            <ActionButton size="small" onClick={() => setPart('diligence')}>
              {t('riskApproval.diligenceTitle')}
            </ActionButton>
          </Notice>
        )
      }
    >
      <TabList label={t('riskApproval.ratios')} parts={parts} shown={part} onShow={setPart} />
    </ReviewDesk>
  )
}

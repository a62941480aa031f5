'use client'
import { useMemo } from 'react'
import { DueDiligencePanel } from '@/components/due-diligence/due-diligence-panel'
import { EntrySections } from '@/components/order/entry-sections'
import { OrderScreen } from '@/components/order/order-screen'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { QuoteFigures } from '@/components/order/quote-figures'
import { RiskList } from '@/components/order/risk-list'
import { RelationPanel } from '@/components/relations/relation-panel'
import { ReviewDesk } from '@/components/review/review-desk'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { call } from '@/lib/client/call'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import type { OutputOf } from '@/lib/contracts/endpoint'
import { riskApproval } from '@/lib/contracts/risk-approval'
import { useT } from '@/lib/i18n/use-t'
import { fieldPaths } from '@/lib/rules/order-entry/template-engine'
import { templateOf } from '@/lib/rules/order-entry/templates'
import { type TermsValues, termsPart } from './_parts/approved-terms'
import { Ratios } from './_parts/ratios'

export type RiskCase = OutputOf<typeof riskApproval.get>

/** 风控审批: ratios, rule hits and relations of one order beside the terms that are approved. */
export function RiskApprovalScreen() {
  return (
    <OrderScreen read={(orderId) => q(riskApproval.get, { orderId })}>
      {(risk) => <Approval key={risk.order.id} risk={risk} />}
    </OrderScreen>
  )
}

function Approval({ risk }: { risk: RiskCase }) {
  const t = useT()
  const template = templateOf(risk.order)
  const fields = useMemo(() => fieldPaths(template), [template])
  const seesInternal = useHasPermission('order:internal')
  const { order, values, quote, risks, progress, diligenceOpen } = risk
  return (
    <ReviewDesk
      stage="risk"
      data={risk}
      read={[riskApproval.get, { orderId: order.id }]}
      part={termsPart(risk)}
      fields={fields}
      send={(decision, written) => {
        const { approvedAmount, approvedTerm, conditions } = written as unknown as TermsValues
        const approved = { approvedAmount, approvedTerm: Number(approvedTerm), conditions }
        return call(riskApproval.decide, { ...decision, ...(decision.result === 'pass' && approved) })
      }}
      before={diligenceOpen && <Notice tone="waiting">{t('riskApproval.diligenceOpen')}</Notice>}
    >
      <Section title={t('riskApproval.ratios')}>
        <Ratios risk={risk} />
      </Section>
      {risks && (
        <Section title={t('review.admission')}>
          <RiskList risks={risks} />
        </Section>
      )}
      <Section title={t('riskApproval.relations')}>
        <RelationPanel orderId={order.id} />
      </Section>
      {seesInternal && (
        <Section title={t('riskApproval.diligenceTitle')}>
          <DueDiligencePanel orderId={order.id} />
        </Section>
      )}
      <Section title={t('details.quote')}>
        <QuoteFigures quote={quote} />
      </Section>
      <EntrySections order={order} values={values} template={template} />
      <Section title={t('review.progress')}>
        <ProgressTimeline steps={progress} />
      </Section>
    </ReviewDesk>
  )
}

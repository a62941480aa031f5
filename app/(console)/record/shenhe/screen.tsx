'use client'
import { useRouter } from 'next/navigation'
import { CurrentHandler } from '@/components/order/current-handler'
import { EndNotice } from '@/components/order/end-notice'
import { MilestoneList } from '@/components/order/milestones'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { StageBar } from '@/components/order/stage-bar'
import { OrderConditions } from '@/components/risk-approval/order-conditions'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { Section } from '@/components/ui/section'
import { useTab } from '@/components/ui/tab-port'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { orderHref } from '@/lib/routes-of-templates'

/** 审核进度: where an order is, who has it, and everything that happened to it. */
export function Screen() {
  return (
    <OrderScreen read={(orderId) => q(applications.progress, { orderId })}>
      {(progress) => <Progress progress={progress} />}
    </OrderScreen>
  )
}

function Progress({
  progress: { order, steps, milestones },
}: {
  progress: OutputOf<typeof applications.progress>
}) {
  const t = useT()
  const router = useRouter()
  const { refresh } = useTab()
  return (
    <OrderPage
      order={order}
      notice={<EndNotice order={order} />}
      actions={
        <>
          <ActionButton onClick={() => router.push(orderHref('intakeDetails', order))}>
            {t('routes.intakeDetails')}
          </ActionButton>
          <ActionButton onClick={() => router.push(orderHref('details', order))}>
            {t('routes.entryDetails')}
          </ActionButton>
        </>
      }
      side={
        <>
          <OrderConditions order={order} />
          <Section title={t('details.milestones')}>
            <MilestoneList reached={milestones} gates={order.gates} />
          </Section>
        </>
      }
    >
      <Section title={t('details.stages')} actions={<CurrentHandler order={order} />}>
        <StageBar order={order} steps={steps} />
      </Section>
      <Section
        title={t('details.progress')}
        actions={<IconButton icon="refresh" size="small" label={t('list.refresh')} onClick={refresh} />}
      >
        <ProgressTimeline steps={steps} />
      </Section>
    </OrderPage>
  )
}

'use client'
import { useCallback, useEffect, useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { DraftsNotice } from '@/components/drafts/drafts-button'
import { CollectedNotice } from '@/components/order/collected-notice'
import { FormPage } from '@/components/order/form-page'
import { ReturnedNotice } from '@/components/order/returned-notice'
import { useOrderForm } from '@/components/order/use-order-form'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { EmptyState, PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { toast } from '@/components/ui/toast'
import { newDraftNo } from '@/lib/client/draft-number'
import { applications } from '@/lib/domains/orders/contract'
import { intakeDraft } from '@/lib/domains/orders/rules/entry/intake'
import { isDraftNo } from '@/lib/domains/system/rules/draft-keys'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { templatePage } from '@/lib/routes-of-templates'
import { IntakeForm } from './_parts/intake-form'
import { useNewIntake } from './_parts/use-intake-choices'
import type { SavedOrder } from './_parts/use-intake-saving'

/** 进件: the intake form, new or of an order in 草稿 or 预审退回. */
export function Screen({ templateCode }: { templateCode?: string }) {
  const { query } = useTabLocation()
  const page = templatePage('intake', templateCode)
  const { become } = useTab()
  const params = new URLSearchParams(query)
  const text = params.get('orderId')
  const orderId = text === null ? null : Number(text)
  // An order that was made here stays in the form it was made in, with the cursor where it is: the tab is its own now.
  const [made, setMade] = useState<{ orderId: number; draftNo: string } | null>(null)
  // A new intake has its number from the start; the address says it from the first key on.
  const [fresh] = useState(newDraftNo)
  const named = params.get('draft')
  const [draftNo, setDraftNo] = useState(fresh)
  if (orderId === null && isDraftNo(named) && named !== draftNo) setDraftNo(named)
  const beginNext = useCallback(() => become(href(page, { draft: newDraftNo() })), [become, page])
  const begin = useCallback(() => become(href(page, { draft: draftNo })), [become, page, draftNo])
  if (orderId !== null && orderId !== made?.orderId)
    return <Loaded key={orderId} orderId={orderId} templateCode={templateCode} />
  return (
    <NewIntake
      key={draftNo}
      draftNo={draftNo}
      templateCode={templateCode}
      onBegun={orderId === null && named !== draftNo ? begin : undefined}
      onDiscarded={beginNext}
      onMade={({ id }) => {
        setMade({ orderId: id, draftNo })
        become(href(page, { orderId: id }))
      }}
    />
  )
}

function NewIntake({
  draftNo,
  templateCode,
  onBegun,
  onDiscarded,
  onMade,
}: {
  draftNo: string
  templateCode: string | undefined
  onBegun: (() => void) | undefined
  onDiscarded: () => void
  onMade: (order: SavedOrder) => void
}) {
  const t = useT()
  const may = useOrderPermits()
  const { setLabel, leave } = useTab()
  const [order, setOrder] = useState<SavedOrder | null>(null)
  const values = useNewIntake()
  const after = useAfter(order, templateCode)
  const label = order || onBegun ? null : t('intake.draftNo', { no: draftNo })
  useEffect(() => {
    if (label) setLabel(label)
  }, [label, setLabel])
  const goOn = useCallback(
    ({ id: orderId, orderNo }: SavedOrder) => {
      toast.info(t('intake.draftMade', { orderNo }))
      leave(href('intakeForm', { orderId }))
    },
    [leave, t],
  )
  if (!may.create().ok) return <EmptyState title={t('intake.mayNotCreate')} />
  if (values === null) return <PageSkeleton />
  return (
    <FormPage
      title={templateCode ? t(`routes.${templatePage('intake', templateCode)}`) : t('intake.newTitle')}
      order={order ? { orderNo: order.orderNo, status: 'draft' } : undefined}
      note={order ? undefined : t('intake.draftNo', { no: draftNo })}
    >
      <IntakeForm
        order={order}
        draftNo={draftNo}
        templateCode={templateCode}
        rowVersion={0}
        values={values}
        notice={onBegun && <DraftsNotice />}
        submitPermit={may.event('submit_pre', { status: 'draft', claimedBy: null })}
        onBegun={onBegun}
        onDiscarded={onDiscarded}
        onBecame={goOn}
        onMade={(made) => {
          setOrder(made)
          onMade(made)
        }}
        {...after}
      />
    </FormPage>
  )
}

function Loaded({ orderId, templateCode }: { orderId: number; templateCode: string | undefined }) {
  const may = useOrderPermits()
  const intake = useOrderForm(applications.getIntake, 'intake', orderId)
  const after = useAfter(intake.data?.order, templateCode)
  if (intake.error && !intake.data)
    return <ReadFailure error={intake.error} onRetry={() => void intake.refetch()} />
  if (!intake.data) return <PageSkeleton />
  const { order, values, returned } = intake.data
  return (
    <FormPage order={order}>
      <IntakeForm
        order={order}
        draftNo={null}
        templateCode={templateCode}
        rowVersion={order.rowVersion}
        values={intakeDraft(values)}
        marks={returned?.marks}
        notice={returned ? <ReturnedNotice returned={returned} /> : <CollectedNotice order={order} />}
        submitPermit={may.event('submit_pre', order)}
        onMade={() => {}}
        {...after}
      />
    </FormPage>
  )
}

/** The tab's name, and what follows a save and a submit. */
function useAfter(order: Omit<SavedOrder, 'id'> | null | undefined, templateCode: string | undefined) {
  const t = useT()
  const { setLabel, leave } = useTab()
  const { orderNo, customerName } = order ?? {}
  useEffect(() => {
    if (orderNo) setLabel(orderNo, customerName)
  }, [orderNo, customerName, setLabel])
  return {
    onSubmitted: ({ status }: OutputOf<typeof applications.submitPre>, order: SavedOrder) => {
      const { id: orderId, orderNo } = order
      // The rules of PRE_CHECK may refuse the order on its way into the pool (T07).
      if (status === 'pre_rejected') toast.error(t('verbs.rejected', { orderNo }))
      else toast.success(t('verbs.submitted', { orderNo }))
      leave(href(templatePage('intakeDetails', templateCode), { orderId }))
    },
  }
}

'use client'
import { useRouter } from 'next/navigation'
import { DictionaryText } from '@/components/form/field-value'
import { MaterialGallery } from '@/components/materials/material-gallery'
import { CustomerMobile } from '@/components/order/customer-mobile'
import { EndNotice } from '@/components/order/end-notice'
import { LinkedPersons } from '@/components/order/linked-persons'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { OverNotice } from '@/components/order/over-notice'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { RiskList } from '@/components/order/risk-list'
import { SectionView } from '@/components/order/section-view'
import { StageBar } from '@/components/order/stage-bar'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { useOrderVerbs } from '@/components/order/use-order-verbs'
import { RelationPanel } from '@/components/relations/relation-panel'
import { useReconsider } from '@/components/risk-approval/use-reconsider'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { MoneyText } from '@/components/ui/texts'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { applications, type OrderHeader } from '@/lib/domains/orders/contract'
import { entryDraft } from '@/lib/domains/orders/rules/entry/entry-values'
import { type IntakeValues, intakeDraft, intakeSections } from '@/lib/domains/orders/rules/entry/intake'
import { intakeFromEntry } from '@/lib/domains/orders/rules/entry/intake-handover'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { orderHref } from '@/lib/routes-of-templates'

type Details = OutputOf<typeof applications.get>

/** 进件明细: an order as the shop took it in, and how far it is. */
export function Screen() {
  return (
    <OrderScreen read={(orderId) => q(applications.get, { orderId })}>
      {(details) => <IntakeDetails details={details} />}
    </OrderScreen>
  )
}

const isIntake = (values: Details['values']) => 'intent' in values

/** Of an order that is past its intake the entry says what the customer wants now. */
const intakeOf = (values: Details['values']): IntakeValues =>
  isIntake(values) ? intakeDraft(values) : intakeFromEntry(entryDraft(values))

const carFields = ['vehicleKind', 'brand', 'series', 'model']

function IntakeDetails({ details }: { details: Details }) {
  const t = useT()
  const { order, values, linkedPersons, materials, risks, progress } = details
  const { customer, shop, intent } = intakeOf(values)
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
        <Section title={t('details.progress')}>
          <ProgressTimeline steps={progress} />
        </Section>
      }
    >
      <Section title={t('details.stages')}>
        <StageBar order={order} steps={progress} />
      </Section>
      <Section title={t('details.customer')}>
        <SectionView
          section={intakeSections.customer}
          row={customer}
          of={`${isIntake(values) ? 'intake' : 'entry'}.customer`}
          instead={{ mobile: <CustomerMobile order={order} /> }}
        />
      </Section>
      <Section title={t('details.linkedPersons')}>
        <LinkedPersons persons={linkedPersons} />
      </Section>
      <Section title={t('details.vehicleIntent')}>
        <SectionView section={intakeSections.intent} row={intent} of="intake.intent" only={carFields} />
      </Section>
      <Section title={t('details.planIntent')}>
        <KeyValues>
          <KeyValue label={t('columns.productName')}>{order.productName}</KeyValue>
          <KeyValue label={t('columns.appliedAmount')}>
            <MoneyText value={order.appliedAmount ?? intent.amount} />
          </KeyValue>
          <KeyValue label={t('columns.term')}>
            {intent.term && t('details.terms', { count: intent.term })}
          </KeyValue>
          <KeyValue label={t('columns.shopName')}>{order.shopName}</KeyValue>
          <KeyValue label={t('columns.salesmanName')}>{order.salesmanName}</KeyValue>
          <KeyValue label={t('columns.branchName')}>{order.branchName}</KeyValue>
          <KeyValue label={t('fields.shop.applyCity')}>
            <DictionaryText type="region" code={shop.applyCity} />
          </KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('details.materials')}>
        <MaterialGallery orderId={order.id} materials={materials} />
      </Section>
      <Section title={t('relations.title')}>
        <RelationPanel orderId={order.id} />
      </Section>
      {risks && (
        <Section title={t('details.risk')}>
          <RiskList risks={risks} />
        </Section>
      )}
    </OrderPage>
  )
}

function Actions({ order }: { order: OrderHeader }) {
  const t = useT()
  const router = useRouter()
  const may = useOrderPermits()
  const verbs = useOrderVerbs(['copy', 'void', 'submitPre'])
  const chance = useReconsider(order)
  return (
    <>
      <VerbButtons
        verbs={[
          ...verbs.of(order, 'copy', 'void'),
          {
            key: 'edit',
            label: t('verbs.edit'),
            permit: may.edit('intake', order),
            run: () => router.push(orderHref('intake', order)),
          },
          ...verbs.of(order, 'submitPre'),
          ...chance.verbs,
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
      {chance.dialog}
    </>
  )
}

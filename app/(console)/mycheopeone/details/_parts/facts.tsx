'use client'
import type { ReactNode } from 'react'
import { ProofMark } from '@/components/evidence/proof-mark'
import { DictionaryText } from '@/components/form/field-value'
import { CustomerMobile } from '@/components/order/customer-mobile'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { RiskList } from '@/components/order/risk-list'
import { SensitiveText } from '@/components/order/sensitive-text'
import { RelationPanel } from '@/components/relations/relation-panel'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { MoneyText, noValue } from '@/components/ui/texts'
import { useHasPermission } from '@/lib/client/permission'
import type { reviews } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { CustomerRecord } from './customer-record'
import styles from './facts.module.css'

export type PreReviewData = OutputOf<typeof reviews.getPre>

/** Everything that a pre-review is decided on: who, whether admitted, what for, what was before. */
export function Facts({ pre }: { pre: PreReviewData }) {
  const t = useT()
  const { progress, risks } = pre
  const seesRecords = useHasPermission('customer:view')
  const differs = risks?.some(({ hits }) => hits.some(({ fact }) => fact === 'differs'))
  return (
    <div className={styles.facts}>
      <Customer pre={pre} />
      {risks && (
        <Block title={t('review.admission')}>
          <RiskList risks={risks} />
        </Block>
      )}
      {differs && seesRecords && <CustomerRecord order={pre.order} />}
      <Intent pre={pre} />
      <Block title={t('relations.title')}>
        <RelationPanel orderId={pre.order.id} />
      </Block>
      <Block title={t('review.progress')}>
        <ProgressTimeline steps={progress} />
      </Block>
    </div>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function Customer({ pre: { order, values, persons } }: { pre: PreReviewData }) {
  const t = useT()
  const linked = persons.filter(({ role }) => role !== 'customer')
  return (
    <Block title={t('review.customer')}>
      <KeyValues>
        <KeyValue label={t('columns.idNo')}>
          <SensitiveText masked={order.idNo} label={t('columns.idNo')} field="applicant.idNo" />
          <ProofMark field="customer.idNo" label={t('columns.idNo')} />
        </KeyValue>
        <KeyValue label={t('columns.mobile')}>
          <CustomerMobile order={order} />
        </KeyValue>
        <KeyValue label={t('review.idValid')}>
          {textAt(values, 'customer', 'idValidFrom') || noValue}
          {t('review.until')}
          {flagAt(values, 'customer', 'idLongTerm')
            ? t('fields.customer.idLongTerm')
            : textAt(values, 'customer', 'idValidTo') || noValue}
        </KeyValue>
        <KeyValue label={t('fields.customer.idIssuer')}>{textAt(values, 'customer', 'idIssuer')}</KeyValue>
        <KeyValue label={t('fields.customer.idAddress')} wide>
          <SensitiveText
            masked={textAt(values, 'customer', 'idAddress')}
            label={t('fields.customer.idAddress')}
            field="intake.customer.idAddress"
          />
        </KeyValue>
      </KeyValues>
      {linked.length === 0 ? (
        <p className={styles.quiet}>{t('review.noLinked')}</p>
      ) : (
        <ul className={styles.rows}>
          {linked.map(({ id, role, relation, name, mobile }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className={styles.quiet}>
                <DictionaryText type="linked_role" code={role} />
                {relation && (
                  <>
                    {' · '}
                    <DictionaryText type="relation" code={relation} />
                  </>
                )}
              </span>
              <SensitiveText
                masked={mobile}
                label={t('columns.mobile')}
                field={`linkedPerson.${id}.mobile`}
                call={{ object: 'linkedPerson', id }}
              />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

function Intent({ pre: { order, values } }: { pre: PreReviewData }) {
  const t = useT()
  const car = ['brand', 'series', 'model'].map((name) => textAt(values, 'intent', name)).filter(Boolean)
  return (
    <Block title={t('review.intent')}>
      <KeyValues>
        <KeyValue label={t('columns.productName')}>{order.productName}</KeyValue>
        <KeyValue label={t('review.amountAndTerm')}>
          <MoneyText value={order.appliedAmount} />
          {textAt(values, 'intent', 'term') &&
            ` · ${t('details.terms', { count: textAt(values, 'intent', 'term') })}`}
        </KeyValue>
        <KeyValue label={t('fields.intent.vehicleKind')}>
          <DictionaryText type="vehicle_kind" code={textAt(values, 'intent', 'vehicleKind')} />
        </KeyValue>
        <KeyValue label={t('review.vehicle')}>{car.join(' ')}</KeyValue>
        <KeyValue label={t('columns.shopName')}>{order.shopName}</KeyValue>
        <KeyValue label={t('columns.salesmanName')}>{order.salesmanName}</KeyValue>
        <KeyValue label={t('columns.branchName')}>{order.branchName}</KeyValue>
        <KeyValue label={t('fields.shop.applyCity')}>
          <DictionaryText type="region" code={textAt(values, 'shop', 'applyCity')} />
        </KeyValue>
      </KeyValues>
    </Block>
  )
}

/** A value of the intake, which comes as stored; empty when it is not there. */
function valueAt(values: PreReviewData['values'], section: string, name: string): unknown {
  const row = values[section]
  return typeof row === 'object' && row !== null ? (row as Record<string, unknown>)[name] : undefined
}
function textAt(values: PreReviewData['values'], section: string, name: string): string {
  const value = valueAt(values, section, name)
  return typeof value === 'string' ? value : ''
}
const flagAt = (values: PreReviewData['values'], section: string, name: string) =>
  valueAt(values, section, name) === true

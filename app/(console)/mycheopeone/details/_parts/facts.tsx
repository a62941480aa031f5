'use client'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { SensitiveText } from '@/components/detail/sensitive-text'
import { provinceOptions } from '@/components/order/order-options'
import { OrderStatusTag } from '@/components/order/order-status'
import { ProgressTimeline } from '@/components/order/progress-timeline'
import { VerdictTag } from '@/components/order/verdict-tag'
import type { Permit } from '@/components/ui/action-button'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { DateTimeText, MoneyText, noValue } from '@/components/ui/texts'
import { dictionaryOptions, type Option, useOptions } from '@/lib/client/options'
import { useCan } from '@/lib/client/session'
import type { OutputOf } from '@/lib/contracts/endpoint'
import type { reviews } from '@/lib/contracts/reviews'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './review.module.css'

export type PreReviewData = OutputOf<typeof reviews.getPre>

const vehicleKinds = dictionaryOptions('vehicle_kind')
const linkedRoles = dictionaryOptions('linked_role')
const relations = dictionaryOptions('relation')

const nameOf = (options: readonly Option[], code: string) =>
  options.find(({ value }) => value === code)?.label ?? code

/** What a pre-review is decided on: who, whether admitted, what for, what was before. */
export function Facts({ pre }: { pre: PreReviewData }) {
  const t = useT()
  const { duplicates, progress } = pre
  return (
    <div className={styles.facts}>
      <Customer pre={pre} />
      <Admission risks={pre.risks} />
      <Intent pre={pre} />
      <Block title={t('review.duplicates')} count={duplicates.length}>
        {duplicates.length === 0 ? (
          <p className={styles.quiet}>{t('review.noDuplicates')}</p>
        ) : (
          <ul className={styles.rows}>
            {duplicates.map(({ orderId, orderNo, status, match, createdAt }) => (
              <li key={orderId}>
                <Link href={href('intakeDetails', { orderId })} prefetch={false}>
                  {orderNo}
                </Link>
                <OrderStatusTag status={status} />
                <span className={styles.quiet}>
                  {t(`review.match.${match}`)} · <DateTimeText value={createdAt} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Block>
      <Block title={t('review.progress')}>
        <ProgressTimeline steps={progress} />
      </Block>
    </div>
  )
}

function Block({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>
        {title}
        {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
      </h2>
      {children}
    </section>
  )
}

function Customer({ pre: { order, values, persons } }: { pre: PreReviewData }) {
  const t = useT()
  const permit = useReveal()
  const roles = useOptions(linkedRoles)
  const kin = useOptions(relations)
  const linked = persons.filter(({ role }) => role !== 'customer')
  const ofCustomer = (field: 'idNo' | 'mobile') => (
    <SensitiveText
      masked={order[field]}
      label={t(`columns.${field}`)}
      permit={permit}
      of={{ object: 'customer', id: order.customerId, field, orderId: order.id }}
    />
  )
  return (
    <Block title={t('review.customer')}>
      <KeyValues>
        <KeyValue label={t('columns.idNo')}>{ofCustomer('idNo')}</KeyValue>
        <KeyValue label={t('columns.mobile')}>{ofCustomer('mobile')}</KeyValue>
        <KeyValue label={t('review.idValid')}>
          {textAt(values, 'customer', 'idValidFrom') || noValue}
          {t('review.until')}
          {flagAt(values, 'customer', 'idLongTerm')
            ? t('fields.customer.idLongTerm')
            : textAt(values, 'customer', 'idValidTo') || noValue}
        </KeyValue>
        <KeyValue label={t('fields.customer.idIssuer')}>{textAt(values, 'customer', 'idIssuer')}</KeyValue>
        <KeyValue label={t('fields.customer.idAddress')} wide>
          {textAt(values, 'customer', 'idAddress')}
        </KeyValue>
      </KeyValues>
      {linked.length > 0 && (
        <ul className={styles.rows}>
          {linked.map(({ id, role, relation, name, mobile }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span className={styles.quiet}>
                {[nameOf(roles, role), relation && nameOf(kin, relation)].filter(Boolean).join(' · ')}
              </span>
              <SensitiveText
                masked={mobile}
                label={t('columns.mobile')}
                permit={permit}
                of={{ object: 'linkedPerson', id, field: 'mobile', orderId: order.id }}
              />
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

/** 准入结果: what the scenes said, the newest first. */
function Admission({ risks }: Pick<PreReviewData, 'risks'>) {
  const t = useT()
  const [newest] = risks
  return (
    <Block title={t('review.admission')}>
      {newest ? (
        <>
          <p className={styles.verdict}>
            <VerdictTag word={newest.suggestion} />
            {newest.score !== null && <span>{t('review.score', { score: newest.score })}</span>}
            {newest.grade && <span>{t('review.grade', { grade: newest.grade })}</span>}
            <DateTimeText value={newest.decidedAt} />
          </p>
          {newest.hits.length === 0 ? (
            <p className={styles.quiet}>{t('review.noHits')}</p>
          ) : (
            <ul className={styles.rows}>
              {newest.hits.map(({ code, name, action }) => (
                <li key={code}>
                  <span className={styles.quiet}>{code}</span>
                  {name}
                  {action !== 'score' && <VerdictTag word={action === 'reject' ? '拒绝' : '人工'} />}
                </li>
              ))}
            </ul>
          )}
        </>
      ) : (
        <p className={styles.quiet}>{t('review.notChecked')}</p>
      )}
    </Block>
  )
}

function Intent({ pre: { order, values } }: { pre: PreReviewData }) {
  const t = useT()
  const kinds = useOptions(vehicleKinds)
  const cities = useOptions(provinceOptions)
  const car = ['brand', 'series', 'model'].map((name) => textAt(values, 'intent', name)).filter(Boolean)
  return (
    <Block title={t('review.intent')}>
      <KeyValues>
        <KeyValue label={t('columns.productName')}>{order.productName}</KeyValue>
        <KeyValue label={t('review.amountAndTerm')}>
          <MoneyText value={order.appliedAmount} />
          {textAt(values, 'intent', 'term') &&
            ` · ${t('record.terms', { count: textAt(values, 'intent', 'term') })}`}
        </KeyValue>
        <KeyValue label={t('fields.intent.vehicleKind')}>
          {nameOf(kinds, textAt(values, 'intent', 'vehicleKind'))}
        </KeyValue>
        <KeyValue label={t('review.vehicle')}>{car.join(' ')}</KeyValue>
        <KeyValue label={t('columns.shopName')}>{order.shopName}</KeyValue>
        <KeyValue label={t('columns.salesmanName')}>{order.salesmanName}</KeyValue>
        <KeyValue label={t('columns.branchName')}>{order.branchName}</KeyValue>
        <KeyValue label={t('fields.shop.applyCity')}>
          {nameOf(cities, textAt(values, 'shop', 'applyCity'))}
        </KeyValue>
      </KeyValues>
    </Block>
  )
}

function useReveal(): Permit {
  const can = useCan()
  return can('sensitive:view') ? { ok: true } : { ok: false, reason: 'order.refusal.permission' }
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

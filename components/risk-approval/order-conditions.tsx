'use client'
import { useQuery } from '@tanstack/react-query'
import Link from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useCan } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { rolesWith } from '@/lib/domains/identity/rules/roles'
import type { OrderHeader } from '@/lib/domains/orders/contract'
import { followsDevices, meetersOf } from '@/lib/domains/orders/rules/risk-approval'
import { type ConditionView, riskApproval } from '@/lib/domains/risk/contract/approval'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './conditions.module.css'

type Row = ConditionView & { rowVersion: number; orderId: number; label: string }

const meet = verb(riskApproval.meetCondition, {
  label: 'riskApproval.meet',
  name: ({ label }: Row) => label,
  ask: 'riskApproval.meetTitle',
  fields: { note: { kind: 'text', label: 'riskApproval.meetNote', required: true, maxLength: 200 } },
  input: ({ orderId, id }, { note }) => ({ orderId, conditionId: id, note }),
  done: 'riskApproval.metDone',
})

/** The place where its devices are fitted, or the person who fits them. */
function ToFitting({ orderId }: { orderId: number }) {
  const t = useT()
  const can = useCan()
  if (can('gps:fit'))
    return <Link href={href('gpsFittingCase', { orderId })}>{t('riskApproval.toFitting')}</Link>
  const who = rolesWith('gps:fit')
    .map((role) => t(`details.roles.${role}`))
    .join(t('ui.separator'))
  return <span className={styles.quiet}>{t('riskApproval.fittedBy', { who })}</span>
}

/** The verb, or who has it. */
function ToMeeting({ code, verbs }: Pick<Row, 'code'> & Parameters<typeof VerbButtons>[0]) {
  const t = useT()
  const can = useCan()
  const meeters = meetersOf({ code })
  if (meeters.some((one) => can(one))) return <VerbButtons size="small" verbs={verbs} />
  const who = [...new Set(meeters.flatMap(rolesWith))]
    .map((role) => t(`details.roles.${role}`))
    .join(t('ui.separator'))
  return <span className={styles.quiet}>{t('riskApproval.metByRoles', { who })}</span>
}

/** 放款条件 of an order: what its approval asked of the steps behind it. Nothing stands there while there are none. */
export function OrderConditions({ order }: { order: Pick<OrderHeader, 'id' | 'rowVersion'> }) {
  const t = useT()
  const { data } = useQuery(q(riskApproval.conditions, { orderId: order.id }))
  const verbs = useVerbs({ meet })
  if (!data || data.items.length === 0) return null
  return (
    <Section title={t('riskApproval.conditionsTitle')}>
      <ul className={styles.list}>
        {data.items.map((item) => {
          const label = t(`riskApproval.conditions.${item.code}`)
          const row = { ...item, label, orderId: order.id, rowVersion: order.rowVersion }
          return (
            <li key={item.id}>
              <span>
                {label}
                {item.detail && `：${item.detail}`}
              </span>
              {item.metAt === null ? (
                <>
                  <StatusTag tone="waiting">{t('riskApproval.open')}</StatusTag>
                  {followsDevices(item) ? (
                    <ToFitting orderId={order.id} />
                  ) : (
                    <ToMeeting verbs={verbs.of(row)} code={item.code} />
                  )}
                </>
              ) : (
                <>
                  <StatusTag tone="passed">{t('riskApproval.met')}</StatusTag>
                  <span className={styles.quiet}>
                    {item.metByName} <DateTimeText value={item.metAt} /> {item.metNote}
                  </span>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {verbs.dialog}
    </Section>
  )
}

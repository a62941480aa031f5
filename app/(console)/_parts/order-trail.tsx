'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { DateTimeText, noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { applications } from '@/lib/domains/orders/contract'
import { actionWord } from '@/lib/i18n/audit-words'
import { useT } from '@/lib/i18n/use-t'
import styles from './order-overview.module.css'

/** Calls, messages and the log of an order: asked for when somebody looks. */
export function OrderTrail({ orderId }: { orderId: number }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(applications.trail, { orderId }))
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={8} />
  const { calls, messages, log } = data
  const lines = {
    calls: calls.map(({ id, startAt, direction, phone, agentName, result }) => ({
      id,
      at: startAt,
      text: [direction, phone, agentName, result].filter(Boolean).join(' · '),
    })),
    messages: messages.map(({ id, createdAt, title, to }) => ({
      id,
      at: createdAt,
      text: `${title} · ${to}`,
    })),
    log: log.map(({ id, at, action, actorName }) => ({
      id,
      at,
      text: `${actionWord(action, t)} · ${actorName}`,
    })),
  }
  return (['calls', 'messages', 'log'] as const).map((kind) => (
    <Section key={kind} title={t(`details.trail.${kind}`)}>
      <ul className={styles.lines}>
        {lines[kind].map(({ id, at, text }) => (
          <li key={id}>
            <DateTimeText value={at} />
            <span>{text}</span>
          </li>
        ))}
        {lines[kind].length === 0 && <li>{noValue}</li>}
      </ul>
    </Section>
  ))
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { ActionButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import Link from '@/components/ui/link'
import { Bone } from '@/components/ui/states'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { q, useApiMutation } from '@/lib/client/query'
import { collect } from '@/lib/contracts/collect'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import type { LinkState } from '@/lib/rules/collect'
import styles from './link-dialog.module.css'

const states: Readonly<Record<LinkState, { tone: Tone; label: MessageKey }>> = {
  open: { tone: 'waiting', label: 'collect.stateOpen' },
  used: { tone: 'passed', label: 'collect.stateUsed' },
  expired: { tone: 'closed', label: 'collect.stateExpired' },
  revoked: { tone: 'closed', label: 'collect.stateRevoked' },
}

/** The caller's newest links; a used one leads to its draft, an open one can be taken back. */
export function LinkList() {
  const t = useT()
  const confirm = useConfirm()
  const { data, error, refetch } = useQuery(q(collect.links, {}))
  const revoke = useApiMutation(collect.revokeLinks, { invalidate: [collect.links] })
  const askRevoke = async (id: number) => {
    const question = {
      message: t('collect.revokeQuestion'),
      ok: t('collect.revoke'),
      tone: 'danger' as const,
    }
    if (await confirm(question)) revoke.mutate({ ids: [id] })
  }
  return (
    <section className={styles.mine}>
      <h3>{t('collect.mine')}</h3>
      {data?.length === 0 && <p className={styles.note}>{t('collect.noLinks')}</p>}
      {data === undefined && error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      <ul aria-busy={data === undefined && !error}>
        {data === undefined && !error && (
          <li>
            <Bone />
          </li>
        )}
        {data?.map(({ id, shopName, expiresAt, state, orderId, orderNo }) => (
          <li key={id}>
            <span className={styles.tag}>
              <StatusTag tone={states[state].tone}>{t(states[state].label)}</StatusTag>
            </span>
            <span className={styles.shop}>{shopName}</span>
            <DateTimeText value={expiresAt} />
            <span className={styles.act}>
              {orderId && <Link href={href('intakeForm', { orderId })}>{orderNo}</Link>}
              {state === 'open' && (
                <ActionButton size="small" onClick={() => void askRevoke(id)}>
                  {t('collect.revoke')}
                </ActionButton>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

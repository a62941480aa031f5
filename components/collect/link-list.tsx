'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { SelectionBar } from '@/components/list/selection-bar'
import { RowBox } from '@/components/list/selection-boxes'
import { useSelection } from '@/components/list/use-selection'
import Link from '@/components/ui/link'
import { Bone } from '@/components/ui/states'
import { StatusTag, type Tone } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { showDateTime } from '@/components/ui/time-text'
import { useVerbs } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { collect } from '@/lib/domains/collect/contract'
import type { LinkState } from '@/lib/domains/collect/rules/collect'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import styles from './link-dialog.module.css'

const states: Readonly<Record<LinkState, { tone: Tone; label: MessageKey }>> = {
  open: { tone: 'waiting', label: 'collect.stateOpen' },
  used: { tone: 'passed', label: 'collect.stateUsed' },
  expired: { tone: 'closed', label: 'collect.stateExpired' },
  revoked: { tone: 'closed', label: 'collect.stateRevoked' },
}

type Row = OutputOf<typeof collect.links>[number]

const noFilter = { q: '', filters: {} }
const nameOf = ({ shopName, expiresAt }: Row) => `${shopName} ${showDateTime(expiresAt)}`

const revoke = verb(collect.revokeLinks, {
  label: 'collect.revoke',
  tone: 'danger',
  of: ({ state }: Row) => state === 'open',
  name: nameOf,
  ask: 'collect.revokeQuestion',
  many: 'collect.revokeMany',
  inputOfAll: (rows) => ({ ids: rows.map(({ id }) => id) }),
  done: 'collect.revoked',
})

/** The caller's newest links; a used one leads to its draft, an open one can be taken back. */
export function LinkList() {
  const t = useT()
  const { data, error, refetch } = useQuery(q(collect.links, {}))
  const verbs = useVerbs({ revoke })
  const selection = useSelection(
    { rows: data ?? [], rowKey: ({ id }: Row) => String(id), state: noFilter },
    (row) => verbs.of(row).length > 0,
  )
  return (
    <section className={styles.mine}>
      <h3>{t('collect.mine')}</h3>
      {data?.length === 0 && <p className={styles.note}>{t('collect.noLinks')}</p>}
      {data === undefined && error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      <SelectionBar selection={selection} many={verbs.many} />
      <ul aria-busy={data === undefined && !error}>
        {data === undefined && !error && (
          <li>
            <Bone />
          </li>
        )}
        {data?.map((row) => (
          <li key={row.id}>
            <RowBox row={row} name={nameOf(row)} selection={selection} />
            <span className={styles.tag}>
              <StatusTag tone={states[row.state].tone}>{t(states[row.state].label)}</StatusTag>
            </span>
            <span className={styles.shop}>{row.shopName}</span>
            <DateTimeText value={row.expiresAt} />
            <span className={styles.act}>
              {row.orderId && <Link href={href('intakeForm', { orderId: row.orderId })}>{row.orderNo}</Link>}
              <VerbButtons size="small" verbs={verbs.of(row)} />
            </span>
          </li>
        ))}
      </ul>
      {verbs.dialog}
    </section>
  )
}

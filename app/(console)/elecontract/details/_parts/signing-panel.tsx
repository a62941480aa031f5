'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { Section } from '@/components/ui/section'
import { SkeletonLines } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { toast } from '@/components/ui/toast'
import { useVerbs, type VerbAction } from '@/components/verb/use-verbs'
import { verb } from '@/components/verb/verb'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useLive } from '@/lib/client/live'
import { outdate, q } from '@/lib/client/query'
import {
  orderSigning,
  type RoundState,
  type SignerView,
} from '@/lib/domains/contracts/contract/order-signing'
import { isPending } from '@/lib/domains/contracts/rules/signing'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './signing.module.css'

type Round = OutputOf<typeof orderSigning.get>
type Sent = OutputOf<typeof orderSigning.send>['sent']
type Order = { id: number; orderNo: string; rowVersion: number }
type Row = Order & { round: Round; signer?: SignerView }

const tones = {
  none: 'waiting',
  ready: 'waiting',
  open: 'working',
  sealing: 'working',
  sealed: 'passed',
  ended: 'returned',
} as const satisfies Record<RoundState, string>

/** States in which a link that was sent leads to something to sign; `ready` until the panel is read again. */
const linked: ReadonlySet<RoundState> = new Set(['ready', 'open'])

/** So often a page that somebody watches looks whether the seal is on. */
const watch = { sealing: 3_000, open: 30_000 } as const

/** 电子签约: who signs, in which order, how far each is, and what can be done about it. */
export function SigningPanel({ order }: { order: Order }) {
  const t = useT()
  const client = useQueryClient()
  const read = useQuery({
    ...q(orderSigning.get, { orderId: order.id }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'sealing' || data?.state === 'open' ? watch[data.state] : false,
  })
  // Whoever signs leaves a message: the page beside it is as new.
  useLive('messages', () => outdate(client, 'order'))
  const [sent, setSent] = useState<Sent>([])
  const tell = (output: { sent: Sent }) => {
    setSent(output.sent.filter(({ shown }) => shown !== null))
    toast.success(t('signing.sent', { count: output.sent.length }))
  }
  const verbs = useSigningVerbs(tell)
  if (read.error && !read.data) return <ReadFailure error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data)
    return (
      <Section title={t('signing.title')}>
        <SkeletonLines lines={3} />
      </Section>
    )
  const round = read.data
  if (round.state === 'none') return null
  const row: Row = { ...order, round }
  return (
    <Section
      title={t('signing.title')}
      actions={<VerbButtons size="small" verbs={verbs.of(row, 'send', 'seal', 'stamp')} />}
    >
      <p className={styles.state}>
        <StatusTag tone={tones[round.state]}>{t(`signing.states.${round.state}`)}</StatusTag>
        <Facts round={round} />
      </p>
      {round.obstacle && (
        <Notice tone={round.state === 'sealing' ? 'returned' : 'waiting'}>{round.obstacle}</Notice>
      )}
      {round.stampTrouble && <Notice tone="returned">{round.stampTrouble}</Notice>}
      <ol className={styles.signers} aria-label={t('signing.title')}>
        {round.signers.map((signer) => (
          <Signer key={signer.seq} signer={signer} verbs={verbs.of({ ...row, signer }, 'resend')} />
        ))}
      </ol>
      {sent.length > 0 && linked.has(round.state) && <Simulated sent={sent} />}
      {verbs.dialog}
    </Section>
  )
}

function useSigningVerbs(tell: (output: { sent: Sent }) => void) {
  const t = useT()
  const shared = { name: ({ orderNo }: Row) => orderNo, input: ({ id }: Row) => ({ orderId: id }) }
  return useVerbs<Row, 'send' | 'resend' | 'seal' | 'stamp'>({
    send: verb(orderSigning.send, {
      ...shared,
      label: 'signing.send',
      main: true,
      of: ({ round }: Row) => round.state === 'ready',
      permit: ({ round }: Row) =>
        round.obstacle === null ? { ok: true } : { ok: false, reason: 'signing.cannotSend' },
      words: ({ round: { signers } }) => ({
        count: signers.length,
        people: signers.map(({ name, mobile }) => `${name} ${mobile}`).join(t('ui.separator')),
      }),
      ask: 'signing.sendTitle',
      note: 'signing.sendNote',
      done: tell,
    }),
    resend: verb(orderSigning.resend, {
      name: ({ signer }: Row) => signer?.name ?? '',
      label: 'signing.resend',
      of: ({ round, signer }: Row) => round.state === 'open' && isPending(signer?.status),
      words: ({ signer }) => ({ name: signer?.name ?? '', mobile: signer?.mobile ?? '' }),
      ask: 'signing.resendTitle',
      note: 'signing.resendNote',
      input: ({ id, signer }) => ({ orderId: id, signingId: signer?.id ?? 0 }),
      done: tell,
    }),
    seal: verb(orderSigning.seal, {
      ...shared,
      label: 'signing.sealAgain',
      of: ({ round }: Row) => round.state === 'sealing',
      ask: 'signing.sealAgainTitle',
      done: () => toast.success(t('signing.sealStarted')),
    }),
    stamp: verb(orderSigning.stamp, {
      ...shared,
      label: 'signing.stampAgain',
      of: ({ round }: Row) => round.stampTrouble !== null,
      ask: 'signing.stampAgainTitle',
      done: 'signing.stampStarted',
    }),
  })
}

function Facts({ round: { state, expiresAt, sealLevel, sealedAt, stampWaits } }: { round: Round }) {
  const t = useT()
  if (state === 'sealed' && sealLevel && sealedAt)
    return (
      <span className={styles.facts}>
        {t('signing.sealedHint', { level: sealLevel })} · <DateTimeText value={sealedAt} />
        {stampWaits && ` · ${t('signing.stampWaits')}`}
      </span>
    )
  if (!expiresAt || state !== 'open') return null
  const hours = Math.max(0, Math.floor((Date.parse(expiresAt) - Date.now()) / 3_600_000))
  const left = t('signing.left', { days: Math.floor(hours / 24), hours: hours % 24 })
  return (
    <span className={styles.facts} data-soon={hours < 24 || undefined}>
      {t('signing.ends')} <DateTimeText value={expiresAt} /> · {left}
    </span>
  )
}

const signerTones = {
  待签: 'waiting',
  已签: 'passed',
  拒签: 'rejected',
  过期: 'returned',
  作废: 'closed',
} as const

function Signer({ signer, verbs }: { signer: SignerView; verbs: readonly VerbAction[] }) {
  const t = useT()
  const { seq, role, name, mobile, status, turn, smsState, smsReason, sentAt } = signer
  const { provedAt, read, pages, endedAt, refuseReason, shut, titles } = signer
  return (
    <li className={styles.signer} aria-current={turn ? 'step' : undefined}>
      <span className={styles.seq}>{seq}</span>
      <div className={styles.person}>
        <span className={styles.name}>
          {role} {name} <span className={styles.facts}>{mobile}</span>
          <StatusTag tone={turn ? 'working' : signerTones[status]}>
            {turn ? t('signing.turn') : t(`signing.statuses.${status}`)}
          </StatusTag>
        </span>
        <span className={styles.facts}>{titles.map((title) => `《${title}》`).join(' ')}</span>
        {sentAt && (
          <span className={styles.facts} data-failed={smsState === 'failed' || undefined}>
            {smsState && t(`signing.smsStates.${smsState}`)} <DateTimeText value={sentAt} />
            {smsReason && ` · ${smsReason}`}
          </span>
        )}
        {provedAt && (
          <span className={styles.facts}>
            {t('signing.provedAt')} <DateTimeText value={provedAt} /> ·{' '}
            {t('signing.readPages', { read, pages })}
          </span>
        )}
        {endedAt && (
          <span className={styles.facts}>
            {t(`signing.statuses.${status}`)} <DateTimeText value={endedAt} />
            {refuseReason && ` · ${refuseReason}`}
          </span>
        )}
        {shut && isPending(status) && <Notice tone="returned">{t('signing.shutHint')}</Notice>}
      </div>
      <VerbButtons size="small" verbs={verbs} />
    </li>
  )
}

/** In a demo nothing arrives on any mobile: the messages stand here, until the page is left. */
function Simulated({ sent }: { sent: Sent }) {
  const t = useT()
  return (
    <Notice tone="waiting">
      <strong>{t('signing.simulated')}</strong>
      <ul className={styles.messages}>
        {sent.map(({ name, mobile, shown }) => (
          <li key={name}>
            {t('signing.simulatedFor', { name, mobile })}
            <span className={styles.message}>
              {shown} <CopyButton text={linkIn(shown)} />
              <a href={linkIn(shown)} target="_blank" rel="noreferrer">
                {t('signing.openLink')}
              </a>
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const linkIn = (text: string | null) => /(?:https?:\/\/\S+)?\/signing\?t=[\w-]+/.exec(text ?? '')?.[0] ?? ''

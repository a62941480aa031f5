'use client'
import { Mic, MicOff, PhoneOff } from 'lucide'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ActionButton, IconButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'
import { StatusTag } from '@/components/ui/status-tag'
import { toast } from '@/components/ui/toast'
import type { CallWish } from '@/lib/client/phone-desk'
import { autoCloseMs, isBusy } from '@/lib/domains/voice/rules/call-bar'
import type { PhoneSetting } from '@/lib/domains/voice/rules/phone-setting'
import { useT } from '@/lib/i18n/use-t'
import styles from './call-bar.module.css'
import { isToldByBrowser } from './call-control'
import { clockOf, partyOf, toneOf, wordOf } from './call-words'
import { DialForm } from './dial-form'
import type { SeatHold } from './seat-hold'
import { useCallBar } from './use-call-bar'
import { useCallReport } from './use-call-report'
import { useNow } from './use-now'

const RecentCalls = lazyPart(() => import('./recent-calls'))
const PlayMenu = lazyPart(() => import('./play-menu'))

/**
 * The softphone bar: the call-centre control for the agent account `name` (specification points 1 and 4). A dialog
 * beside the work, not above it: nothing else is closed to the person while it is there.
 */
export function CallBar({
  name,
  hold,
  setting,
  wish,
  onClose,
}: {
  name: string
  hold: SeatHold
  setting: PhoneSetting
  /** The person whom to call; each new one calls again. */
  wish: CallWish
  onClose: () => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const bar = useRef<HTMLElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState(false)
  const [recent, setRecent] = useState<HTMLElement | null>(null)
  const [playing, setPlaying] = useState<HTMLElement | null>(null)
  const { state, verbs } = useCallBar({
    hold,
    setting,
    place,
    onClose,
    onLost() {
      toast.error(t('phone.seatLost'))
      onClose()
    },
  })
  useCallReport(hold, state, isToldByBrowser(setting))

  const { phase, call, closeAt, muted } = state
  const busy = isBusy(state)
  const now = useNow(phase === 'talking' || closeAt !== null)
  const isWaiting = phase === 'ringing' && call?.direction === 'in'

  useEffect(() => {
    bar.current?.querySelector<HTMLElement>('input')?.focus()
  }, [])
  // A call that comes in is seen, however small the bar was made.
  const [seen, setSeen] = useState(phase)
  if (seen !== phase) {
    setSeen(phase)
    if (isWaiting) setFolded(false)
  }
  const { dial } = verbs
  const isUp = state.line === 'up'
  useEffect(() => {
    if (isUp && (wish.number || wish.person)) void dial(wish).catch(() => undefined)
  }, [wish, dial, isUp])

  const close = async () => {
    if (!busy || (await confirm({ message: t('phone.closeQuestion'), ok: t('phone.hangUp') }))) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    void close()
  }
  const party = partyOf(call)
  const word = wordOf(state, t)
  // The clock here may be a second behind the one that the bar went by.
  const left = closeAt === null ? undefined : Math.min(Math.max(0, closeAt - now), autoCloseMs)
  const seconds = left === undefined ? undefined : Math.ceil(left / 1000)

  return (
    <section
      ref={bar}
      role="dialog"
      aria-label={t('shell.phone')}
      className={styles.bar}
      data-folded={folded || undefined}
      data-phase={phase}
      onKeyDown={onKeyDown}
    >
      <p role="status" aria-live="assertive" className={styles.said}>
        {isWaiting ? t('phone.incomingFrom', { who: party }) : busy || phase === 'ended' ? word : ''}
      </p>
      <div className={styles.who}>
        <Icon name="phone" />
        <strong>{t('phone.seat', { number: hold.seat })}</strong>
        {name !== hold.seat && <span className={styles.quiet}>{name}</span>}
        <StatusTag tone={toneOf(state)}>{word}</StatusTag>
        {call && (busy || phase === 'ended') && <span className={styles.party}>{party}</span>}
        {phase === 'talking' && (
          <span role="timer" className={styles.clock} aria-label={t('phone.duration')}>
            {clockOf(now - state.since)}
          </span>
        )}
      </div>
      <div className={styles.verbs}>
        {phase === 'ringing' && call?.direction === 'in' && (
          <ActionButton size="small" variant="primary" icon="phone" onClick={verbs.answer}>
            {t('phone.answer')}
          </ActionButton>
        )}
        {phase === 'talking' && (
          <ActionButton
            size="small"
            icon={muted ? MicOff : Mic}
            aria-pressed={muted}
            onClick={() => verbs.mute(!muted)}
          >
            {t('phone.mute')}
          </ActionButton>
        )}
        {busy && (
          <ActionButton size="small" variant="danger" icon={PhoneOff} onClick={verbs.hangUp}>
            {t('phone.hangUp')}
          </ActionButton>
        )}
        {!busy && !folded && <DialForm ready={isUp} onDial={(number) => void verbs.dial({ number })} />}
      </div>
      <div ref={place} className={styles.place} title={t('phone.frame')} />
      <div className={styles.end}>
        {seconds !== undefined && <span className={styles.quiet}>{t('phone.closesIn', { seconds })}</span>}
        {verbs.play && !folded && (
          <ActionButton
            size="small"
            variant="text"
            aria-haspopup="menu"
            aria-expanded={playing !== null}
            onClick={(event) => setPlaying(event.currentTarget)}
          >
            {t('phone.play')}
          </ActionButton>
        )}
        <IconButton
          icon="history"
          label={t('phone.recent')}
          aria-haspopup="dialog"
          aria-expanded={recent !== null}
          onClick={(event) => setRecent(event.currentTarget)}
        />
        <IconButton
          icon={folded ? 'up' : 'down'}
          label={t(folded ? 'phone.expand' : 'phone.collapse')}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        />
        <IconButton icon="cross" label={t('phone.close')} onClick={() => void close()} />
      </div>
      {recent && <RecentCalls anchor={recent} onClose={() => setRecent(null)} />}
      {playing && verbs.play && (
        <PlayMenu anchor={playing} onPlay={verbs.play} onClose={() => setPlaying(null)} />
      )}
    </section>
  )
}

'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '@/components/ui/icon'
import { DateTimeText } from '@/components/ui/texts'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import type { SigningState } from '@/lib/rules/signing'
import styles from '../signing.module.css'
import type { Done, Link } from './use-signing'

type End = Exclude<SigningState, 'ready'> | 'shut' | 'failed'

/** Where there is nothing to sign now: how it stands, what to do, and who helps. */
export function EndNotice({ state, link, onAgain }: { state: End; link?: Link; onAgain?: () => void }) {
  const t = useT()
  return (
    <Ended good={state === 'signed'} title={`signPage.end.${state}`} hint={`signPage.endHint.${state}`}>
      {state === 'waiting' && link && (
        <>
          <p>{t('signPage.before', { names: link.before.join(t('ui.separator')) })}</p>
          {onAgain && (
            <button type="button" className={styles.second} onClick={onAgain}>
              {t('signPage.lookAgain')}
            </button>
          )}
        </>
      )}
      {link?.endedAt && (
        <p>
          {t('signPage.at')} <DateTimeText value={link.endedAt} />
        </p>
      )}
      <p className={styles.hint}>{t('signPage.call', { company: link?.company || t('signPage.us') })}</p>
    </Ended>
  )
}

/** Just signed: what happens next. */
export function DoneNotice({ link, done }: { link: Link; done: Done }) {
  const t = useT()
  return (
    <Ended good title="signPage.done" hint="signPage.doneHint">
      <p>
        {t('signPage.at')} <DateTimeText value={done.signedAt} />
      </p>
      <p>
        {done.next
          ? t('signPage.nextPerson', { name: done.next })
          : t('signPage.nextSeal', { company: link.company })}
      </p>
      <p className={styles.hint}>{t('signPage.call', { company: link.company })}</p>
    </Ended>
  )
}

function Ended({
  good,
  title,
  hint,
  children,
}: {
  good: boolean
  title: MessageKey
  hint: MessageKey
  children: ReactNode
}) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.notice} data-good={good}>
      <span className={styles.sign}>
        <Icon name={good ? 'tick' : 'warning'} size={28} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {t(title)}
      </h1>
      <p>{t(hint)}</p>
      {children}
    </section>
  )
}

'use client'
import { useRouter } from 'next/navigation'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useLogout } from '@/components/shell/use-logout'
import { isComposing } from '@/components/ui/composing'
import { ConfirmProvider } from '@/components/ui/confirm'
import { Icon } from '@/components/ui/icon'
import { toast } from '@/components/ui/toast'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { hashPassword } from '@/lib/client/hash-password'
import { currentSign, tellOtherTabs, watchSession } from '@/lib/client/session-watch'
import { createTokenRefresher, type TokenFacts } from '@/lib/client/token-refresher'
import { forgetWorkspace } from '@/lib/client/workspace-storage'
import { identity } from '@/lib/domains/identity/contract'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import styles from './lock.module.css'

export type LockFormProps = {
  name: string
  tenant: string
  /** The lock password or, when the screen locked by itself, the login password. */
  opensWith: 'lock' | 'login'
  /** The page that was shown; null for the home page. */
  from: string | null
  /** Everything that the answer to the form said, when no script sent it. */
  said?: 'wrong' | 'failed' | undefined
  token: TokenFacts
  /** Leaves by a full load, in place of the lock page. */
  onLeave?: (address: string) => void
}

const leaveFor = (address: string) => window.location.replace(address)

/** Name, avatar and the two ways on: 解锁 and 退出系统 (wording.md, row Lock). */
export function LockForm(props: LockFormProps) {
  return (
    <ConfirmProvider>
      <LockCard {...props} />
    </ConfirmProvider>
  )
}

function LockCard({ name, tenant, opensWith, from, said, token, onLeave = leaveFor }: LockFormProps) {
  const t = useT()
  const id = useId()
  const router = useRouter()
  const logout = useLogout(tenant)
  // It keeps its value itself: what was typed before the script was there stays.
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  /** The fault, and the number of faults so far: each time it is said and shown anew. */
  const [failure, setFailure] = useState<{ message: string; times: number } | null>(() =>
    said ? { message: t(said === 'wrong' ? 'errors.wrongUnlockPassword' : 'lock.failed'), times: 1 } : null,
  )
  const placeholder = t(opensWith === 'login' ? 'lock.loginPlaceholder' : 'lock.placeholder')

  // Nothing else is on this page; with script alone, so that a screen reader reads the page first without.
  useEffect(() => input.current?.focus(), [])

  const goBack = () => onLeave(from ?? href('home'))
  const gone = useRef(false)
  const goToLogin = (message: string) => {
    if (gone.current) return
    gone.current = true
    forgetWorkspace()
    toast.error(message)
    // No full load: the message stays in sight on the login page.
    router.replace(href('login', { pro: tenant }))
  }
  useFollowSession(token, {
    onOpened: goBack,
    // The answer on its way says why; the sign that went with it only says that.
    onEnded: (message) => !busy && goToLogin(message || t('errors.sessionEnded')),
  })

  const refuse = (message: string) => {
    setFailure((before) => ({ message, times: (before?.times ?? 0) + 1 }))
    if (input.current) input.current.value = ''
    input.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const password = input.current?.value ?? ''
    if (password === '') {
      return refuse(opensWith === 'login' ? placeholder : t('errors.lockPasswordEmpty'))
    }
    setBusy(true)
    try {
      await request(identity.unlock, { password: hashPassword(password) })
      tellOtherTabs()
      goBack()
    } catch (error) {
      setBusy(false)
      const { status = 0, message = '' } = error instanceof ApiError ? error : {}
      if (status === 401) goToLogin(message)
      else refuse(message || t('lock.failed'))
    }
  }
  // Enter that picks a Chinese candidate submits nothing.
  const keepComposing = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }

  return (
    <section className={styles.card} aria-label={t('lock.lock')}>
      <span className={styles.avatar} role="img" aria-label={t('shell.avatar')} data-letter={[...name][0]} />
      <h1 className={styles.name}>{name}</h1>
      {opensWith === 'login' && <p className={styles.note}>{t('lock.idle')}</p>}
      <form className={styles.form} method="post" action="/session/unlock" onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          {t(opensWith === 'login' ? 'shell.password' : 'lock.password')}
        </label>
        <input type="hidden" name="from" value={from ?? ''} />
        <div className={styles.field} data-shake={failure ? (failure.times % 2 ? 'odd' : 'even') : undefined}>
          <Icon name="lock" />
          <input
            ref={input}
            id={id}
            name="password"
            type="password"
            onKeyDown={keepComposing}
            // A password manager that fills in the login password would open the screen to anybody.
            autoComplete="new-password"
            maxLength={64}
            placeholder={placeholder}
            aria-invalid={failure !== null}
            aria-describedby={failure ? `${id}-wrong` : undefined}
          />
        </div>
        <p id={`${id}-wrong`} className={styles.wrong} role="alert">
          {failure && <span key={failure.times}>{failure.message}</span>}
        </p>
        <button type="submit" className={styles.unlock} aria-disabled={busy}>
          {t('lock.unlock')}
        </button>
      </form>
      <form
        method="post"
        action="/session/logout"
        onSubmit={(event) => {
          event.preventDefault()
          void logout()
        }}
      >
        <button type="submit" className={styles.logout}>
          {t('shell.logout')}
        </button>
      </form>
    </section>
  )
}

/** Goes with what another tab does, and keeps the token fresh meanwhile. */
function useFollowSession(
  { stamp, age, tokenTime }: TokenFacts,
  handlers: { onOpened: () => void; onEnded: (message: string) => void },
): void {
  const onOpened = useEffectEvent(handlers.onOpened)
  const onEnded = useEffectEvent(handlers.onEnded)
  useEffect(() => {
    const refresh = createTokenRefresher({ stamp, age, tokenTime }, ({ message }) => onEnded(message))
    const first = currentSign()
    return watchSession((sign) => {
      if (first && !sign) return onEnded('')
      if (first?.locked && sign && !sign.locked) return onOpened()
      if (sign) refresh(sign)
    })
  }, [stamp, age, tokenTime])
}

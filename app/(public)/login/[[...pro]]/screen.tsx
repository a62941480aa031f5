'use client'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useCaptcha } from '@/components/captcha/use-captcha'
import { isComposing } from '@/components/ui/composing'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { hashPassword } from '@/lib/client/hash-password'
import { forgetOffline } from '@/lib/client/offline-pages'
import { useHydrated } from '@/lib/client/use-hydrated'
import { forgetWorkspace } from '@/lib/client/workspace-storage'
import { identity } from '@/lib/domains/identity/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { DemoAccounts } from './_parts/demo-accounts'
import { EyeIcon } from './_parts/eye-icon'
import { checkLogin, type LoginErrors, type LoginValues } from './_parts/login-rules'
import { rememberAccount, rememberedAccount } from './_parts/remembered-account'
import styles from './login.module.css'

type Policy = OutputOf<typeof identity.loginPolicy>
const fieldOrder = ['account', 'password', 'newPassword', 'confirmPassword', 'code'] as const
const empty: LoginValues = { account: '', password: '', newPassword: '', confirmPassword: '', code: '' }

const newLabels = { newPassword: 'account.newPassword', confirmPassword: 'account.confirm' } as const

/** Leaves for the home tab by a full load: nothing of an earlier user stays in memory. */
const goHome = () => window.location.assign(href('home'))

/**
 * Everything that is in the fields already: the page can be typed into, and filled by the browser, before its code is
 * there.
 */
function typedBefore(form: HTMLFormElement | null): Partial<LoginValues> {
  const typed = fieldOrder.map((name) => [name, form?.elements.namedItem(name)] as const)
  return Object.fromEntries(
    typed.flatMap(([name, input]) =>
      input instanceof HTMLInputElement && input.value ? [[name, input.value]] : [],
    ),
  )
}

/**
 * The login form (specification points 3 to 5, 8; wording.md, row Login).
 *
 * @param onSignedIn where a successful login leads
 */
export function LoginForm({ title, onSignedIn = goHome }: { title: string; onSignedIn?: () => void }) {
  const t = useT()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(empty)
  const [remember, setRemember] = useState(false)
  const [visible, setVisible] = useState(false)
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [demo, setDemo] = useState<Policy['demo']>(null)
  // The password is one that an administrator handed out: one of the user's own goes along.
  const [renews, setRenews] = useState(false)
  const captcha = useCaptcha()
  /** For whom the captcha was drawn: the work beneath it depends on the account's failed tries. */
  const drawnFor = useRef('')
  const draw = (account: string) => {
    drawnFor.current = account
    return captcha.draw(account)
  }

  const askPolicy = async (account: string) => {
    try {
      const policy = await request(identity.loginPolicy, { account })
      setDemo(policy.demo)
      if (policy.captcha && (!captcha.shown || drawnFor.current !== account)) void draw(account)
    } catch {
      // Without the policy the form works; the answer of a failed try says when a captcha is needed.
    }
  }

  const begin = useEffectEvent(() => {
    const account = rememberedAccount()
    const typed = typedBefore(form.current)
    setValues((now) => ({ ...now, account: account ?? '', ...typed }))
    if (account !== null) setRemember(true)
    void askPolicy(typed.account ?? account ?? '')
  })
  useEffect(() => begin(), [])

  const set = (name: keyof LoginValues) => (value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    setErrors((now) => ({ ...now, [name]: undefined }))
    if (name === 'account' || name === 'password') setRenews(false)
  }

  const focus = (name: keyof LoginValues) => {
    const input = form.current?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.focus()
  }

  const refuse = (error: unknown) => {
    const {
      captcha: needed = false,
      fields = {},
      message = '',
      code: reason,
      ownMessage,
    } = error instanceof ApiError ? error : ({} as Partial<ApiError>)
    const wrongCode = fields.idencode !== undefined
    // Not its turn yet: nothing was judged, and the captcha still serves.
    const waits = reason === 'loginTurn'
    if ((needed || captcha.shown) && !waits) {
      // Each captcha serves one try.
      set('code')('')
      void draw(values.account.trim())
    }
    if (reason === 'newPassword') {
      setRenews(true)
      setFailure(message)
      requestAnimationFrame(() => focus('newPassword'))
      return
    }
    if (wrongCode) setErrors({ code: 'errors.wrongCaptcha' })
    else setFailure(message || t(ownMessage === 'errors.timeout' ? ownMessage : 'errors.server'))
    focus(wrongCode ? 'code' : 'password')
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = checkLogin(values, { captcha: captcha.shown, newPassword: renews })
    setErrors(found)
    setFailure(null)
    const first = fieldOrder.find((name) => found[name])
    if (first) return focus(first)
    setBusy(true)
    try {
      const { account, password, newPassword, code } = values
      if (captcha.shown) await captcha.worked()
      const answer = await request(identity.login, {
        account: account.trim(),
        password: hashPassword(password),
        ...(renews && { newPassword: hashPassword(newPassword) }),
        remember: String(remember),
        ...(captcha.shown && { idencode: code.trim(), redomStr: captcha.redomStr ?? '' }),
      })
      if (!answer?.myUser) throw new ApiError(200)
      rememberAccount(remember ? account.trim() : null)
      forgetWorkspace()
      await forgetOffline()
      onSignedIn()
    } catch (error) {
      setBusy(false)
      refuse(error)
    }
  }

  // Before its script is there the browser itself would send the form.
  const listens = useHydrated()

  // Enter that picks a Chinese candidate submits nothing.
  const keepComposing = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }

  const field = (name: keyof LoginValues) => ({
    id: `${id}-${name}`,
    name,
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name)(event.currentTarget.value),
    onKeyDown: keepComposing,
    'aria-invalid': errors[name] !== undefined,
    'aria-describedby': errors[name] && `${id}-${name}-wrong`,
  })
  const label = (name: keyof LoginValues, text: string) => (
    <label className="visually-hidden" htmlFor={`${id}-${name}`}>
      {text}
    </label>
  )
  const wrong = (name: keyof LoginValues) =>
    errors[name] && (
      <p className={styles.wrong} id={`${id}-${name}-wrong`}>
        {t(errors[name])}
      </p>
    )

  return (
    <>
      <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
        <h1>{t('login.heading', { title })}</h1>
        <div className={styles.field}>
          {label('account', t('login.account'))}
          <input
            {...field('account')}
            autoComplete="username"
            maxLength={32}
            placeholder={t('login.accountPlaceholder')}
            onBlur={() => values.account && askPolicy(values.account)}
          />
          {wrong('account')}
        </div>
        <div className={styles.field}>
          {label('password', t('shell.password'))}
          <input
            {...field('password')}
            type={visible ? 'text' : 'password'}
            autoComplete="current-password"
            placeholder={t('login.passwordPlaceholder')}
          />
          <button
            type="button"
            className={styles.eye}
            aria-label={t(visible ? 'login.hidePassword' : 'login.showPassword')}
            onClick={() => setVisible(!visible)}
          >
            <EyeIcon open={visible} />
          </button>
          {wrong('password')}
        </div>
        {renews &&
          (['newPassword', 'confirmPassword'] as const).map((name) => (
            <div key={name} className={styles.field}>
              {label(name, t(newLabels[name]))}
              <input
                {...field(name)}
                type={visible ? 'text' : 'password'}
                autoComplete="new-password"
                placeholder={t(newLabels[name])}
              />
              {wrong(name)}
            </div>
          ))}
        {captcha.shown && (
          <div className={styles.captcha}>
            <div className={styles.field}>
              {label('code', t('login.captcha'))}
              <input
                {...field('code')}
                autoComplete="off"
                maxLength={4}
                placeholder={t('login.captchaPlaceholder')}
              />
              {wrong('code')}
            </div>
            <button
              type="button"
              className={styles.drawing}
              style={captcha.image ? { backgroundImage: `url("${captcha.image}")` } : undefined}
              aria-label={t('login.captchaRedraw')}
              onClick={() => void draw(values.account.trim())}
            />
          </div>
        )}
        <label className={styles.remember}>
          <input type="checkbox" checked={remember} onChange={() => setRemember(!remember)} />
          {t('login.rememberAccount')}
        </label>
        {failure && (
          <p role="alert" className={styles.failure}>
            {failure}
          </p>
        )}
        <button type="submit" className={styles.submit} disabled={!listens} aria-disabled={busy}>
          {t(busy ? 'login.busy' : 'login.login')}
        </button>
      </form>
      {demo && (
        <DemoAccounts
          demo={demo}
          chosen={values.account}
          onChoose={(account, password) => {
            setValues((now) => ({ ...now, account, password }))
            setErrors({})
            setFailure(null)
            setRenews(false)
          }}
        />
      )}
    </>
  )
}

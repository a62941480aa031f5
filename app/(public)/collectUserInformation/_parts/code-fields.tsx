'use client'
import { type RefObject, useEffect, useState } from 'react'
import { useCaptcha } from '@/components/captcha/use-captcha'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { collect } from '@/lib/domains/collect/contract'
import { codeMinutes } from '@/lib/domains/collect/rules/collect'
import { useT } from '@/lib/i18n/use-t'
import { cleanMobile } from '@/lib/rules/clean-value'
import { loginCaptcha, mobile as mobileRule } from '@/lib/rules/fields'
import styles from '../collect.module.css'
import { CollectField } from './collect-field'
import { textIn, type Wrong } from './form-values'

type Props = {
  form: RefObject<HTMLFormElement | null>
  token: string | undefined
  wrong: Wrong
  /** The faults of some fields now; undefined clears one. */
  onWrong: (found: Wrong) => void
}

/** Mobile, picture code and SMS code: each SMS asks for a captcha of its own. */
export function CodeFields({ form, token, wrong, onWrong }: Props) {
  const t = useT()
  const { image, redomStr, draw, worked } = useCaptcha()
  const [wait, setWait] = useState(0)
  const [said, setSaid] = useState<{ to: string; shown: string | null } | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => void draw(), [draw])
  useEffect(() => {
    if (wait === 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1_000)
    return () => clearTimeout(timer)
  }, [wait])

  const send = async () => {
    if (busy || wait > 0 || !form.current) return
    const [mobile, captcha] = [cleanMobile(textIn(form.current, 'mobile')), textIn(form.current, 'captcha')]
    const [wrongMobile, wrongCaptcha] = [mobileRule(mobile), loginCaptcha(captcha)]
    onWrong({
      mobile: wrongMobile ? t(wrongMobile) : undefined,
      captcha: wrongCaptcha ? t(wrongCaptcha) : undefined,
      code: undefined,
    })
    if (wrongMobile || wrongCaptcha) return
    setBusy(true)
    setSaid(null)
    try {
      await worked()
      const input = { token, mobile, redomStr: redomStr ?? '', idencode: captcha }
      const { waitSeconds, shown } = await request(collect.sendCode, input)
      setWait(waitSeconds)
      setSaid({ to: mobile, shown })
      const code = form.current?.elements.namedItem('code')
      if (code instanceof HTMLInputElement) code.focus()
    } catch (error) {
      const { fields = {}, message = '', ownMessage } = error instanceof ApiError ? error : {}
      const known = fields.mobile ?? fields.idencode
      onWrong({
        mobile: fields.mobile,
        captcha: fields.idencode,
        code: known
          ? undefined
          : message || t(ownMessage === 'errors.timeout' ? ownMessage : 'errors.server'),
      })
    } finally {
      setBusy(false)
      // Each captcha serves one try.
      const typed = form.current?.elements.namedItem('captcha')
      if (typed instanceof HTMLInputElement) typed.value = ''
      void draw()
    }
  }

  return (
    <>
      <CollectField
        name="mobile"
        label={t('collectPage.mobile')}
        required
        type="tel"
        autoComplete="tel-national"
        placeholder={t('collectPage.mobilePlaceholder')}
        wrong={wrong.mobile}
      />
      <CollectField
        name="captcha"
        label={t('collectPage.captcha')}
        maxLength={4}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={t('collectPage.captchaPlaceholder')}
        wrong={wrong.captcha}
        after={
          <button
            type="button"
            className={styles.drawing}
            style={image ? { backgroundImage: `url("${image}")` } : undefined}
            aria-label={t('collectPage.redraw')}
            onClick={() => void draw()}
          />
        }
      />
      <CollectField
        name="code"
        label={t('collectPage.code')}
        required
        inputMode="numeric"
        maxLength={6}
        autoComplete="one-time-code"
        placeholder={t('collectPage.codePlaceholder')}
        wrong={wrong.code}
        after={
          <button
            type="button"
            className={styles.send}
            aria-disabled={busy || wait > 0}
            onClick={() => void send()}
          >
            {wait > 0
              ? t('collectPage.wait', { seconds: wait })
              : t(said ? 'collectPage.sendAgain' : 'collectPage.send')}
          </button>
        }
      >
        <p className={styles.said} role="status">
          {said &&
            (said.shown
              ? `${t('collectPage.simulated')}：${said.shown}`
              : t('collectPage.sentTo', { mobile: said.to, minutes: codeMinutes }))}
        </p>
      </CollectField>
    </>
  )
}

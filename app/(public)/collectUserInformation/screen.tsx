'use client'
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '@/components/ui/composing'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { serviceDay } from '@/lib/client/service-day'
import { collect } from '@/lib/domains/collect/contract'
import { collectIssues, consentVersion } from '@/lib/domains/collect/rules/collect'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { CityField } from './_parts/city-field'
import { CodeFields } from './_parts/code-fields'
import { CollectField } from './_parts/collect-field'
import { FormNotice } from './_parts/form-notice'
import { fieldOrder, valuesOf, type Wrong } from './_parts/form-values'
import styles from './collect.module.css'

type Props = {
  /** Of the tenant, for the consent. */
  title: string
  token: string | undefined
  cities: OutputOf<typeof collect.form>['cities']
}

/** The customer's form; made for a phone, and nothing of it is kept in the browser. */
export function CollectForm({ title, token, cities }: Props) {
  const t = useT()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [wrong, setWrong] = useState<Wrong>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  // Until the page listens, an Enter would send the form by the browser itself.
  const [ready, setReady] = useState(false)
  useEffect(() => setReady(true), [])

  const show = (found: Wrong) => {
    setWrong(found)
    const first = fieldOrder.find((name) => found[name])
    const input = first && form.current?.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const values = valuesOf(event.currentTarget)
    const agreed = new FormData(event.currentTarget).has('agreed')
    const issues = collectIssues(values, serviceDay())
    const found: Wrong = Object.fromEntries(
      Object.entries(issues).map(([name, { key, params }]) => [name, t(key, params)]),
    )
    if (!agreed) found.agreed = t('collectPage.agreeFirst')
    show(found)
    setFailure(null)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await request(collect.submit, { ...values, token, agreed: consentVersion })
      setDone(true)
    } catch (error) {
      const { fields = {}, message = '', ownMessage } = error instanceof ApiError ? error : {}
      show(fields)
      const unsaid = ownMessage === 'errors.timeout' ? ownMessage : 'errors.server'
      if (Object.keys(fields).length === 0) setFailure(message || t(unsaid))
    } finally {
      setBusy(false)
    }
  }

  // Enter that picks a Chinese candidate submits nothing.
  const keepComposing = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }

  if (done) return <FormNotice state="done" />
  return (
    <form
      ref={form}
      className={styles.form}
      method="post"
      onSubmit={submit}
      onKeyDown={keepComposing}
      noValidate
    >
      <header>
        <h1>{t('collectPage.heading')}</h1>
        <p className={styles.lead}>{t('collectPage.lead')}</p>
      </header>
      <fieldset className={styles.group}>
        <legend>{t('collectPage.who')}</legend>
        <CollectField
          name="name"
          label={t('collectPage.name')}
          required
          autoComplete="name"
          placeholder={t('collectPage.namePlaceholder')}
          wrong={wrong.name}
        />
        <CollectField
          name="idNo"
          label={t('collectPage.idNo')}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('collectPage.idNoPlaceholder')}
          wrong={wrong.idNo}
        />
        <CodeFields
          form={form}
          token={token}
          wrong={wrong}
          onWrong={(found) => setWrong((now) => ({ ...now, ...found }))}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t('collectPage.wish')}</legend>
        <CollectField
          name="model"
          label={t('collectPage.model')}
          maxLength={100}
          autoComplete="off"
          placeholder={t('collectPage.modelPlaceholder')}
          wrong={wrong.model}
        />
        <CollectField
          name="amount"
          label={t('collectPage.amount')}
          inputMode="decimal"
          autoComplete="off"
          wrong={wrong.amount}
          after={<span className={styles.unit}>{t('collectPage.amountUnit')}</span>}
        />
        <CityField cities={cities} wrong={wrong.city} />
      </fieldset>
      <div className={styles.consent}>
        <label>
          <input
            type="checkbox"
            name="agreed"
            aria-invalid={wrong.agreed !== undefined}
            aria-describedby={wrong.agreed && `${id}-agreed`}
            onChange={() => setWrong((now) => ({ ...now, agreed: undefined }))}
          />
          {t('collectPage.agree')}
        </label>
        <details>
          <summary>{t('collectPage.consentTitle')}</summary>
          <p>{t('collectPage.consentText', { title, version: consentVersion })}</p>
        </details>
        {wrong.agreed && (
          <p className={styles.wrong} id={`${id}-agreed`}>
            {wrong.agreed}
          </p>
        )}
      </div>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <button type="submit" className={styles.submit} disabled={!ready} aria-disabled={busy}>
        {t(busy ? 'collectPage.submitting' : 'collectPage.submit')}
      </button>
    </form>
  )
}

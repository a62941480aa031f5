'use client'
import { useId, useState } from 'react'
import { ActionButton } from '@/components/ui/action-button'
import { isComposing } from '@/components/ui/composing'
import controls from '@/components/ui/control.module.css'
import { useT } from '@/lib/i18n/use-t'
import { cleanPhone } from '@/lib/rules/clean-value'
import { phone } from '@/lib/rules/fields'
import styles from './call-bar.module.css'

/** A number to call. It is judged when it is dialled, and again when it is corrected. */
export function DialForm({ ready, onDial }: { ready: boolean; onDial: (number: string) => void }) {
  const t = useT()
  const id = useId()
  const [number, setNumber] = useState('')
  const [wrong, setWrong] = useState<ReturnType<typeof phone>>(null)
  return (
    <form
      className={styles.dial}
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        const wanted = cleanPhone(number)
        const problem = phone(wanted)
        setWrong(problem)
        if (problem === null && ready) onDial(wanted)
      }}
    >
      <input
        className={`${controls.control} ${controls.small}`}
        type="tel"
        autoComplete="off"
        aria-label={t('phone.number')}
        aria-invalid={wrong !== null || undefined}
        aria-describedby={wrong ? id : undefined}
        placeholder={t('phone.numberPlaceholder')}
        value={number}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
        }}
        onChange={({ target }) => {
          setNumber(target.value)
          if (wrong) setWrong(phone(cleanPhone(target.value)))
        }}
      />
      <ActionButton size="small" type="submit" busy={!ready} icon="phone">
        {t('phone.dial')}
      </ActionButton>
      {wrong && (
        <span id={id} role="alert" className={styles.wrong}>
          {t('rules.phone')}
        </span>
      )}
    </form>
  )
}

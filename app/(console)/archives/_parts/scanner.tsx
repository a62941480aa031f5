'use client'
import { useId, useRef, useState } from 'react'
import controls from '@/components/ui/control.module.css'
import { ApiError } from '@/lib/client/api-error'
import { useT } from '@/lib/i18n/use-t'
import styles from './archives.module.css'

type Said = { tone: 'success' | 'error'; text: string }

/**
 * The input of a scanner that types: a code and Enter. Codes are taken one after the other however fast they come, and
 * each says below what became of it; the input stays where the next one goes.
 *
 * @param take does what a code is scanned for and says it in words; a refusal is said in its own
 */
export function Scanner({ label, take }: { label: string; take: (code: string) => Promise<string> }) {
  const t = useT()
  const id = useId()
  const queue = useRef(Promise.resolve())
  const [said, setSaid] = useState<Said>()
  const scan = (code: string) => {
    queue.current = queue.current.then(async () => {
      try {
        setSaid({ tone: 'success', text: await take(code) })
      } catch (error) {
        // The codes behind it go on, whatever became of this one.
        if (!(error instanceof ApiError)) return reportError(error)
        setSaid({ tone: 'error', text: error.ownMessage ? t(error.ownMessage) : error.message })
      }
    })
  }
  return (
    <div className={styles.scanner}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={controls.control}
        autoComplete="off"
        placeholder={t('archives.scanHint')}
        onKeyDown={(event) => {
          const code = event.currentTarget.value.trim()
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || code === '') return
          event.preventDefault()
          event.currentTarget.value = ''
          scan(code)
        }}
      />
      <output className={styles.said} data-tone={said?.tone} htmlFor={id}>
        {said?.text}
      </output>
    </div>
  )
}

'use client'
import { type RefObject, useRef } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { SensitiveText } from '@/components/order/sensitive-text'
import { useOrderPermits } from '@/components/order/use-order-permits'
import { ActionButton } from '@/components/ui/action-button'
import { Notice } from '@/components/ui/notice'
import { StatusTag } from '@/components/ui/status-tag'
import { showDateTime } from '@/components/ui/time-text'
import type { reviews, TelPerson } from '@/lib/domains/reviews/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import styles from './tel.module.css'
import { TelForm } from './tel-form'

type First = OutputOf<typeof reviews.getFirst>

export const personKey = ({ target, personId }: TelPerson) => `${target} ${personId ?? ''}`

export const stillToCall = (tel: readonly TelPerson[]) =>
  tel.filter(({ required, reached }) => required && !reached)

/** Above the opinion: who is still to be called before a pass, and the way there. */
export function TelSummary({ tel, onOpen }: { tel: readonly TelPerson[]; onOpen: () => void }) {
  const t = useT()
  const missing = stillToCall(tel)
  if (!tel.some(({ required }) => required)) return null
  if (missing.length === 0) return <p className={styles.done}>{t('tel.allDone')}</p>
  const names = missing.map(({ target, name }) => `${t(`tel.target.${target}`)} ${name}`)
  return (
    <Notice tone="waiting">
      <span>{t('tel.todo', { names: names.join(t('ui.separator')) })}</span>
      <ActionButton size="small" onClick={onOpen}>
        {t('tel.open')}
      </ActionButton>
    </Notice>
  )
}

/** 电核: everybody of the order who may be called, with the last call to each, and the form of one of them. */
export function TelPanel({
  first: { order, tel, values, quote },
  open,
  onOpen,
}: {
  first: First
  /** Key of the person whose form is open. */
  open: string | undefined
  onOpen: (key: string | undefined) => void
}) {
  const t = useT()
  const may = useOrderPermits()
  const keys = useRef<HTMLUListElement>(null)
  const permit = may.event('first_pass', order)
  const shown = tel.find((person) => personKey(person) === open)
  const required = tel.filter((person) => person.required)
  const done = required.filter(({ reached }) => reached).length
  return (
    <section aria-label={t('tel.title')}>
      <p className={styles.quiet}>{t('tel.progress', { done, count: required.length })}</p>
      <ul ref={keys} className={styles.people} tabIndex={-1}>
        {tel.map((person) => (
          <Person
            key={personKey(person)}
            person={person}
            isOpen={person === shown}
            onOpen={() => onOpen(person === shown ? undefined : personKey(person))}
            orderId={order.id}
            customerId={order.customerId}
          />
        ))}
      </ul>
      {shown && (
        <TelForm
          key={open}
          orderId={order.id}
          person={shown}
          values={{ ...values, quote }}
          permit={permit}
          keys={keys as RefObject<HTMLElement | null>}
          onSaved={() => {
            const next = stillToCall(tel).find((person) => person !== shown)
            onOpen(next && personKey(next))
          }}
        />
      )}
    </section>
  )
}

const tones = { pass: 'passed', doubt: 'returned', missed: 'waiting', refused: 'rejected' } as const

function Person({
  person,
  isOpen,
  onOpen,
  orderId,
  customerId,
}: {
  person: TelPerson
  isOpen: boolean
  onOpen: () => void
  orderId: number
  customerId: number
}) {
  const t = useT()
  const { target, personId, name, relation, phone, required, last } = person
  const number =
    target === 'customer'
      ? { field: 'applicant.mobile', call: { object: 'customer', id: customerId } as const }
      : target === 'employer'
        ? { field: 'entry.employment.employerTel', call: { object: 'employer', id: orderId } as const }
        : {
            field: `linkedPerson.${personId}.mobile`,
            call: { object: 'linkedPerson', id: personId ?? 0 } as const,
          }
  return (
    <li data-open={isOpen || undefined}>
      <button type="button" aria-expanded={isOpen} onClick={onOpen} className={styles.who}>
        <strong>{t(`tel.target.${target}`)}</strong> {name}
        {relation && (
          <span className={styles.quiet}>
            <DictionaryText type="relation" code={relation} />
          </span>
        )}
        {required && <span className={styles.required}>{t('tel.required')}</span>}
      </button>
      <SensitiveText masked={phone} label={t('columns.mobile')} {...number} />
      {last ? (
        <StatusTag tone={tones[last.result]}>{t(`tel.result.${last.result}`)}</StatusTag>
      ) : (
        <StatusTag tone="waiting">{t('tel.waits')}</StatusTag>
      )}
      {last && (
        <p className={styles.last}>
          {t('tel.lastBy', {
            name: last.byName,
            time: showDateTime(last.at),
            result: t(`tel.result.${last.result}`),
          })}
          {last.talkSeconds !== null && ` · ${t('tel.talked', { seconds: last.talkSeconds })}`}
          {last.note && ` · ${last.note}`}
          {last.answers
            .filter(({ answer, ok }) => answer || !ok)
            .map(({ code, question, answer, ok }) => (
              <span key={code} data-ok={ok}>
                {question}：{answer || t('tel.unanswered')}
              </span>
            ))}
        </p>
      )}
    </li>
  )
}

'use client'
import { createContext, use } from 'react'
import { DateBound } from '@/components/list/date-bound'
import { ActionButton } from '@/components/ui/action-button'
import { useTabLocation } from '@/components/ui/tab-port'
import { useT } from '@/lib/i18n/use-t'
import styles from './loan-page.module.css'

/** The days that the address of a loan's page names: as of when, as it was known when, and what it is compared with. */
export function useMoment(): { asOf?: string; knownOn?: string; before?: string } {
  const { query } = useTabLocation()
  const given = new URLSearchParams(query)
  const day = (name: string) => given.get(name) ?? undefined
  return { asOf: day('asOf'), knownOn: day('knownOn'), before: day('before') }
}

/** The loan that the amounts around it are of, and their day. */
export const LoanContext = createContext<{ loanId: number; asOf?: string; knownOn?: string } | null>(null)
export const useLoanContext = () => {
  const found = use(LoanContext)
  if (!found) throw new Error('an amount of a loan needs a <LoanContext> around it')
  return found
}

const bounds = ['asOf', 'knownOn', 'before'] as const

/** 截至日, 当时所知, 对比日. */
export function MomentBar({ today }: { today: string | undefined }) {
  const t = useT()
  const { setQuery } = useTabLocation()
  const moment = useMoment()
  const isNow = bounds.every((name) => moment[name] === undefined)
  return (
    <fieldset className={styles.moment} aria-label={t('loans.moment')}>
      {bounds.map((name) => {
        const label = t(`loans.${name}`)
        return (
          <div key={name} className={styles.bound}>
            <span>{label}</span>
            <span className={styles.date}>
              <DateBound
                label={label}
                value={moment[name] ?? ''}
                onCommit={(value) => setQuery({ [name]: value || null })}
              />
            </span>
          </div>
        )
      })}
      {isNow ? (
        today && <span className={styles.note}>{t('loans.isToday', { today })}</span>
      ) : (
        <ActionButton onClick={() => setQuery({ asOf: null, knownOn: null, before: null })}>
          {t('loans.backToToday')}
        </ActionButton>
      )}
    </fieldset>
  )
}

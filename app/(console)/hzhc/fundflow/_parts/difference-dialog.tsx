'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadFailure } from '@/components/detail/read-failure'
import cards from '@/components/ui/card-table.module.css'
import { ChoiceBox } from '@/components/ui/choice-box'
import { EmptyState, SkeletonLines } from '@/components/ui/states'
import { MoneyText } from '@/components/ui/texts'
import { WideDialog } from '@/components/ui/wide-dialog'
import { q } from '@/lib/client/query'
import { useServiceDay } from '@/lib/client/service-day'
import { fundFlows } from '@/lib/domains/fund-flows/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { addDays } from '@/lib/rules/business-date'
import styles from './flows.module.css'

type Day = OutputOf<typeof fundFlows.difference>[number]
const spans = [7, 14, 31] as const
const isZero = (amount: string) => Number(amount) === 0

/** 账实核对: the statements beside the books, day by day, and what makes them differ. */
export default function DifferenceDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const today = useServiceDay()
  const [span, setSpan] = useState<number>(spans[0])
  const { data, error, refetch } = useQuery({
    ...q(fundFlows.difference, { from: addDays(today, 1 - span), to: today }),
    placeholderData: keepPreviousData,
  })
  return (
    <WideDialog title={t('fundFlows.difference')} onClose={onClose}>
      <p className={styles.note}>{t('fundFlows.differenceLead')}</p>
      <div className={styles.line}>
        <ChoiceBox
          small
          aria-label={t('fundFlows.span')}
          none={t('fundFlows.span')}
          value={String(span)}
          options={spans.map((days) => ({ value: String(days), label: t('fundFlows.lastDays', { days }) }))}
          stray=""
          onStray={() => {}}
          onChoose={(days) => setSpan(Number(days) || spans[0])}
        />
      </div>
      {error && !data ? (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines lines={6} />
      ) : data.length === 0 ? (
        <EmptyState title={t('fundFlows.nothingMoved')} />
      ) : (
        <table className={`${cards.table} ${cards.fitted}`} aria-label={t('fundFlows.difference')}>
          <thead>
            <tr>
              {(['day', 'statementIn', 'statementOut', 'booksIn', 'booksOut', 'net'] as const).map((key) => (
                <th key={key} scope="col" className={key === 'day' ? undefined : cards.number}>
                  {t(`fundFlows.${key}`)}
                </th>
              ))}
              <th scope="col">{t('fundFlows.because')}</th>
            </tr>
          </thead>
          <tbody>
            {data.map((day) => (
              <tr key={day.day}>
                <td data-label={t('fundFlows.day')}>
                  {day.day}
                  <Accounts accounts={day.accounts} />
                </td>
                {(['statementIn', 'statementOut', 'booksIn', 'booksOut'] as const).map((key) => (
                  <td key={key} className={cards.number} data-label={t(`fundFlows.${key}`)}>
                    <MoneyText value={day[key]} />
                  </td>
                ))}
                <td className={cards.number} data-label={t('fundFlows.net')}>
                  <MoneyText value={day.difference} />
                </td>
                <td className={cards.long} data-label={t('fundFlows.because')}>
                  <Why day={day} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </WideDialog>
  )
}

/** The accounts whose statements the day's sums are of. */
function Accounts({ accounts }: Pick<Day, 'accounts'>) {
  const t = useT()
  if (accounts.length === 0) return <p className={styles.note}>{t('fundFlows.noStatement')}</p>
  return accounts.map((one) => (
    <p key={one.accountNo} className={styles.note}>
      {t('fundFlows.ofAccount', one)}
    </p>
  ))
}

function Why({ day: { flows, documents, otherDays, rest } }: { day: Day }) {
  const t = useT()
  if (flows.length + documents.length + otherDays.length === 0 && isZero(rest)) return t('fundFlows.agree')
  return (
    <details>
      <summary>{t('fundFlows.items', { flows: flows.length, documents: documents.length })}</summary>
      <ul className={styles.items}>
        {flows.map(({ id, flowNo, accountNo, direction, amount, counterparty, matchStatus, reason }) => (
          <li key={id}>
            {t('fundFlows.onlyBank', {
              flowNo,
              accountNo,
              direction,
              amount,
              counterparty,
              state: matchStatus,
              reason,
            })}
          </li>
        ))}
        {documents.map(({ kind, id, title, direction, amount, name }) => (
          <li key={`${kind} ${id}`}>
            {t('fundFlows.onlyBooks', {
              kind: t(`fundFlows.targets.${kind}`),
              title,
              direction,
              amount,
              name,
            })}
          </li>
        ))}
        {otherDays.map((one) => (
          <li key={`${one.flowNo} ${one.title}`}>{t('fundFlows.otherDay', one)}</li>
        ))}
        {!isZero(rest) && <li>{t('fundFlows.rest', { rest })}</li>}
      </ul>
    </details>
  )
}

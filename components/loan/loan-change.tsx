'use client'
import type { ReactNode } from 'react'
import cards from '@/components/ui/card-table.module.css'
import { ScrollArea } from '@/components/ui/scroll-area'
import { MoneyText, noValue } from '@/components/ui/texts'
import type { LoanChangeView } from '@/lib/domains/loans/contract'
import { figureNames, moneyFigures } from '@/lib/domains/loans/rules/figures'
import { useT } from '@/lib/i18n/use-t'
import { accountNames } from './account-names'
import styles from './loan-change.module.css'

/** The changes of a loan by a fact: its figures, its instalments and its books, each as it is and as it would be. */
export function LoanChange({ change }: { change: LoanChangeView }) {
  return (
    <div className={styles.change}>
      <Figures change={change} />
      {change.instalments.length > 0 && <Instalments rows={change.instalments} />}
      {change.entries.length > 0 && <Entries entries={change.entries} />}
    </div>
  )
}

function Figures({ change: { before, after } }: { change: LoanChangeView }) {
  const t = useT()
  const changed = figureNames.filter((name) => before[name] !== after[name])
  if (changed.length === 0) return <p className={styles.none}>{t('loans.change.same')}</p>
  return (
    <BothSides label={t('loans.change.title')} head={t('loans.change.figure')}>
      {changed.map((name) => {
        const show = (value: string) =>
          moneyFigures.has(name) ? <MoneyText value={value} /> : value || noValue
        const label = t(`changes.fields.${name}`)
        return <Sides key={name} name={label} before={show(before[name])} after={show(after[name])} />
      })}
    </BothSides>
  )
}

const parts = ['principal', 'interest', 'fee', 'penalty', 'paid', 'waived'] as const

function Instalments({ rows }: { rows: LoanChangeView['instalments'] }) {
  const t = useT()
  return (
    <ScrollArea label={t('loans.change.instalments')} className={styles.scroll}>
      <BothSides label={t('loans.change.instalments')} head={t('loans.form.periodNo')}>
        {rows.map((row) => {
          const { before, after } = row
          const shown = parts.filter((part) => before?.[part] !== after?.[part])
          const side = (one: typeof before, other: typeof before): ReactNode =>
            one === null ? (
              noValue
            ) : (
              <span className={styles.parts}>
                {other === null && <b>{t(one === after ? 'loans.change.fresh' : 'loans.change.gone')}</b>}
                {shown
                  .filter((part) => other !== null || one[part] !== '0.00')
                  .map((part) => (
                    <span key={part}>
                      {t(`loans.change.${part}`)} <MoneyText value={one[part]} />
                    </span>
                  ))}
                {other !== null && one.status !== other.status && <span>{one.status}</span>}
              </span>
            )
          return (
            <Sides
              key={`${row.dueDate} ${row.periodNo} ${row.kind}`}
              name={`${t('loans.period', { periodNo: row.periodNo })} ${row.dueDate}`}
              before={side(before, after)}
              after={side(after, before)}
            />
          )
        })}
      </BothSides>
    </ScrollArea>
  )
}

function Entries({ entries }: { entries: LoanChangeView['entries'] }) {
  const t = useT()
  return (
    <ScrollArea label={t('loans.change.entries')} className={styles.scroll}>
      <table className={`${cards.table} ${cards.fitted}`}>
        <caption className={styles.caption}>{t('loans.change.entries')}</caption>
        <thead>
          <tr>
            {(['event', 'account'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`releases.${name}`)}
              </th>
            ))}
            {(['debit', 'credit'] as const).map((name) => (
              <th key={name} scope="col" className={cards.number}>
                {t(`releases.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.flatMap(({ event, bizDate, mirrors, lines }, k) =>
            lines.map(({ account, debit, credit }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries of one trial never move
              <tr key={`${k} ${at}`}>
                <td data-label={t('releases.event')}>
                  {at === 0 && `${bizDate} ${t(`releases.events.${event}`)}`}
                  {at === 0 && mirrors !== null && ` ${t('loans.change.mirror')}`}
                </td>
                <td data-label={t('releases.account')}>
                  {account} {t(`releases.accounts.${accountNames[account]}`)}
                </td>
                <td className={cards.number} data-label={t('releases.debit')}>
                  {debit !== '0.00' && <MoneyText value={debit} />}
                </td>
                <td className={cards.number} data-label={t('releases.credit')}>
                  {credit !== '0.00' && <MoneyText value={credit} />}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Rows of two columns, as it is and as it would be. */
function BothSides({ label, head, children }: { label: string; head: string; children: ReactNode }) {
  const t = useT()
  return (
    <table className={cards.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">{t('loans.change.before')}</th>
          <th scope="col">{t('loans.change.after')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Sides({ name, before, after }: { name: string; before: ReactNode; after: ReactNode }) {
  const t = useT()
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={t('loans.change.before')}>{before}</td>
      <td data-label={t('loans.change.after')} className={styles.after}>
        {after}
      </td>
    </tr>
  )
}

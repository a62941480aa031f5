'use client'
import { showMoney } from '@/components/ui/number-text'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { noValue } from '@/components/ui/texts'
import type { LoanChangeView } from '@/lib/domains/loans/contract'
import { figureNames, moneyFigures } from '@/lib/domains/loans/rules/figures'
import { useT } from '@/lib/i18n/use-t'
import styles from './settlement.module.css'

const shown = (value: string | undefined, isMoney: boolean) =>
  value === undefined || value === '' ? noValue : isMoney ? showMoney(value) : value

/** What the booking changes of the loan, as it is and as it will be; what stays is left out. */
export function LoanChangeTables({ change }: { change: LoanChangeView }) {
  const t = useT()
  const figures = figureNames.filter((name) => change.before[name] !== change.after[name])
  return (
    <Section title={t('settlements.change')}>
      <ScrollArea label={t('settlements.change')}>
        <table className={styles.table} aria-label={t('settlements.change')}>
          <thead>
            <tr>
              <th scope="col" />
              <th scope="col" className={styles.number}>
                {t('settlements.before')}
              </th>
              <th scope="col" className={styles.number}>
                {t('settlements.after')}
              </th>
            </tr>
          </thead>
          <tbody>
            {figures.map((name) => (
              <tr key={name}>
                <th scope="row">{t(`changes.fields.${name}`)}</th>
                <td className={styles.number}>{shown(change.before[name], moneyFigures.has(name))}</td>
                <td className={styles.number}>{shown(change.after[name], moneyFigures.has(name))}</td>
              </tr>
            ))}
            {change.instalments.map(({ periodNo, kind, dueDate, before, after }) => (
              <tr key={`${periodNo} ${kind} ${dueDate}`}>
                <th scope="row">{t('settlements.instalmentOf', { periodNo, dueDate })}</th>
                {[before, after].map((side, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two sides never move
                  <td key={at} className={styles.number}>
                    {side === null
                      ? noValue
                      : `${(['principal', 'interest'] as const).map((name) => showMoney(side[name])).join(' + ')} · ${side.status}`}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  )
}

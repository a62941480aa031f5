'use client'
import { useQuery } from '@tanstack/react-query'
import { ReadFailure } from '@/components/detail/read-failure'
import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { noValue } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { loans } from '@/lib/domains/loans/contract'
import { type FigureName, figureNames, moneyFigures } from '@/lib/domains/loans/rules/figures'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './loan-page.module.css'
import { useLoanContext } from './moment-bar'

const shown = (name: FigureName, value: string): string =>
  value === '' ? noValue : moneyFigures.has(name) ? formatMoney(value) : value

/** The loan on two days: figures and instalments that are another on the later one. */
export function LoanDifference({ before, asOf }: { before: string; asOf: string }) {
  const t = useT()
  const { data, error, refetch } = useQuery(q(loans.difference, { ...useLoanContext(), before }))
  const changed = data ? figureNames.filter((name) => data.before[name] !== data.after[name]) : []
  const title = t('loans.differenceOf', { before, after: asOf })
  return (
    <Section title={title}>
      {error && <ReadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && changed.length === 0 && data.instalments.length === 0 && <p>{t('loans.noDifference')}</p>}
      {changed.length > 0 && (
        <table className={styles.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('loans.figure')}</th>
              <th scope="col" className={styles.number}>
                {before}
              </th>
              <th scope="col" className={styles.number}>
                {asOf}
              </th>
            </tr>
          </thead>
          <tbody>
            {changed.map((name) => (
              <tr key={name}>
                <td>{t(`loans.figures.${name}`)}</td>
                <td className={styles.number}>{shown(name, data?.before[name] ?? '')}</td>
                <td className={styles.number}>{shown(name, data?.after[name] ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && data.instalments.length > 0 && (
        <ScrollArea label={t('loans.instalmentsChanged')}>
          <table className={styles.table} aria-label={t('loans.instalmentsChanged')}>
            <thead>
              <tr>
                <th scope="col">{t('loans.plan.periodNo')}</th>
                <th scope="col">{t('loans.plan.dueDate')}</th>
                {(['received', 'penalty', 'planState'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`loans.plan.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.instalments.map(({ periodNo, kind, dueDate, before: was, after: is }) => (
                <tr key={`${dueDate} ${periodNo} ${kind}`}>
                  <td>
                    {periodNo}
                    {kind !== 'rent' && ` ${t(`loans.kinds.${kind}`)}`}
                  </td>
                  <td>{dueDate}</td>
                  <td>{arrow(was && formatMoney(was.paid), is && formatMoney(is.paid))}</td>
                  <td>{arrow(was && formatMoney(was.penalty), is && formatMoney(is.penalty))}</td>
                  <td>{arrow(was?.status, is?.status)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </Section>
  )
}

const arrow = (was: string | null | undefined, is: string | null | undefined): string =>
  was === is ? (is ?? noValue) : `${was ?? noValue} → ${is ?? noValue}`

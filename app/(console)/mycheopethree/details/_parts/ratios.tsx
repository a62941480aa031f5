'use client'
import cards from '@/components/ui/card-table.module.css'
import { showMoney, showPercent } from '@/components/ui/number-text'
import { StatusTag } from '@/components/ui/status-tag'
import { noValue } from '@/components/ui/texts'
import type { riskApproval } from '@/lib/domains/risk/contract/approval'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { compareMoney, ratio } from '@/lib/rules/money'

type Case = Pick<OutputOf<typeof riskApproval.get>, 'quote' | 'limits'>
type Figure = {
  name: 'financeAmount' | 'dti' | 'ltv' | 'total' | 'downRatio' | 'aprSimple'
  value: string | null
  from?: string
  to?: string
  show: (text: string) => string
}

/** The measure of the order, beside what its product allows. */
export function Ratios({ risk: { quote, limits } }: { risk: Case }) {
  const t = useT()
  if (!quote || !limits) return <p>{t('details.noQuote')}</p>
  const total = ratio(quote.financeAmount, quote.carPrice)
  const figures: Figure[] = [
    {
      name: 'financeAmount',
      value: quote.financeAmount,
      from: limits.minAmount,
      to: limits.maxAmount,
      show: showMoney,
    },
    { name: 'dti', value: quote.dti, to: limits.dtiLimit, show: showPercent },
    { name: 'ltv', value: quote.ltv || null, to: limits.ltvCap, show: showPercent },
    { name: 'total', value: total, to: limits.totalCap, show: showPercent },
    { name: 'downRatio', value: quote.downRatio || null, from: limits.downRatioMin, show: showPercent },
    { name: 'aprSimple', value: quote.aprSimple, to: limits.aprCap, show: showPercent },
  ]
  return (
    <table className={cards.table}>
      <thead>
        <tr>
          <th scope="col">{t('riskApproval.figure')}</th>
          <th scope="col" className={cards.number}>
            {t('riskApproval.actual')}
          </th>
          <th scope="col" className={cards.number}>
            {t('riskApproval.limit')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figures.map(({ name, value, from, to, show }) => {
          const above =
            value === null ||
            (from !== undefined && compareMoney(value, from) < 0) ||
            (to !== undefined && compareMoney(value, to) > 0)
          const limit =
            from !== undefined && to !== undefined
              ? t('riskApproval.range', { from: show(from), to: show(to) })
              : to === undefined
                ? t('riskApproval.atLeast', { limit: show(from ?? '0') })
                : t('riskApproval.atMost', { limit: show(to) })
          return (
            <tr key={name}>
              <td data-label={t('riskApproval.figure')}>{t(`riskApproval.figures.${name}`)}</td>
              <td className={cards.number} data-label={t('riskApproval.actual')}>
                {value === null ? noValue : show(value)}{' '}
                {above && <StatusTag tone="rejected">{t('riskApproval.above')}</StatusTag>}
              </td>
              <td className={cards.number} data-label={t('riskApproval.limit')}>
                {limit}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

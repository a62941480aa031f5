'use client'
import { ScrollArea } from '@/components/ui/scroll-area'
import { MoneyText } from '@/components/ui/texts'
import type { OfferView } from '@/lib/domains/settlements/contract'
import { type OfferFigure, offerFigures } from '@/lib/domains/settlements/rules/offer-figures'
import { useT } from '@/lib/i18n/use-t'
import { compareMoney } from '@/lib/rules/money'
import styles from './settlement.module.css'

/** Everything that lowers the sum. */
const lowering: ReadonlySet<OfferFigure> = new Set([
  'waiveAmount',
  'depositOffset',
  'prepaidOffset',
  'feeRefund',
])

/** A quote line by line, each with how it comes about; what is nothing is left out. */
export function QuoteTable({
  quote,
  isPrepayment,
  note,
}: {
  quote: Pick<OfferView, OfferFigure>
  isPrepayment: boolean
  /** On 违约金. */
  note?: string | undefined
}) {
  const t = useT()
  const explains = isPrepayment ? ('lowerExplains' as const) : ('explains' as const)
  const rows = offerFigures.filter((name) => name !== 'payable' && compareMoney(quote[name], '0') !== 0)
  const labelOf = (name: OfferFigure) =>
    t(isPrepayment && name === 'principal' ? 'settlements.lowered' : `settlements.${name}`)
  return (
    <ScrollArea label={t('settlements.quote')}>
      <table className={styles.table} aria-label={t('settlements.quote')}>
        <tbody>
          {rows.map((name) => (
            <tr key={name}>
              <th scope="row">{labelOf(name)}</th>
              <td className={styles.number}>
                {lowering.has(name) && '− '}
                <MoneyText value={quote[name]} />
              </td>
              <td className={styles.explain}>
                {name === 'fee' && note ? note : t(`settlements.${explains}.${name}` as never)}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('settlements.payable')}</th>
            <td className={styles.number}>
              <MoneyText value={quote.payable} />
            </td>
            <td className={styles.explain}>{t('settlements.payableNote')}</td>
          </tr>
        </tfoot>
      </table>
    </ScrollArea>
  )
}

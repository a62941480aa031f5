'use client'
import type { ReactNode } from 'react'
import { DictionaryText } from '@/components/form/field-value'
import { QuoteWhy } from '@/components/order/quote-why'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { MoneyText } from '@/components/ui/texts'
import { useT } from '@/lib/i18n/use-t'
import styles from './release.module.css'
import type { ReleaseCase } from './release-reading'

/** The amount that is paid, with each fee that is kept from the approval. */
export function ReleaseAmounts({
  orderId,
  amounts: { approved, kept, netted, amount },
  children,
}: {
  orderId: number
  amounts: NonNullable<ReleaseCase['amounts']>
  children?: ReactNode
}) {
  const t = useT()
  const name = t('releases.approved')
  return (
    <KeyValues>
      <KeyValue label={<QuoteWhy orderId={orderId} figure="financeAmount" label={name} approved />}>
        <MoneyText value={approved} />
      </KeyValue>
      <KeyValue label={t('releases.netted')}>
        <MoneyText value={netted} />
        {kept.length > 0 && (
          <ul className={styles.kept} aria-label={t('releases.netted')}>
            {kept.map((fee) => (
              <li key={fee.code}>
                {fee.name} · <DictionaryText type="charge_mode" code={fee.chargeMode} />{' '}
                <MoneyText value={fee.amount} />
              </li>
            ))}
          </ul>
        )}
      </KeyValue>
      <KeyValue label={t('releases.amount')}>
        <strong>
          <MoneyText value={amount} />
        </strong>
        <small className={styles.made}>{t('releases.amountMade')}</small>
      </KeyValue>
      {children}
    </KeyValues>
  )
}

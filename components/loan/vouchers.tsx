import { ScrollArea } from '@/components/ui/scroll-area'
import { Section } from '@/components/ui/section'
import { MoneyText } from '@/components/ui/texts'
import type { releases } from '@/lib/domains/releases/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { accountNames } from './account-names'
import styles from './loan-page.module.css'

type Case = OutputOf<typeof releases.loan>

const plain: ReadonlySet<string> = new Set(['voucherNo', 'bizDate', 'event', 'account'])

/** Everything that was posted of an order. */
export function Vouchers({ vouchers }: { vouchers: NonNullable<Case['books']>['vouchers'] }) {
  const t = useT()
  if (vouchers.length === 0) return null
  return (
    <Section title={t('releases.vouchers')}>
      <ScrollArea label={t('releases.vouchers')}>
        <table className={styles.table} aria-label={t('releases.vouchers')}>
          <thead>
            <tr>
              {(['voucherNo', 'bizDate', 'event', 'account', 'debit', 'credit'] as const).map((name) => (
                <th key={name} scope="col" className={plain.has(name) ? undefined : styles.number}>
                  {t(`releases.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vouchers.flatMap(({ id, voucherNo, bizDate, event, reverses, lines }) =>
              lines.map(({ account, debit, credit }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: lines of a voucher never move
                <tr key={`${id} ${at}`}>
                  <td>{at === 0 && voucherNo}</td>
                  <td>{at === 0 && bizDate}</td>
                  <td>
                    {at === 0 && t(`releases.events.${event}`)}
                    {at === 0 && reverses && ` ${reverses}`}
                  </td>
                  <td>
                    {account} {t(`releases.accounts.${accountNames[account]}`)}
                  </td>
                  <td className={styles.number}>{debit !== '0.00' && <MoneyText value={debit} />}</td>
                  <td className={styles.number}>{credit !== '0.00' && <MoneyText value={credit} />}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </ScrollArea>
    </Section>
  )
}

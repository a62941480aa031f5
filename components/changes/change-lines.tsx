'use client'
import { KeyValue, KeyValues } from '@/components/ui/section'
import { MoneyText } from '@/components/ui/texts'
import type { ChangeRow } from '@/lib/contracts/changes'
import { useT } from '@/lib/i18n/use-t'
import type { PayMethod, RefundKind } from '@/lib/rules/first-payment'
import { minus, sum } from '@/lib/rules/money'
import { formatMoney } from '@/lib/rules/money-text'
import type { LineResult } from '@/lib/rules/payment-file'
import { type ChangeLine, reasonLabel } from '@/lib/rules/pending-change'
import type { AccountKind } from '@/lib/rules/settle-account'
import styles from './changes.module.css'

/** What a checker answers for: each value, and what stood there before. */
export function ChangeLines({ change }: { change: ChangeRow }) {
  const t = useT()
  return (
    <div className={styles.lines}>
      <KeyValues>
        {change.lines.map((line) => (
          <KeyValue key={line.field} label={t(`changes.fields.${line.field}`)}>
            <LineValue line={line} value={line.value} />
            {line.was !== undefined && (
              <small className={styles.was}>
                {t('changes.was', { value: '' })}
                <LineValue line={line} value={line.was} />
              </small>
            )}
          </KeyValue>
        ))}
        {change.reason && <KeyValue label={t(reasonLabel(change.kind))}>{change.reason}</KeyValue>}
      </KeyValues>
    </div>
  )
}

function LineValue({ line: { kind }, value }: { line: ChangeLine; value: string }) {
  const t = useT()
  switch (kind) {
    case 'money':
      return <MoneyText value={value} />
    case 'number':
      return <code className={styles.number}>{value.replace(/(.{4})(?=.)/g, '$1 ')}</code>
    case 'yesNo':
      return t(value === 'true' ? 'changes.yes' : 'changes.no')
    case 'accountKind':
      return t(`accounts.kinds.${value as AccountKind}`)
    case 'payMethod':
      return t(`firstPayments.methods.${value as PayMethod}`)
    case 'refundKind':
      return t(`firstPayments.refundKinds.${value as RefundKind}`)
    case 'overpaid':
      return <strong>{t('firstPayments.overpaid', { amount: formatMoney(value) })}</strong>
    case 'bankResult':
      return t(`paymentFiles.results.${value as LineResult}`)
    default:
      return value
  }
}

/** Of many changes how many and how much, and each with its amount. */
export function ChangeSum({ rows }: { rows: readonly ChangeRow[] }) {
  const t = useT()
  const paid = rows.flatMap(({ amount }) => amount ?? [])
  const total = sum(paid)
  return (
    <div className={styles.sum}>
      <strong>
        {minus(total, '0.00') === '0.00'
          ? t('list.total', { total: rows.length })
          : t('changes.sum', { count: rows.length, amount: formatMoney(total) })}
      </strong>
      <ul>
        {rows.map(({ id, title, amount }) => (
          <li key={id}>
            {title} {amount && <MoneyText value={amount} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

'use client'
import cards from '@/components/ui/card-table.module.css'
import type { SmsTarget } from '@/lib/domains/sms/contract'
import type { ChosenKind } from '@/lib/domains/sms/rules/sms'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'
import { keyOf } from './recipient-key'
import styles from './send.module.css'
import type { Results } from './send-to-orders'

/** The people who would get the text, each with why not or with what became of it. */
export function Recipients({
  targets,
  kind,
  chosen,
  results,
  onChoose,
}: {
  targets: readonly SmsTarget[]
  kind: ChosenKind
  chosen: ReadonlySet<string>
  results: Results
  onChoose: (chosen: ReadonlySet<string>) => void
}) {
  const t = useT()
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <table className={`${cards.table} ${styles.recipients}`}>
      <thead>
        <tr>
          <th scope="col">{t('sms.recipients')}</th>
          <th scope="col">{t('sms.mobile')}</th>
          <th scope="col">{t('sms.result')}</th>
        </tr>
      </thead>
      {targets.map(({ orderId, orderNo, customerName, recipients }) => (
        <tbody key={orderId}>
          <tr>
            <th scope="rowgroup" colSpan={3}>
              {orderNo} {customerName}
            </th>
          </tr>
          {recipients.length === 0 && (
            <tr>
              <td colSpan={3}>{t('sms.nobody')}</td>
            </tr>
          )}
          {recipients.map(({ key, role, name, mobile, offers }) => {
            const id = keyOf(orderId, key)
            const offer = offers.find((one) => one.kind === kind)
            const result = results.get(id)
            const off = offer?.obstacle !== null || result?.ok === true
            return (
              <tr key={id}>
                <td data-label={t('sms.recipients')}>
                  <label>
                    <input
                      type="checkbox"
                      checked={chosen.has(id)}
                      disabled={off}
                      onChange={() => toggle(id)}
                    />
                    {t(`sms.parties.${role}`)} {name}
                  </label>
                </td>
                <td data-label={t('sms.mobile')}>{mobile}</td>
                <td data-label={t('sms.result')} data-ok={result?.ok}>
                  {result
                    ? result.ok
                      ? t('sms.accepted', { smsNo: result.said })
                      : result.said
                    : offer?.obstacle && t(offer.obstacle as MessageKey)}
                </td>
              </tr>
            )
          })}
        </tbody>
      ))}
    </table>
  )
}

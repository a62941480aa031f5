'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import type { Quote } from '@/lib/domains/orders/rules/quote'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney } from '@/lib/rules/money-text'
import styles from './order-entry.module.css'

/** 试算: the plan as it would be if the money were released today. */
export default function ScheduleDialog({
  quote: { schedule, parties },
  onClose,
}: {
  quote: Pick<Quote, 'schedule' | 'parties'>
  onClose: () => void
}) {
  const t = useT()
  const { rows, totals } = schedule
  const shared = parties?.shared ?? null
  const ownLabel = t(shared?.kind === 'assisted' ? 'record.serviceFee' : 'record.ownAmount')
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="schedule-title">
      <DialogTitle id="schedule-title">{t('record.scheduleTitle')}</DialogTitle>
      <DialogContent>
        <p className={styles.pending}>{t('record.scheduleNote')}</p>
        <table className={styles.plan}>
          <thead>
            <tr>
              <th scope="col">{t('record.periodNo')}</th>
              <th scope="col">{t('record.dueDate')}</th>
              <th scope="col">{t('record.principal')}</th>
              <th scope="col">{t('record.interest')}</th>
              <th scope="col">{t('record.amount')}</th>
              <th scope="col">{t('record.balance')}</th>
              {shared && (
                <>
                  <th scope="col">{t('record.funderAmount')}</th>
                  <th scope="col">{ownLabel}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={`${row.periodNo}-${row.kind}`}>
                <td data-label={t('record.periodNo')}>{row.periodNo}</td>
                <td data-label={t('record.dueDate')}>{row.dueDate}</td>
                <td data-label={t('record.principal')}>{formatMoney(row.principal)}</td>
                <td data-label={t('record.interest')}>{formatMoney(row.interest)}</td>
                <td data-label={t('record.amount')} data-due>
                  {formatMoney(row.amount)}
                </td>
                <td data-label={t('record.balance')}>{formatMoney(row.balanceAfter)}</td>
                {shared && (
                  <>
                    <td data-label={t('record.funderAmount')}>
                      {formatMoney(shared.rows[at]?.funder.amount ?? '')}
                    </td>
                    <td data-label={ownLabel}>{formatMoney(shared.rows[at]?.own.amount ?? '')}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {t('record.total')}
              </th>
              <td data-label={t('record.principal')}>{formatMoney(totals.principal)}</td>
              <td data-label={t('record.interest')}>{formatMoney(totals.interest)}</td>
              <td data-label={t('record.amount')} data-due>
                {formatMoney(totals.amount)}
              </td>
              <td />
              {shared && (
                <>
                  <td data-label={t('record.funderAmount')}>{formatMoney(shared.funder.amount)}</td>
                  <td data-label={ownLabel}>{formatMoney(shared.own.amount)}</td>
                </>
              )}
            </tr>
          </tfoot>
        </table>
      </DialogContent>
      <DialogActions>
        <ActionButton onClick={onClose}>{t('record.close')}</ActionButton>
      </DialogActions>
    </Dialog>
  )
}

'use client'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { ActionButton } from '@/components/ui/action-button'
import Dialog from '@/components/ui/dialog'
import { useT } from '@/lib/i18n/use-t'
import { formatMoney } from '@/lib/rules/money-text'
import type { Schedule } from '@/lib/rules/schedule'
import styles from './order-entry.module.css'

/** 试算: the plan as it would be if the money were released today. */
export default function ScheduleDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const t = useT()
  const { rows, totals } = schedule
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
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={`${row.periodNo}-${row.kind}`}>
                <td data-label={t('record.periodNo')}>{row.periodNo}</td>
                <td data-label={t('record.dueDate')}>{row.dueDate}</td>
                <td data-label={t('record.principal')}>{formatMoney(row.principal)}</td>
                <td data-label={t('record.interest')}>{formatMoney(row.interest)}</td>
                <td data-label={t('record.amount')} data-due>
                  {formatMoney(row.amount)}
                </td>
                <td data-label={t('record.balance')}>{formatMoney(row.balanceAfter)}</td>
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

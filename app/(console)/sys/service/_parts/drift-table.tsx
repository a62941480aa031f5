'use client'
import table from '@/components/ui/card-table.module.css'
import { CopyButton } from '@/components/ui/copy-button'
import { StatusTag } from '@/components/ui/status-tag'
import { showDateTime } from '@/components/ui/time-text'
import { useT } from '@/lib/i18n/use-t'

/** One way in which the answers of a call differ from its contract, as the console's server saw it. */
export type Drift = {
  call: string
  what: string
  surplus: boolean
  times: number
  lastAt: number
  requestId: string
}

export function DriftTable({ drifts }: { drifts: readonly Drift[] }) {
  const t = useT()
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th>{t('service.call')}</th>
          <th>{t('service.what')}</th>
          <th>{t('service.kind')}</th>
          <th>{t('service.times')}</th>
          <th>{t('service.lastAt')}</th>
          <th>{t('service.requestId')}</th>
        </tr>
      </thead>
      <tbody>
        {drifts.map(({ call, what, surplus, times, lastAt, requestId }) => (
          <tr key={`${call} ${what}`}>
            <td data-label={t('service.call')}>{call}</td>
            <td data-label={t('service.what')}>{what}</td>
            <td data-label={t('service.kind')}>
              <StatusTag tone={surplus ? 'waiting' : 'rejected'}>
                {t(surplus ? 'service.surplus' : 'service.wrong')}
              </StatusTag>
            </td>
            <td data-label={t('service.times')}>{times}</td>
            <td data-label={t('service.lastAt')}>{showDateTime(new Date(lastAt).toISOString())}</td>
            <td data-label={t('service.requestId')}>
              {requestId}
              <CopyButton text={requestId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

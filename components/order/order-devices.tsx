'use client'
import { useQuery } from '@tanstack/react-query'
import { Notice } from '@/components/ui/notice'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { DateTimeText } from '@/components/ui/texts'
import { q } from '@/lib/client/query'
import { gps } from '@/lib/domains/gps/contract'
import { isOffline } from '@/lib/domains/gps/rules/gps'
import { useT } from '@/lib/i18n/use-t'

/** The GPS devices of an order, and a warning for those that are silent; nothing of an order without any. */
export function OrderDevices({ orderId }: { orderId: number }) {
  const t = useT()
  const { data } = useQuery(q(gps.ofOrder, { orderId }))
  if (!data || data.devices.length === 0) return null
  const offline = data.devices.filter(({ status }) => isOffline(status)).length
  return (
    <Section title={t('gps.device')}>
      {offline > 0 && (
        <Notice tone="rejected" role="alert">
          {t('gps.offlineWarning', { count: offline })}
        </Notice>
      )}
      <KeyValues>
        {data.devices.map(({ id, deviceNo, deviceType, status, installPoint, lastSeenAt }) => (
          <KeyValue key={id} label={`${t(`gps.kinds.${deviceType}`)} ${deviceNo}`}>
            {[t(`gps.statuses.${status}`), installPoint].filter(Boolean).join(' · ')}{' '}
            {lastSeenAt && (
              <>
                {t('gps.lastSeenAt')} <DateTimeText value={lastSeenAt} />
              </>
            )}
          </KeyValue>
        ))}
      </KeyValues>
    </Section>
  )
}

'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DetailPage } from '@/components/detail/detail-page'
import { ReadFailure } from '@/components/detail/read-failure'
import { StoredFile } from '@/components/form/stored-file'
import Link from '@/components/ui/link'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { PageSkeleton } from '@/components/ui/states'
import { useTab, useTabLocation } from '@/components/ui/tab-port'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { q } from '@/lib/client/query'
import { gps } from '@/lib/domains/gps/contract'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { DeviceStateTag } from '../_parts/device-state'
import { deviceVerbs } from '../_parts/device-verbs'
import styles from '../_parts/gps.module.css'

/** One device: where it is, and what happened to it. */
export function GpsDeviceScreen() {
  const { query } = useTabLocation()
  const deviceId = Number(new URLSearchParams(query).get('deviceId'))
  const { data, error, refetch } = useQuery(q(gps.get, { deviceId }))
  if (data) return <Case data={data} />
  return error ? <ReadFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />
}

function Case({ data: { device, events } }: { data: OutputOf<typeof gps.get> }) {
  const t = useT()
  const { setLabel } = useTab()
  const verbs = useVerbs(deviceVerbs)
  useEffect(() => setLabel(device.deviceNo), [device.deviceNo, setLabel])
  return (
    <DetailPage
      name={t('gps.device')}
      number={device.deviceNo}
      tag={<DeviceStateTag status={device.status} />}
      actions={<VerbButtons verbs={verbs.of(device)} />}
    >
      <Section title={t('gps.device')}>
        <KeyValues>
          <KeyValue label={t('gps.deviceType')}>{t(`gps.kinds.${device.deviceType}`)}</KeyValue>
          <KeyValue label={t('gps.vendor')}>{device.vendor}</KeyValue>
          <KeyValue label={t('gps.simNo')}>{device.simNo}</KeyValue>
          <KeyValue label={t('gps.shopName')}>{device.shopName}</KeyValue>
          <KeyValue label={t('gps.holder')}>{device.holder}</KeyValue>
          <KeyValue label={t('gps.orderNo')}>
            {device.orderId !== null && (
              <Link href={href('gpsFittingCase', { orderId: device.orderId })}>{device.orderNo}</Link>
            )}
          </KeyValue>
          <KeyValue label={t('gps.installPoint')}>{device.installPoint}</KeyValue>
          <KeyValue label={t('gps.installPlace')}>{device.installPlace}</KeyValue>
          <KeyValue label={t('gps.installer')}>{device.installer}</KeyValue>
          <KeyValue label={t('gps.installedAt')}>
            <DateTimeText value={device.installedAt} />
          </KeyValue>
          <KeyValue label={t('gps.lastSeenAt')}>
            <DateTimeText value={device.lastSeenAt} />
          </KeyValue>
          <KeyValue label={t('gps.lastCity')}>{device.lastCity}</KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('gps.history')}>
        <ul className={styles.events}>
          {events.map((event) => (
            <li key={event.id}>
              <strong>{t(`gps.events.${event.event}`)}</strong>
              <DeviceStateTag status={event.toStatus} />
              {event.note && <span>{event.note}</span>}
              {event.orderId !== null && (
                <Link href={href('gpsFittingCase', { orderId: event.orderId })}>{event.orderNo}</Link>
              )}
              <small>
                {event.byName ?? t('gps.system')} <DateTimeText value={event.at} />
              </small>
              {event.orderId !== null &&
                event.photos.map((file) => (
                  <div key={file.id} className={styles.photo}>
                    <StoredFile
                      orderId={event.orderId ?? 0}
                      file={file}
                      readOnly
                      onOpen={undefined}
                      onRemoved={() => {}}
                    />
                  </div>
                ))}
            </li>
          ))}
        </ul>
      </Section>
      {verbs.dialog}
    </DetailPage>
  )
}

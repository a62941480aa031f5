'use client'
import { useState } from 'react'
import { OpenGates } from '@/components/order/open-gates'
import { OrderPage } from '@/components/order/order-page'
import { OrderScreen } from '@/components/order/order-screen'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import Link from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { KeyValue, KeyValues, Section } from '@/components/ui/section'
import { EmptyState } from '@/components/ui/states'
import { StatusTag } from '@/components/ui/status-tag'
import { DateTimeText } from '@/components/ui/texts'
import { useVerbs } from '@/components/verb/use-verbs'
import { VerbButtons } from '@/components/verb/verb-buttons'
import { useHasPermission } from '@/lib/client/permission'
import { q } from '@/lib/client/query'
import { type FittedDevice, gps } from '@/lib/domains/gps/contract'
import {
  canChoose,
  type GpsCount,
  gpsKinds,
  isChosen,
  isFitted,
  isOffline,
  isOfOrder,
  lackingDevices,
  totalOf,
} from '@/lib/domains/gps/rules/gps'
import { useT } from '@/lib/i18n/use-t'
import type { OutputOf } from '@/lib/platform/contract/endpoint'
import { href } from '@/lib/routes'
import { DeviceStateTag } from '../_parts/device-state'
import { deviceVerbs } from '../_parts/device-verbs'
import { FittingPhoto } from '../_parts/fitting-photo'
import styles from '../_parts/gps.module.css'

// Parts that open on a click are loaded with it.
const ReserveDialog = lazyPart(() => import('../_parts/reserve-dialog'), ['forms'])
const FitDialog = lazyPart(() => import('../_parts/fit-dialog'), ['forms'])

type FittingCase = OutputOf<typeof gps.fitting>

/** GPS of one order: what it is to have, which devices were chosen, and their fitting. */
export function GpsFittingScreen() {
  return (
    <OrderScreen<FittingCase> read={(orderId) => q(gps.fitting, { orderId })}>
      {(data) => <Case key={data.order.id} data={data} />}
    </OrderScreen>
  )
}

function Counts({ count }: { count: GpsCount }) {
  const t = useT()
  return gpsKinds
    .filter((kind) => count[kind] > 0)
    .map((kind) => t('gps.ofKind', { kind: t(`gps.kinds.${kind}`), count: count[kind] }))
    .join(t('ui.separator'))
}

function Case({ data }: { data: FittingCase }) {
  const t = useT()
  const mayFit = useHasPermission('gps:fit')
  const [isChoosing, setChoosing] = useState(false)
  const [fitted, setFitted] = useState<FittedDevice>()
  const verbs = useVerbs(deviceVerbs)
  const { order, needed, devices } = data
  const lacking = lackingDevices(needed, devices)
  const offline = devices.filter(({ status }) => isOffline(status)).length
  const permit = ():
    | { ok: true }
    | { ok: false; reason: 'gps.refusals.enough' | 'gps.refusals.notAsked' } => {
    if (totalOf(needed) === 0) return { ok: false, reason: 'gps.refusals.notAsked' }
    const open = totalOf(lackingDevices(needed, devices, isOfOrder))
    return open > 0 ? { ok: true } : { ok: false, reason: 'gps.refusals.enough' }
  }
  const may = canChoose(order.status, ['gps:fit'])
  return (
    <OrderPage
      order={order}
      notice={
        offline > 0 && (
          <Notice tone="rejected" role="alert">
            {t('gps.offlineWarning', { count: offline })}
          </Notice>
        )
      }
      actions={
        mayFit && (
          <ActionButton variant="primary" permit={may.ok ? permit() : may} onClick={() => setChoosing(true)}>
            {t('gps.reserve')}
          </ActionButton>
        )
      }
      side={
        <Section title={t('papers.gates')}>
          <OpenGates order={order} />
        </Section>
      }
    >
      <Section title={t('gps.needed')}>
        <KeyValues>
          <KeyValue label={t('gps.neededCount')}>
            {totalOf(needed) === 0 ? t('gps.notAsked') : <Counts count={needed} />}
          </KeyValue>
          <KeyValue label={t('gps.lacking')}>
            {totalOf(lacking) === 0 ? t('gps.nothingLacking') : <Counts count={lacking} />}
          </KeyValue>
        </KeyValues>
      </Section>
      <Section title={t('gps.devices')}>
        {devices.length === 0 && <EmptyState title={t('gps.noDevices')} hint={t('gps.reserveHelp')} />}
        <ul className={styles.devices}>
          {devices.map((device) => (
            <li key={device.id}>
              <div className={styles.head}>
                <Link href={href('gpsDeviceCase', { deviceId: device.id })}>{device.deviceNo}</Link>
                <span>{t(`gps.kinds.${device.deviceType}`)}</span>
                <DeviceStateTag status={device.status} />
                {isFitted(device.status) && device.checkedAt === null && (
                  <StatusTag tone="waiting">{t('gps.unchecked')}</StatusTag>
                )}
                <div>
                  {mayFit && isChosen(device.status) && (
                    <ActionButton
                      size="small"
                      variant="primary"
                      permit={
                        device.devicePhoto && device.vinPhoto
                          ? { ok: true }
                          : { ok: false, reason: 'gps.refusals.photos' }
                      }
                      onClick={() => setFitted(device)}
                    >
                      {t('gps.fit')}
                    </ActionButton>
                  )}
                  <VerbButtons
                    size="small"
                    verbs={verbs.of({ ...device, orderStatus: order.status }, 'check', 'release', 'remove')}
                  />
                </div>
              </div>
              {device.installedAt && (
                <KeyValues>
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
              )}
              <div className={styles.photos}>
                <FittingPhoto orderId={order.id} device={device} subject="device" />
                <FittingPhoto orderId={order.id} device={device} subject="vin" />
              </div>
            </li>
          ))}
        </ul>
      </Section>
      {verbs.dialog}
      {isChoosing && <ReserveDialog data={data} onClose={() => setChoosing(false)} />}
      {fitted && <FitDialog orderId={order.id} device={fitted} onClose={() => setFitted(undefined)} />}
    </OrderPage>
  )
}

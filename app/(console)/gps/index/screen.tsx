'use client'
import { useState } from 'react'
import { defineList } from '@/components/list/define-list'
import { ListScreen } from '@/components/list/list-screen'
import { shopOptions } from '@/components/order/order-options'
import { ActionButton } from '@/components/ui/action-button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useVerbs } from '@/components/verb/use-verbs'
import { codeOptions, wordOptions } from '@/lib/client/options'
import { useHasPermission } from '@/lib/client/permission'
import { type DeviceRow, gps } from '@/lib/domains/gps/contract'
import { gpsKinds, gpsStatuses } from '@/lib/domains/gps/rules/gps'
import { useT } from '@/lib/i18n/use-t'
import { href } from '@/lib/routes'
import { DeviceStateTag } from '../_parts/device-state'
import { deviceVerbs } from '../_parts/device-verbs'

// Parts that open on a click are loaded with it.
const ImportDialog = lazyPart(() => import('./_parts/import-dialog'), ['imports'])
const StockInDialog = lazyPart(() => import('../_parts/stock-in-dialog'), ['forms'])

const list = defineList({
  name: 'gpsDevices',
  endpoint: gps.list,
  words: 'gps',
  title: 'routes.gpsDevices',
  search: 'gps.search',
  filters: [
    { kind: 'select', name: 'status', options: codeOptions('gps.statuses', gpsStatuses) },
    { kind: 'select', name: 'deviceType', options: codeOptions('gps.kinds', gpsKinds) },
    { kind: 'select', name: 'shopId', label: 'gps.shopName', options: shopOptions },
    { kind: 'text', name: 'vendor' },
    { kind: 'dates', label: 'gps.lastSeenAt', from: 'seenFrom', to: 'seenTo' },
    { kind: 'select', name: 'toRemove', options: wordOptions([{ value: 'yes', label: 'gps.toRemoveYes' }]) },
  ],
  columns: [
    { key: 'deviceNo', width: 144, card: true },
    { key: 'deviceType', width: 64, cell: (row) => <Kind row={row} /> },
    { key: 'status', width: 96, card: true, cell: ({ status }) => <DeviceStateTag status={status} /> },
    { key: 'vendor', width: 112 },
    { key: 'shopName', width: 152, card: true },
    { key: 'holder', width: 88 },
    { key: 'orderNo', width: 176, card: true },
    { key: 'installPoint', width: 120 },
    { key: 'lastSeenAt', kind: 'dateTime', width: 152, card: true },
    { key: 'lastCity', width: 96 },
    { key: 'simNo', width: 152, hidden: true },
    { key: 'createdAt', kind: 'dateTime', width: 152, sort: true },
  ],
  sort: 'createdAt:desc',
  open: ({ id }) => href('gpsDeviceCase', { deviceId: id }),
  empty: { title: 'gps.empty', hint: 'gps.emptyHint' },
})

function Kind({ row }: { row: DeviceRow }) {
  return useT()(`gps.kinds.${row.deviceType}`)
}

/** GPS设备库存: devices by where they are. */
export function GpsDevicesScreen() {
  const t = useT()
  const keepsStock = useHasPermission('gps:stock')
  const [isOpen, setOpen] = useState(false)
  const [importing, setImporting] = useState(false)
  const verbs = useVerbs(deviceVerbs)
  return (
    <>
      <ListScreen
        list={list}
        verbs={verbs}
        actions={
          keepsStock && (
            <>
              <ActionButton variant="primary" icon="plus" onClick={() => setOpen(true)}>
                {t('gps.stockIn')}
              </ActionButton>
              <ActionButton onClick={() => setImporting(true)}>{t('gps.import')}</ActionButton>
            </>
          )
        }
      />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
      {isOpen && <StockInDialog onClose={() => setOpen(false)} />}
    </>
  )
}

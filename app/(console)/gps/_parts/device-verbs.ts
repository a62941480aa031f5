import { shopOptions } from '@/components/order/order-options'
import { verb } from '@/components/verb/verb'
import type { DeviceRow } from '@/lib/domains/gps/contract'
import { gps } from '@/lib/domains/gps/contract'
import {
  canCheck,
  type GpsStep,
  gpsCan,
  gpsLimits,
  gpsMoves,
  isChosen,
  isFitted,
  isInStock,
  isSpoilt,
} from '@/lib/domains/gps/rules/gps'
import type { Permission } from '@/lib/domains/identity/rules/roles'

/** Everything that can be done with a device; who may is asked by the kit. */

const permitOf = (step: GpsStep) => (row: DeviceRow) =>
  gpsCan(step, { status: row.status, orderStatus: row.orderStatus }, [gpsMoves[step].by as Permission])
const can = (step: GpsStep) => ({ permit: permitOf(step), name: ({ deviceNo }: DeviceRow) => deviceNo })
const reason = { kind: 'text', label: 'gps.reason', required: true, maxLength: gpsLimits.reason } as const

export const deviceVerbs = {
  issue: verb(gps.issue, {
    ...can('issue'),
    label: 'gps.issue',
    of: ({ status }) => isInStock(status),
    ask: 'gps.issueTitle',
    fields: {
      shopId: { kind: 'select', label: 'gps.shopName', required: true, options: () => shopOptions },
      holder: { kind: 'text', label: 'gps.holder', maxLength: gpsLimits.holder },
    },
    input: ({ id }, { shopId, holder }) => ({ id, shopId: Number(shopId), holder }),
    many: 'gps.issueMany',
    done: 'gps.issued',
  }),
  giveBack: verb(gps.giveBack, {
    ...can('giveBack'),
    label: 'gps.giveBack',
    of: ({ status }) => !isInStock(status) && !isSpoilt(status),
    ask: 'gps.giveBackTitle',
    fields: { reason },
    input: ({ id }, values) => ({ id, reason: values.reason }),
    many: 'gps.giveBackMany',
    done: 'gps.givenBack',
  }),
  spoil: verb(gps.spoil, {
    ...can('spoil'),
    label: 'gps.spoil',
    tone: 'danger',
    of: ({ status }) => !isSpoilt(status),
    ask: 'gps.spoilTitle',
    note: 'gps.spoilNote',
    fields: { reason },
    input: ({ id }, values) => ({ id, reason: values.reason }),
    done: 'gps.spoiled',
  }),
  remove: verb(gps.remove, {
    ...can('remove'),
    label: 'gps.remove',
    tone: 'danger',
    of: ({ status }) => isFitted(status),
    ask: 'gps.removeTitle',
    note: 'gps.removeNote',
    fields: { reason },
    input: ({ id, orderId }, values) => ({ orderId: orderId ?? 0, deviceId: id, reason: values.reason }),
    done: 'gps.removed',
  }),
  check: verb(gps.check, {
    permit: (row) => canCheck(row, ['gps:stock']),
    name: ({ deviceNo }: DeviceRow) => deviceNo,
    label: 'gps.check',
    main: true,
    of: ({ status, checkedAt }) => isFitted(status) && checkedAt === null,
    ask: 'gps.checkTitle',
    note: 'gps.checkNote',
    input: ({ id, orderId }) => ({ orderId: orderId ?? 0, deviceId: id }),
    done: 'gps.checked',
  }),
  release: verb(gps.release, {
    ...can('release'),
    label: 'gps.release',
    of: ({ status }) => isChosen(status),
    ask: 'gps.releaseTitle',
    input: ({ id, orderId }) => ({ orderId: orderId ?? 0, deviceId: id }),
    done: 'gps.released',
  }),
}

import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, id, isoDate, json, line, listInput, page, workState } from '../../platform/contract/wire.ts'
import { plainLine } from '../../rules/shown-text.ts'
import { attachmentRow } from '../materials/contract/attachments.ts'
import { orderHeader, orderRow } from '../orders/contract.ts'
import { fittingStates, gpsEvents, gpsKinds, gpsLimits, gpsStatuses } from './rules/gps.ts'

/** GPS: devices in stock and in cars, and what an order still lacks of them. */

const kind = z.enum(gpsKinds)
const status = z.enum(gpsStatuses)
const count = z.object({ wired: z.number().int(), wireless: z.number().int() })

const deviceRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  deviceNo: z.string(),
  deviceType: kind,
  vendor: z.string(),
  simNo: z.string().nullable(),
  status,
  shopName: z.string().nullable(),
  holder: z.string().nullable(),
  orderId: z.number().int().nullable(),
  orderNo: z.string().nullable(),
  orderStatus: z.string().nullable(),
  installPoint: z.string().nullable(),
  installer: z.string().nullable(),
  installedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  lastCity: z.string().nullable(),
  /** The time at which somebody of the company had seen its photos. */
  checkedAt: z.string().nullable(),
  createdAt: z.string(),
})
export type DeviceRow = z.output<typeof deviceRow>

const eventView = z.object({
  id: z.number().int(),
  event: z.enum(gpsEvents),
  toStatus: status,
  orderId: z.number().int().nullable(),
  orderNo: z.string().nullable(),
  note: z.string().nullable(),
  photos: z.array(attachmentRow),
  at: z.string(),
  byName: z.string().nullable(),
})

const fittedDevice = deviceRow.extend({
  installPlace: z.string().nullable(),
  devicePhoto: attachmentRow.nullable(),
  vinPhoto: attachmentRow.nullable(),
})
export type FittedDevice = z.output<typeof fittedDevice>

const fittingRow = orderRow.extend({
  fittingState: z.enum(fittingStates),
  /** The number it is to have, and the number in the car. */
  neededCount: z.number().int(),
  fittedCount: z.number().int(),
  offlineCount: z.number().int(),
})
export type FittingRow = z.output<typeof fittingRow>

const access = ['gps:stock', 'gps:fit'] as const
const answered = z.object({ orderId: z.number().int(), rowVersion: z.number().int() })
const required = (most: number) => line().min(1, 'rules.required').max(most)
const deviceNo = line().toUpperCase().max(20)
const reason = z.string().trim().min(1, 'rules.required').max(gpsLimits.reason)

export const gps = {
  /** 设备库存. */
  list: read({
    method: 'POST',
    path: '/biz/gps/device/list',
    access,
    of: ['gpsDevice', 'order'],
    input: z.object({
      ...listInput('createdAt:desc'),
      status: status.optional(),
      deviceType: kind.optional(),
      vendor: line().max(gpsLimits.vendor).optional(),
      shopId: id().optional(),
      seenFrom: isoDate().optional(),
      seenTo: isoDate().optional(),
      /** In the car of an order that is over. */
      toRemove: z.enum(['yes']).optional(),
    }),
    output: page(deviceRow),
  }),
  /** One device, and what happened to it. */
  get: read({
    method: 'POST',
    path: '/biz/gps/device/get',
    access,
    of: ['gpsDevice', 'order'],
    input: z.object({ deviceId: id() }),
    output: z.object({ device: fittedDevice, events: z.array(eventView) }),
  }),
  /** 入库: each line is taken or says why not. */
  stockIn: write({
    method: 'POST',
    path: '/biz/gps/device/stockIn',
    access: ['gps:stock'],
    writes: { on: 'gpsDevice', action: 'gps.stock_in' },
    input: z.object({
      deviceType: kind,
      vendor: required(gpsLimits.vendor),
      devices: json(
        z
          .array(z.object({ deviceNo: line(plainLine).max(60), simNo: line(plainLine).max(60) }))
          .min(1)
          .max(gpsLimits.lines),
      ),
    }),
    output: z.object({
      taken: z.number().int(),
      lines: z.array(z.object({ deviceNo: z.string(), ok: z.boolean(), reason: z.string().nullable() })),
    }),
  }),
  /** 领用, to a shop and one of its people or a fitter. */
  issue: write({
    method: 'POST',
    path: '/biz/gps/device/issue',
    access: ['gps:stock'],
    writes: { on: 'gpsDevice', id: 'id', action: 'gps.issue', many: true },
    input: z.object({ id: id(), shopId: id(), holder: line().max(gpsLimits.holder).default('') }),
    output: done,
  }),
  /** 退库. */
  giveBack: write({
    method: 'POST',
    path: '/biz/gps/device/giveBack',
    access: ['gps:stock'],
    writes: { on: 'gpsDevice', id: 'id', action: 'gps.give_back', many: true },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** 损坏. */
  spoil: write({
    method: 'POST',
    path: '/biz/gps/device/spoil',
    access: ['gps:stock'],
    writes: { on: 'gpsDevice', id: 'id', action: 'gps.spoil' },
    input: z.object({ id: id(), reason }),
    output: done,
  }),
  /** Orders that are to have devices, or have some. */
  fittingList: read({
    method: 'POST',
    path: '/biz/gps/fitting/list',
    access,
    of: ['order', 'gpsDevice'],
    input: z.object({
      ...listInput('stageEnteredAt:desc', 'createdAt'),
      fittingState: workState(fittingStates),
      shopId: id().optional(),
      productId: id().optional(),
    }),
    output: page(fittingRow),
  }),
  /** The devices that an order is to have, those it has, and those its shop holds. */
  fitting: read({
    method: 'POST',
    path: '/biz/gps/fitting/get',
    access,
    of: ['order', 'gpsDevice'],
    input: z.object({ orderId: id() }),
    output: z.object({
      order: orderHeader,
      needed: count,
      devices: z.array(fittedDevice),
      /** Issued to the shop of the order, at most 50. */
      offered: z.array(z.object({ deviceNo: z.string(), deviceType: kind, holder: z.string().nullable() })),
    }),
  }),
  /** The devices of an order, as everybody may know who sees it. */
  ofOrder: read({
    method: 'POST',
    path: '/biz/gps/fitting/short',
    access: ['order:view'],
    of: ['order', 'gpsDevice'],
    input: z.object({ orderId: id() }),
    output: z.object({
      needed: count,
      devices: z.array(
        z.object({
          id: z.number().int(),
          deviceNo: z.string(),
          deviceType: kind,
          status,
          installPoint: z.string().nullable(),
          lastSeenAt: z.string().nullable(),
        }),
      ),
    }),
  }),
  /** A device that its shop holds is chosen for the order. */
  reserve: write({
    method: 'POST',
    path: '/biz/gps/fitting/reserve',
    access: ['gps:fit'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'gps.reserve' },
    input: z.object({ orderId: id(), deviceNo: deviceNo.min(1, 'rules.required') }),
    output: answered,
  }),
  /** It is not fitted after all. */
  release: write({
    method: 'POST',
    path: '/biz/gps/fitting/release',
    access: ['gps:fit'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'gps.release' },
    input: z.object({ orderId: id(), deviceId: id() }),
    output: answered,
  }),
  /** A photo of the fitting: of the device, or of the plate with the VIN. */
  addPhoto: write({
    method: 'POST',
    path: '/biz/gps/fitting/photo',
    access: ['gps:fit'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'gps.add_photo' },
    kind: 'upload',
    maxBytes: 11 * 1024 * 1024,
    input: z.object({ orderId: id(), deviceId: id(), subject: z.enum(['device', 'vin']) }),
    output: answered,
  }),
  /** 安装登记. */
  fit: write({
    method: 'POST',
    path: '/biz/gps/fitting/fit',
    access: ['gps:fit'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'gps.fit' },
    input: z.object({
      orderId: id(),
      deviceId: id(),
      installPoint: required(gpsLimits.point),
      installPlace: required(gpsLimits.place),
      installer: required(gpsLimits.holder),
      installedAt: z.iso.datetime({ offset: true }),
    }),
    output: answered,
  }),
  /** 核验: the photos were seen, and the fitting counts. */
  check: write({
    method: 'POST',
    path: '/biz/gps/fitting/check',
    access: ['gps:stock'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'gps.check' },
    input: z.object({ orderId: id(), deviceId: id() }),
    output: answered,
  }),
  /** 拆除: the milestone goes where the order then lacks a device. */
  remove: write({
    method: 'POST',
    path: '/biz/gps/fitting/remove',
    access: ['gps:fit'],
    writes: { on: 'order', id: 'orderId', anyVersion: true, action: 'gps.remove' },
    input: z.object({ orderId: id(), deviceId: id(), reason }),
    output: answered,
  }),
}

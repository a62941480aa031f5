import { index, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, ref } from '../../platform/db/columns.ts'
import { tenantTable } from '../../platform/db/tenant-table.ts'
import { gpsEvents, gpsKinds, gpsStatuses } from './rules/gps.ts'

/** GPS设备 (domain.md 3.2). */
export const gpsDevice = tenantTable(
  'gps_device',
  {
    /** 设备号 · unique */
    deviceNo: text().notNull(),
    /** 类型 */
    deviceType: text({ enum: gpsKinds }).notNull(),
    /** 厂商 */
    vendor: text().notNull(),
    /** 物联卡号 */
    simNo: text(),
    /** 状态 · 2.18 */
    status: text({ enum: gpsStatuses }).notNull(),
    /** The shop that it was issued to; null in stock. */
    shopId: ref('shop'),
    /** 领用人 */
    holder: text(),
    /** 订单 · null in stock */
    orderId: ref('application'),
    /** 安装位置 · required when installed */
    installPoint: text(),
    /** 安装地点 */
    installPlace: text(),
    /** 安装人员 */
    installer: text(),
    /** 安装时间 */
    installedAt: instant(),
    /** The person who registered it, and looks after it. */
    installedBy: ref('sys_user'),
    /** 核验: who of the company has seen the photos of the fitting. */
    checkedAt: instant(),
    checkedBy: ref('sys_user'),
    /** 安装照片: the device, and the plate with the VIN. */
    devicePhotoId: ref('attachment'),
    vinPhotoId: ref('attachment'),
    /** 最后在线 */
    lastSeenAt: instant(),
    /** 最后位置 */
    lastCity: text(),
    /** The last call that asked its platform about it. */
    askedCall: looseId('a call of outside, which is forgotten in time'),
  },
  (t) => [
    uniqueIndex('gps_device_no').on(t.tenantId, t.deviceNo),
    index('gps_device_order').on(t.tenantId, t.orderId),
    index('gps_device_shop').on(t.tenantId, t.shopId, t.id),
    index('gps_device_created').on(t.tenantId, t.createdAt, t.id),
    index('gps_device_seen').on(t.tenantId, t.lastSeenAt, t.id),
    index('gps_device_asked').on(t.tenantId, t.askedCall.asc().nullsFirst(), t.id),
  ],
)

/** Everything that happened to a device, also in former cars. */
export const gpsEvent = tenantTable(
  'gps_event',
  {
    deviceId: ref('gps_device').notNull(),
    event: text({ enum: gpsEvents }).notNull(),
    toStatus: text({ enum: gpsStatuses }).notNull(),
    orderId: ref('application'),
    /** To whom, where, or why. */
    note: text(),
    /** Of a fitting. */
    photos: looseId('a list').array().notNull().default([]),
  },
  (t) => [
    index('gps_event_device').on(t.tenantId, t.deviceId, t.id),
    index('gps_event_order').on(t.tenantId, t.orderId),
  ],
)

import { conditionsAsked } from '../seed/condition-rows.ts'
import type { Written } from '../seed/entry-rows.ts'
import { drawOf } from '../seed/generator.ts'
import type { OrderStory } from '../seed/order-story.ts'
import { pictureFor } from '../seed/pictures.ts'
import type { RowCollector } from '../seed/row-collector.ts'
import { attachment } from '../system/table.ts'
import { gpsKinds, neededDevices } from './rules/gps.ts'
import { gpsDevice, gpsEvent } from './table.ts'

/** GPS of the demo: devices in the cars of its orders, some of them silent, and what lies in stock and in shops. */

const draw = drawOf('gps')
const vendors = ['示例GPS', '示例物联'] as const
const points = ['仪表台下', '后座左侧', '中控台后', '后备箱右侧'] as const

type Device = typeof gpsDevice.$inferInsert
type Event = Pick<typeof gpsEvent.$inferInsert, 'event' | 'toStatus' | 'note' | 'photos' | 'orderId'>

/** A number that says whose it is; those that end in 00 are silent, also for the simulator. */
const numberOf = (orderId: number, suffix: number) =>
  `G${String(orderId).padStart(9, '0')}${String(suffix).padStart(2, '0')}`

export function addGps(rows: RowCollector, story: OrderStory, written: Written): void {
  const { plan, happenings, entry, shop, asOf, place } = story
  const keeper = draw.pick('keeper', plan.row, place.users.material_clerk)
  const first = happenings[0]
  const common = (suffix: number, deviceType: Device['deviceType']) => ({
    tenantId: written.tenantId,
    createdAt: written.createdAt,
    createdBy: keeper,
    updatedAt: written.updatedAt,
    updatedBy: keeper,
    deviceNo: numberOf(plan.id, suffix),
    deviceType,
    vendor: draw.pick('vendor', plan.row, vendors),
    simNo: `1064${String(plan.id * 100 + suffix).padStart(9, '0')}`,
  })
  const keep = (device: Device, events: readonly (Event & { at: string; by: number })[]) => {
    const deviceId = rows.add(gpsDevice, device)
    for (const { at, by, ...event } of events)
      rows.add(gpsEvent, {
        tenantId: written.tenantId,
        createdAt: at,
        createdBy: by,
        updatedAt: at,
        updatedBy: by,
        deviceId,
        orderId: null,
        note: null,
        photos: [],
        ...event,
      })
  }
  const stocked = { event: 'stockIn' as const, toStatus: '库存' as const, at: written.createdAt, by: keeper }
  const issued = {
    event: 'issue' as const,
    toStatus: '已领用' as const,
    note: '领用到门店',
    at: written.createdAt,
    by: keeper,
  }
  const fitted = happenings.findLast(({ milestone }) => milestone === 'gps')
  const conditions = conditionsAsked(story).flatMap(({ code, detail }) => (code === 'gps' ? [detail] : []))
  const needed = entry ? neededDevices(entry.product, conditions) : { wired: 0, wireless: 0 }
  const atShop = { shopId: shop.id, holder: '孙伟' }
  if (fitted) {
    const out = happenings.find(({ to }) => to === 'settled')
    let suffix = 0
    for (const kind of gpsKinds)
      for (let at = 0; at < needed[kind]; at++) {
        const silent = suffix === 0 && !out && draw.chance('silent', plan.row, 4)
        const installPoint = draw.pick('point', plan.row + suffix, points)
        const photo = (name: string) =>
          rows.add(attachment, {
            ...written,
            createdAt: fitted.at,
            createdBy: fitted.actorId,
            ...pictureFor(story.pictures, plan.id, 'diligence work'),
            name,
            mime: 'image/png',
            orderId: plan.id,
            uploadedBy: fitted.actorId,
          })
        const photos = [photo('设备照片.png'), photo('车架号照片.png')]
        const note = `${installPoint} · 示例市示例路1号 · 孙伟`
        const fitting = { event: 'fit' as const, toStatus: '已安装' as const, orderId: plan.id, note, photos }
        const seen = new Date(Date.parse(`${asOf}T00:59:00Z`) - (silent ? 5 : 0) * 86_400_000).toISOString()
        const isLater = seen > fitted.at
        const signAt = isLater ? seen : fitted.at
        const lastSeenAt = out ? out.at : signAt
        const isLost = silent && isLater
        keep(
          {
            ...common(isLost ? 0 : suffix + 1, kind),
            ...atShop,
            orderId: out ? null : plan.id,
            status: out ? '已拆除' : isLost ? '离线' : '已安装',
            installPoint,
            installPlace: '示例市示例路1号',
            installer: '孙伟',
            installedAt: fitted.at,
            installedBy: fitted.actorId,
            ...(!out && { checkedAt: fitted.at, checkedBy: keeper }),
            devicePhotoId: photos[0] ?? null,
            vinPhotoId: photos[1] ?? null,
            lastSeenAt,
            lastCity: '示例市',
          },
          [
            stocked,
            issued,
            { ...fitting, at: fitted.at, by: fitted.actorId },
            ...(isLost
              ? [
                  {
                    event: 'lose' as const,
                    toStatus: '离线' as const,
                    orderId: plan.id,
                    note: '示例市',
                    at: new Date(Date.parse(seen) + 73 * 3_600_000).toISOString(),
                    by: 0,
                  },
                ]
              : []),
            ...(out
              ? [
                  {
                    event: 'remove' as const,
                    toStatus: '已拆除' as const,
                    orderId: plan.id,
                    note: '贷款结清',
                    at: out.at,
                    by: fitted.actorId,
                  },
                ]
              : []),
          ],
        )
        suffix++
      }
  }
  const now = happenings.at(-1)
  // Of the orders that wait for their fitting some have chosen a device.
  if (!fitted && now?.to === 'preparing' && needed.wired > 0 && draw.chance('chosen', plan.row, 40))
    keep({ ...common(1, 'wired'), ...atShop, orderId: plan.id, status: '待安装' }, [
      stocked,
      issued,
      {
        event: 'reserve' as const,
        toStatus: '待安装' as const,
        orderId: plan.id,
        at: now.at,
        by: keeper,
      },
    ])
  if (!first || !draw.chance('spare', plan.row, 25)) return
  const spare = draw.pick('spareState', plan.row, ['库存', '库存', '已领用', '已领用', '损坏'] as const)
  const kind = draw.pick('spareKind', plan.row, gpsKinds)
  const held = spare === '库存' ? [stocked] : [stocked, issued]
  const broken = { event: 'spoil' as const, toStatus: '损坏' as const, note: '无法通电' }
  keep({ ...common(50, kind), ...(spare !== '库存' && atShop), status: spare }, [
    ...held,
    ...(spare === '损坏' ? [{ ...broken, at: written.updatedAt, by: keeper }] : []),
  ])
}

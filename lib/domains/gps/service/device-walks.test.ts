import { sql } from 'drizzle-orm'
import { machineWalks } from '../../../../scripts/property-runs.ts'
import { withCall } from '../../../platform/context.ts'
import { db, inTenant } from '../../../platform/db/client.ts'
import type { JobRun } from '../../../platform/jobs/jobs.ts'
import { settle } from '../../../platform/outside/settle.ts'
import { wirePorts } from '../../../platform/outside/wiring.ts'
import { systemCall } from '../../../platform/system-call.ts'
import { preparingOrder } from '../../materials/service/testing.ts'
import { lockAnyOrder } from '../../orders/service/move-order.ts'
import { copyOrders, newEvent, testPicture } from '../../orders/service/testing.ts'
import { askConditions, dropConditions } from '../../risk/service/conditions.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import {
  type Audited,
  asking,
  type Draw,
  expectReached,
  type Line,
  leadsTo,
  type OrderRow,
  outside,
  pick,
  type Step,
  stampOf,
  tracks,
  uploading,
  voiding,
  walk,
  wrongGates,
  wrongTimeline,
} from '../../walks/testing.ts'
import { gps } from '../contract.ts'
import {
  allFitted,
  type GpsKind,
  type GpsStatus,
  gpsMoves,
  gpsStatuses,
  isFitted,
  isOfOrder,
  neededDevices,
} from '../rules/gps.ts'
import { watchGps } from './signs.ts'
import { newDeviceNo, testFitting } from './testing.ts'

/**
 * Random walks of some devices between the stock, two shops and the cars of two orders that want the same ones. After
 * each step each device is where its history says, and an order has its milestone exactly while nothing is lacking.
 */
const stepsOfWalk = 30

let backend: TestBackend
let first: number
let shops: readonly [number, ...number[]]
let picture: Uint8Array
beforeAll(async () => {
  // Nobody sends: what the platform says, and when, is drawn.
  backend = await openTestBackend({ background: false })
  wirePorts({ gps: { url: new URL('http://127.0.0.1:9/'), key: 'nobody listens there, 32 characters long' } })
  first = (await preparingOrder(backend, ['first_payment', 'insurance'])).orderId
  const { rows } = await inTenant(1, () =>
    db().execute<{ own: number; other: number }>(sql`
      select a.shop_id as own, (select min(id) from shop where id <> a.shop_id) as other
      from application a where a.id = ${first}`),
  )
  const own = Number(rows[0]?.own)
  shops = [own, own, own, Number(rows[0]?.other)]
  picture = await testPicture()
}, 90_000)
afterAll(() => backend.close())

type Device = {
  id: number
  row_version: number
  device_no: string
  device_type: GpsKind
  status: GpsStatus
  shop_id: number | null
  order_id: number | null
  device_photo_id: number | null
  vin_photo_id: number | null
  installed_at: string | null
  checked_at: string | null
}
type Stand = {
  orders: OrderRow[]
  devices: Device[]
  events: { id: number; device_id: number; to_status: GpsStatus }[]
  conditions: { id: number; order_id: number; detail: string | null; met_at: string | null }[]
  calls: { id: number; status: string }[]
  log: (Line & { order_id: number })[]
}

const partsOf = (orderIds: readonly number[], like: string) => {
  const own = sql`any(${sql.param(orderIds)}::bigint[])`
  return {
    orders: sql`select * from application where id = ${own}`,
    devices: sql`select * from gps_device where vendor = ${like}`,
    events: sql`select e.id, e.device_id, e.to_status from gps_event e join gps_device d on d.id = e.device_id
      where d.vendor = ${like}`,
    conditions: sql`select * from order_condition where order_id = ${own} and dropped_at is null`,
    calls: sql`select c.id, c.status from outside_call c join gps_device d on d.id = c.about_id
      where c.about_type = 'gps' and d.vendor = ${like}`,
    log: sql`select id, order_id, event, from_status, to_status from review_log where order_id = ${own}`,
  }
}

const keepers = ['material_clerk', 'material_clerk', 'material_clerk', 'shop_user', 'cashier'] as const
const job = {
  id: 1,
  tenantId: 1,
  done: 0,
  total: null,
  signal: new AbortController().signal,
  progress: async () => undefined,
  step: (work: () => Promise<unknown>) => inTenant(1, work),
} as JobRun

const most = <T>(list: readonly T[], draw: Draw): T | undefined => list[draw(Math.max(list.length, 1))]

const some =
  (...wanted: readonly GpsStatus[]) =>
  ({ devices }: Stand) =>
    devices.some(({ status }) => wanted.includes(status))

function stepsOf(vendor: string): Step<Stand>[] {
  const ask = asking(backend)
  const upload = uploading(backend)
  /** A device and an order, mostly its own. */
  const pair = ({ devices, orders }: Stand, draw: Draw, ...wanted: readonly GpsStatus[]) => {
    const fitting = devices.filter(({ status }) => wanted.includes(status))
    const device = most(fitting.length > 0 && draw(5) > 0 ? fitting : devices, draw)
    const order = orders.find(({ id }) => id === device?.order_id && draw(8) > 0) ?? most(orders, draw)
    return device && order ? { device, on: { orderId: order.id, deviceId: device.id } } : undefined
  }
  const stockIn: Step<Stand> = {
    name: 'stockIn',
    fits: ({ devices }) => devices.length < 3,
    take: async ({ devices }, draw) => {
      if (devices.length >= 4 && draw(6) > 0) return []
      const deviceNo = draw(6) === 0 ? (most(devices, draw)?.device_no ?? 'X') : newDeviceNo()
      const lines = [{ deviceNo, simNo: '' }]
      // Nothing is taken of a line that is wrong, and nothing audited: what its answer says is asked elsewhere.
      const taken = await ask(draw, gps.stockIn, ['material_clerk', 'material_clerk', 'shop_user'], {
        deviceType: pick(draw, ['wired', 'wireless'] as const),
        vendor,
        devices: lines,
      })
      return taken.every(({ status }) => status !== 200) ? taken : 'outside'
    },
  }
  const issue: Step<Stand> = {
    name: 'issue',
    fits: some('库存'),
    take: async (stand, draw) => {
      const found = pair(stand, draw, '库存')
      if (!found) return []
      const { id, row_version: rowVersion } = found.device
      return ask(draw, gps.issue, keepers, { id, rowVersion, shopId: pick(draw, shops), holder: '孙伟' })
    },
  }
  const reserve: Step<Stand> = {
    name: 'reserve',
    fits: some('已领用'),
    take: async (stand, draw) => {
      const found = pair(stand, draw, '已领用')
      if (!found) return []
      return ask(draw, gps.reserve, keepers, { orderId: found.on.orderId, deviceNo: found.device.device_no })
    },
  }
  const photos: Step<Stand> = {
    name: 'photos',
    fits: ({ devices }) =>
      devices.some(({ status, vin_photo_id }) => status === '待安装' && vin_photo_id === null),
    take: async (stand, draw) => {
      const found = pair(stand, draw, '待安装')
      if (!found) return []
      const by = pick(draw, keepers)
      const add = (subject: 'device' | 'vin') => upload(gps.addPhoto, by, { ...found.on, subject }, picture)
      return [...(await add('device')), ...(draw(4) > 0 ? await add('vin') : [])]
    },
  }
  const fit: Step<Stand> = {
    name: 'fit',
    fits: ({ devices }) =>
      devices.some(({ status, vin_photo_id }) => status === '待安装' && vin_photo_id !== null),
    take: async (stand, draw) => {
      const found = pair(stand, draw, '待安装')
      const later = { installedAt: new Date(Date.now() + 3_600_000).toISOString() }
      return found
        ? ask(draw, gps.fit, keepers, { ...found.on, ...testFitting(), ...(draw(8) === 0 && later) })
        : []
    },
  }
  return [
    stockIn,
    stockIn,
    stockIn,
    issue,
    issue,
    issue,
    reserve,
    reserve,
    reserve,
    photos,
    photos,
    photos,
    fit,
    fit,
    fit,
    {
      name: 'release',
      fits: () => false,
      take: async (stand, draw) => {
        const found = pair(stand, draw, '待安装')
        return found ? ask(draw, gps.release, keepers, found.on) : []
      },
    },
    {
      name: 'check',
      fits: ({ devices }) =>
        devices.some(({ status, checked_at }) => isFitted(status) && checked_at === null),
      take: async (stand, draw) => {
        const found = pair(stand, draw, '已安装', '离线')
        return found ? ask(draw, gps.check, keepers, found.on) : []
      },
    },
    {
      name: 'remove',
      fits: some('已安装', '离线'),
      take: async (stand, draw) => {
        const found = pair(stand, draw, '已安装', '离线')
        return found ? ask(draw, gps.remove, keepers, { ...found.on, reason: '设备故障' }) : []
      },
    },
    {
      name: 'giveBack',
      fits: some('已拆除'),
      take: async (stand, draw) => {
        const found = pair(stand, draw, '已拆除', '已领用')
        if (!found) return []
        const { id, row_version: rowVersion } = found.device
        return ask(draw, gps.giveBack, keepers, { id, rowVersion, reason: '设备检修' })
      },
    },
    {
      name: 'spoil',
      fits: () => false,
      take: async (stand, draw) => {
        if (draw(4) > 0) return []
        const found = pair(stand, draw, '已拆除')
        if (!found) return []
        const { id, row_version: rowVersion } = found.device
        return ask(draw, gps.spoil, keepers, { id, rowVersion, reason: '进水' })
      },
    },
    {
      // Days without a sign, and the job that asks.
      name: 'watch',
      fits: some('已安装', '离线'),
      take: async ({ devices }, draw) => {
        const device = most(
          devices.filter(({ status }) => isFitted(status)),
          draw,
        )
        if (device && draw(2) === 0)
          await inTenant(1, () =>
            db().execute(sql`update gps_device set updated_at = now() - interval '100 hours',
              last_seen_at = now() - interval '100 hours' where id = ${device.id}`),
          )
        await watchGps.run({}, job)
        return 'outside'
      },
    },
    {
      name: 'heard',
      fits: ({ calls }) => calls.some(({ status }) => status === 'queued'),
      take: async ({ devices, calls }, draw) => {
        const call = most(calls, draw)
        if (!call) return []
        const seenAt = new Date(Date.now() - pick(draw, [0, 1, 100]) * 3_600_000).toISOString()
        const said = devices
          .filter(() => draw(3) === 0)
          .map(({ device_no: deviceNo }) => ({ deviceNo, seenAt, city: '示例市' }))
        return outside(() =>
          settle(call.id, { kind: 'callback', ms: 0 }, { result: 'done', answer: { devices: said } }),
        )
      },
    },
    {
      name: 'condition',
      fits: () => false,
      take: async ({ orders }, draw) => {
        const one = most(orders, draw)
        const detail = pick(draw, ['', '加装无线GPS2台'])
        const drop = draw(2) === 0
        return outside(async () => {
          const call = systemCall(1, new Date())
          await withCall(call, async () => {
            const order = await lockAnyOrder(one?.id ?? 0, undefined)
            // As the approval asks, which a void order has none of any more.
            if (!order || order.status === 'voided') return
            if (drop) await dropConditions(order, call)
            else await askConditions(order, [{ code: 'gps', detail }], call)
          })
        })
      },
    },
    voiding(
      ask,
      ({ orders }, draw) => {
        const order = most(orders, draw)
        return order && { orderId: order.id, rowVersion: order.row_version }
      },
      6,
    ),
  ]
}

const deviceMoves = Object.fromEntries(
  (['库存', '已领用', '待安装', '已安装', '离线', '已拆除', '损坏'] as const).map((from) => [
    from,
    Object.values(gpsMoves).flatMap((move) => (move.from.includes(from) ? [move.to] : [])),
  ]),
) as Record<GpsStatus, GpsStatus[]>

function wrong(now: Stand, before: Stand, audited: readonly Audited[]): string[] {
  const found: string[] = []
  const say = (is: boolean, text: string) => {
    if (is) found.push(text)
  }
  for (const device of now.devices) {
    const { id, status, order_id, shop_id, device_photo_id, vin_photo_id, installed_at } = device
    const was = before.devices.find((one) => one.id === id)
    // Of two people at once each has moved it.
    say(
      was !== undefined && !leadsTo(deviceMoves, was.status, status),
      `a device went from ${was?.status} to ${status}`,
    )
    say(was === undefined && status !== '库存', `a device begins as ${status}`)
    say((order_id !== null) !== isOfOrder(status), `${status} with order ${order_id}`)
    const last = now.events.filter(({ device_id }) => device_id === id).at(-1)
    say(last?.to_status !== status, `${status}, and its history ends with ${last?.to_status}`)
    say(
      isFitted(status) && [device_photo_id, vin_photo_id, installed_at].includes(null),
      `${status} without photos or day`,
    )
    say(
      status === '库存' && [shop_id, device_photo_id, vin_photo_id, installed_at].some((one) => one !== null),
      'in stock with something of a former car',
    )
    say(status === '待安装' && installed_at !== null, 'chosen, and fitted on a day')
    const moved = was !== undefined && was.status !== status
    say(moved && audited.length === 0, `${was?.status} → ${status} is not audited`)
  }
  for (const order of now.orders) {
    const { id, status, template_code: templateCode } = order
    const own = now.devices.filter(({ order_id }) => order_id === id)
    const conditions = now.conditions.filter(({ order_id }) => order_id === id)
    const needed = neededDevices(
      { templateCode },
      conditions.map(({ detail }) => detail),
    )
    const held = own.map(({ device_type: deviceType, status: of, checked_at: checkedAt }) => ({
      deviceType,
      status: of,
      checkedAt,
    }))
    if (status === 'voided')
      say(
        own.some((one) => one.status === '待安装'),
        'a void order has chosen a device',
      )
    else {
      const done = allFitted(needed, held)
      say(
        done !== (stampOf(order, 'gps') !== null),
        `milestone at ${stampOf(order, 'gps')} with all fitted ${done}`,
      )
      for (const { met_at } of conditions)
        say((met_at !== null) !== done, `a condition is met ${met_at} with all fitted ${done}`)
    }
    for (const kind of ['wired', 'wireless'] as const) {
      const count = (stand: Stand) =>
        stand.devices.filter(({ order_id, device_type }) => order_id === id && device_type === kind).length
      say(count(now) > count(before) && count(now) > needed[kind], `${count(now)} ${kind} of ${needed[kind]}`)
    }
    const [was] = before.orders.filter((one) => one.id === id)
    const lines = ({ log }: Stand) => log.filter(({ order_id }) => order_id === id)
    const isOf = ({ object }: Audited) => object === `application:${id}`
    found.push(
      ...wrongGates(order),
      ...wrongTimeline(
        { order: [order], log: lines(now) },
        { order: was ? [was] : [], log: lines(before) },
        audited.filter(isOf),
      ),
    )
  }
  return found
}

const { first: from, last } = machineWalks

test(`wherever the walks ${from} to ${last} lead, devices, their history and the milestones of orders agree`, async () => {
  const seen = tracks<GpsStatus>()
  for (let seed = from; seed <= last; seed++) {
    const orders = await copyOrders(first, 2)
    const vendor = newEvent().slice(0, 30)
    await walk<Stand>({
      seed,
      length: stepsOfWalk,
      parts: partsOf(orders, vendor),
      steps: stepsOf(vendor),
      wrong,
      sees: (now, before) => seen.see(now.devices, before?.devices),
    })
    // No other walk asks about them.
    await inTenant(1, () =>
      db().execute(sql`update gps_device set last_seen_at = now() where vendor = ${vendor}`),
    )
  }
  expectReached(seen, {
    some: ['库存', '已领用', '待安装', '已安装'],
    all: gpsStatuses,
    by: deviceMoves,
    seldom: ['已拆除 → 损坏'],
  })
}, 7_200_000)

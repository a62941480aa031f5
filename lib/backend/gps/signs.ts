import { randomUUID } from 'node:crypto'
import { and, asc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { zhCN } from '../../i18n/zh-cn.ts'
import { fittedStatuses, silentHours } from '../../rules/gps.ts'
import { recordAudit } from '../audit.ts'
import type { By } from '../context.ts'
import { db, inTenant } from '../db/client.ts'
import { application } from '../db/schema/applications.ts'
import { gpsDevice } from '../db/schema/gps.ts'
import { sysUser } from '../db/schema/identity.ts'
import { holdsPermission } from '../identity/holders.ts'
import { defineJob } from '../jobs/jobs.ts'
import { sendMessages } from '../messages/send-messages.ts'
import { answered } from '../outside/answered.ts'
import { callOutside } from '../outside/outbox.ts'
import { isWired } from '../outside/wiring.ts'
import { type Device, moveDevice } from './devices.ts'

/** Signs of fitted devices: asked for each hour, and who was silent too long is 离线 until he is heard of again. */

const batch = 200
/** Devices that one run asks about; those that were silent longest come first. */
const batches = 20
/** Whoever was heard of since then is not asked about. */
const freshHours = 6

const hoursAgo = (hours: number, now: Date) => new Date(now.getTime() - hours * 3_600_000).toISOString()

/** What the vendor's platform says, whoever brings it: a later sign counts, an older one does not. */
export const gpsHeard = answered<'gps'>({
  purpose: 'gps.purpose',
  done: async ({ devices }) => {
    const by: By = { actor: { id: 0 }, now: new Date() }
    const said = new Map(devices.map((one) => [one.deviceNo, one]))
    if (said.size === 0) return
    const rows = await db()
      .select()
      .from(gpsDevice)
      .where(
        and(inArray(gpsDevice.deviceNo, [...said.keys()]), inArray(gpsDevice.status, [...fittedStatuses])),
      )
      .orderBy(asc(gpsDevice.id))
      .for('no key update')
    for (const row of rows) {
      const sign = said.get(row.deviceNo)
      if (sign) await hear(row, sign, by)
    }
  },
  // The next hour asks again.
  failed: async () => undefined,
})

async function hear(
  device: Device,
  { seenAt, city }: { seenAt: string; city: string },
  by: By,
): Promise<void> {
  const at = new Date(Math.min(Date.parse(seenAt), by.now.getTime())).toISOString()
  if (device.lastSeenAt !== null && Date.parse(device.lastSeenAt) > Date.parse(at)) return
  const set = { lastSeenAt: at, lastCity: city }
  if (device.status === '离线' && at > hoursAgo(silentHours, by.now)) {
    await moveDevice(device, 'find', by, set, { note: city })
    await note(device, 'gps.find', '已安装', by)
  } else await db().update(gpsDevice).set(set).where(eq(gpsDevice.id, device.id))
}

const note = (device: Device, action: 'gps.find' | 'gps.lose', status: string, by: By) =>
  recordAudit(
    {
      ...{ action, object: `gps_device:${device.id}` },
      before: { deviceNo: device.deviceNo, status: device.status },
      after: { deviceNo: device.deviceNo, status, by: 'system' },
    },
    { actorId: 0, ip: '', now: by.now },
  )

export const watchGps = defineJob({
  name: 'gps.watch',
  schedule: '10 * * * *',
  async run(_data, { tenantId, step }) {
    // Where no platform is connected, silence says nothing.
    if (!isWired('gps')) return
    const now = new Date()
    const silent = await inTenant(tenantId, () =>
      db()
        .select({ id: gpsDevice.id })
        .from(gpsDevice)
        .where(isSilent(now))
        .orderBy(asc(gpsDevice.lastSeenAt), asc(gpsDevice.id))
        .limit(batch * batches),
    )
    for (const one of silent) await step(() => lose(one.id, now))
    let after = 0
    for (let part = 0; part < batches; part++) {
      const asked = await step(() => askBatch(after, now))
      if (asked === undefined) return
      after = asked
    }
  },
})

const isSilent = (now: Date) =>
  and(eq(gpsDevice.status, '已安装'), lt(gpsDevice.lastSeenAt, hoursAgo(silentHours, now)))

/** @returns behind whom the next ones are; undefined when nobody is left to ask about */
async function askBatch(after: number, now: Date): Promise<number | undefined> {
  const stale = or(isNull(gpsDevice.lastSeenAt), lt(gpsDevice.lastSeenAt, hoursAgo(freshHours, now)))
  const rows = await db()
    .select({ id: gpsDevice.id, deviceNo: gpsDevice.deviceNo })
    .from(gpsDevice)
    .where(and(inArray(gpsDevice.status, [...fittedStatuses]), stale, gt(gpsDevice.id, after)))
    .orderBy(asc(gpsDevice.id))
    .limit(batch)
  const last = rows.at(-1)
  if (!last) return undefined
  await callOutside(
    'gps',
    { devices: rows.map(({ deviceNo }) => deviceNo) },
    { key: randomUUID(), about: { type: 'gps', id: last.id }, until: new Date(now.getTime() + 3_600_000) },
  )
  return last.id
}

async function lose(deviceId: number, now: Date): Promise<void> {
  const [device] = await db()
    .select()
    .from(gpsDevice)
    // It may have been heard of since it was looked for.
    .where(and(eq(gpsDevice.id, deviceId), isSilent(now)))
    .for('no key update')
  if (!device) return
  const by: By = { actor: { id: 0 }, now }
  await moveDevice(device, 'lose', by, {}, { note: device.lastCity })
  await note(device, 'gps.lose', '离线', by)
  await tellKeeper(device, now)
}

/** Whoever registered the fitting hears of it, and where he is gone, the keepers of the stock. */
async function tellKeeper(device: Device, now: Date): Promise<void> {
  const active = eq(sysUser.status, '正常')
  const own = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(active, eq(sysUser.id, device.installedBy ?? 0)))
  const keepers =
    own.length > 0
      ? own
      : await db()
          .select({ id: sysUser.id })
          .from(sysUser)
          .where(and(active, holdsPermission('gps:stock')))
  const [order] = await db()
    .select({ orderNo: application.orderNo, name: application.customerName })
    .from(application)
    .where(sql`${application.id} = ${device.orderId}`)
  await sendMessages(
    keepers.map(({ id: userId }) => ({
      ...{ kind: 'notice', userId, orderId: device.orderId, opens: 'gpsFittingCase' as const },
      ...{ createdAt: now.toISOString(), createdBy: 0 },
      title: zhCN('gps.lostTitle', { deviceNo: device.deviceNo }),
      body: zhCN('gps.lostBody', {
        ...{ orderNo: order?.orderNo ?? '', name: order?.name ?? '' },
        ...{ city: device.lastCity ?? '', point: device.installPoint ?? '' },
      }),
    })),
  )
}

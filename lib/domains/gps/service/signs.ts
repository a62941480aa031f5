import { randomUUID } from 'node:crypto'
import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { By } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { sendMessages } from '../../../platform/messages/send-messages.ts'
import { answered } from '../../../platform/outside/answered.ts'
import { callOutside } from '../../../platform/outside/outbox.ts'
import { isWired } from '../../../platform/outside/wiring.ts'
import { sysUser } from '../../identity/table.ts'
import { holdsPermission } from '../../orders/service/holders.ts'
import { application } from '../../orders/table.ts'
import { fittedStatuses, silentHours } from '../rules/gps.ts'
import { gpsDevice } from '../table.ts'
import { type Device, moveDevice } from './devices.ts'

/**
 * Signs of fitted devices: asked for each hour. Who was silent too long is 离线 until he is heard of again; that says the
 * answer of his platform and not the clock, so a platform that is down marks nobody.
 */

const batch = 200
/** Calls of one run; about whom nobody asked for longest comes first, so that none is left out for the others. */
const batches = 20
/** Whoever was heard of since then is not asked about. */
const freshHours = 6

const hoursAgo = (hours: number, now: Date) => new Date(now.getTime() - hours * 3_600_000).toISOString()

/**
 * Everything that the vendor's platform says, whoever brings it: a later sign counts, an older one does not, and a
 * device that it was asked about and knows no sign of is as silent as it was.
 */
export const gpsHeard = answered<'gps'>({
  purpose: 'gps.purpose',
  done: async ({ devices }, { id: callId }) => {
    const by: By = { actor: { id: 0 }, now: new Date() }
    const said = new Map(devices.map((one) => [one.deviceNo, one]))
    const rows = await db()
      .select()
      .from(gpsDevice)
      .where(
        and(
          or(inArray(gpsDevice.deviceNo, [...said.keys()]), eq(gpsDevice.askedCall, callId)),
          inArray(gpsDevice.status, [...fittedStatuses]),
        ),
      )
      .orderBy(asc(gpsDevice.id))
      .for('no key update')
    for (const row of rows) {
      const sign = said.get(row.deviceNo)
      const device = sign ? await hear(row, sign, by) : row
      if (isSilent(device, by.now)) await lose(device, by)
    }
  },
  // The next hour asks again.
  failed: async () => undefined,
})

async function hear(
  device: Device,
  { seenAt, city }: { seenAt: string; city: string },
  by: By,
): Promise<Device> {
  const at = new Date(Math.min(Date.parse(seenAt), by.now.getTime())).toISOString()
  if (device.lastSeenAt !== null && Date.parse(device.lastSeenAt) > Date.parse(at)) return device
  const set = { lastSeenAt: at, lastCity: city }
  if (device.status === '离线' && at > hoursAgo(silentHours, by.now)) {
    const found = await moveDevice(device, 'find', by, set, { note: city })
    await note(device, 'gps.find', '已安装', by)
    return found
  }
  await db().update(gpsDevice).set(set).where(eq(gpsDevice.id, device.id))
  return { ...device, ...set }
}

/** Of one that was fitted, or registered as fitted, less than these hours ago nobody can have heard for so long. */
function isSilent({ status, lastSeenAt, updatedAt }: Device, now: Date): boolean {
  const since = Math.max(Date.parse(lastSeenAt ?? updatedAt), Date.parse(updatedAt))
  return status === '已安装' && since < Date.parse(hoursAgo(silentHours, now))
}

const note = (device: Device, action: 'gps.find' | 'gps.lose', status: string, by: By) =>
  recordAudit(
    {
      action,
      object: `gps_device:${device.id}`,
      before: { deviceNo: device.deviceNo, status: device.status },
      after: { deviceNo: device.deviceNo, status, by: 'system' },
    },
    { actorId: 0, ip: '', now: by.now },
  )

export const watchGps = defineJob({
  name: 'gps.watch',
  schedule: '10 * * * *',
  async run(_data, { step }) {
    // Silence says nothing when no platform is connected.
    if (!isWired('gps')) return
    const now = new Date()
    let first: number | undefined
    for (let part = 0; part < batches; part++) {
      const asked = await step(() => askBatch(first, now))
      if (asked === undefined) return
      first ??= asked
    }
  },
})

/**
 * @param first call of this run: about whom it or a later one asks nobody asks again
 * @returns the call; undefined when nobody is left to ask about
 */
async function askBatch(first: number | undefined, now: Date): Promise<number | undefined> {
  const rows = await db()
    .select({ id: gpsDevice.id, deviceNo: gpsDevice.deviceNo })
    .from(gpsDevice)
    .where(
      and(
        inArray(gpsDevice.status, [...fittedStatuses]),
        or(isNull(gpsDevice.lastSeenAt), lt(gpsDevice.lastSeenAt, hoursAgo(freshHours, now))),
        first === undefined ? undefined : or(isNull(gpsDevice.askedCall), lt(gpsDevice.askedCall, first)),
      ),
    )
    .orderBy(sql`${gpsDevice.askedCall} nulls first`, asc(gpsDevice.id))
    .limit(batch)
  const last = rows.at(-1)
  if (!last) return undefined
  const askedCall = await callOutside(
    'gps',
    { devices: rows.map(({ deviceNo }) => deviceNo) },
    { key: randomUUID(), about: { type: 'gps', id: last.id }, until: new Date(now.getTime() + 3_600_000) },
  )
  const ids = rows.map(({ id }) => id)
  await db().update(gpsDevice).set({ askedCall }).where(inArray(gpsDevice.id, ids))
  return askedCall
}

async function lose(device: Device, by: By): Promise<void> {
  await moveDevice(device, 'lose', by, {}, { note: device.lastCity })
  await note(device, 'gps.lose', '离线', by)
  await tellKeeper(device, by.now)
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
      kind: 'notice',
      userId,
      orderId: device.orderId,
      opens: 'gpsFittingCase' as const,
      createdAt: now.toISOString(),
      createdBy: 0,
      title: say('gps.lostTitle', { deviceNo: device.deviceNo }),
      body: say('gps.lostBody', {
        orderNo: order?.orderNo ?? '',
        name: order?.name ?? '',
        city: device.lastCity ?? '',
        point: device.installPoint ?? '',
      }),
    })),
  )
}

import type { MilestoneCode } from '../../identity/rules/milestones.ts'
import type { Permission } from '../../identity/rules/roles.ts'
import { templateOf } from '../../orders/rules/entry/templates.ts'
import type { OrderStatus } from '../../orders/rules/order-states.ts'

/** GPS设备 (domain.md 2.18 and 3.2): the machine of a device, and how many of which kind an order is to have. */

export const gpsKinds = ['wired', 'wireless'] as const
export type GpsKind = (typeof gpsKinds)[number]

export const gpsStatuses = ['库存', '已领用', '待安装', '已安装', '离线', '已拆除', '损坏'] as const
export type GpsStatus = (typeof gpsStatuses)[number]

export const gpsLimits = { vendor: 30, holder: 30, point: 60, place: 60, reason: 120, lines: 200 } as const

/** Everything that happens to a device. `lose` and `find` are told by its vendor's platform. */
export const gpsEvents = [
  'stockIn',
  'issue',
  'giveBack',
  'spoil',
  'reserve',
  'release',
  'fit',
  'lose',
  'find',
  'remove',
  'check',
] as const
export type GpsEvent = (typeof gpsEvents)[number]
/** Those that move a device from one status to another. */
export type GpsStep = Exclude<GpsEvent, 'stockIn' | 'check'>

type Move = { from: readonly GpsStatus[]; to: GpsStatus; by: Permission | 'system' }

export const gpsMoves: Readonly<Record<GpsStep, Move>> = {
  issue: { from: ['库存'], to: '已领用', by: 'gps:stock' },
  giveBack: { from: ['已领用', '已拆除'], to: '库存', by: 'gps:stock' },
  spoil: { from: ['库存', '已领用', '已拆除'], to: '损坏', by: 'gps:stock' },
  reserve: { from: ['已领用'], to: '待安装', by: 'gps:fit' },
  release: { from: ['待安装'], to: '已领用', by: 'gps:fit' },
  fit: { from: ['待安装'], to: '已安装', by: 'gps:fit' },
  lose: { from: ['已安装'], to: '离线', by: 'system' },
  find: { from: ['离线'], to: '已安装', by: 'system' },
  remove: { from: ['已安装', '离线'], to: '已拆除', by: 'gps:fit' },
}

/** It sits in a car, whether it is heard of or not. */
export const fittedStatuses = ['已安装', '离线'] as const satisfies readonly GpsStatus[]
export const isFitted = (status: GpsStatus): boolean =>
  (fittedStatuses as readonly GpsStatus[]).includes(status)
export const isInStock = (status: GpsStatus): boolean => status === '库存'
/** Chosen for an order, and not yet in its car. */
export const isChosen = (status: GpsStatus): boolean => status === '待安装'
export const isOffline = (status: GpsStatus): boolean => status === '离线'
export const isSpoilt = (status: GpsStatus): boolean => status === '损坏'
/** It waits to be fitted to its order, or is. */
export const isOfOrder = (status: GpsStatus): boolean => isChosen(status) || isFitted(status)

/** Orders to which devices are fitted: approved, and after the release where one has to be replaced. */
export const fittingStatuses = [
  'wait_sign',
  'preparing',
  'wait_funder',
  'funder_rejected',
  'wait_release',
  'released',
] as const satisfies readonly OrderStatus[]
/**
 * The orders whose devices are to come out of the car, or back; one may be rejected after its terms were changed, too.
 */
export const toRemoveStatuses = [
  'settled',
  'voided',
  'risk_rejected',
] as const satisfies readonly OrderStatus[]

/** Everything that its release was made with stays as it is until the bank has answered. */
const isBeingPaid = (orderStatus: string): boolean =>
  orderStatus === 'releasing' || orderStatus === 'release_failed'

export type GpsRefusal =
  | 'gps.refusals.permission'
  | 'gps.refusals.status'
  | 'gps.refusals.inStock'
  | 'gps.refusals.fitted'
  | 'gps.refusals.orderStatus'
type Answer = { ok: true } | { ok: false; reason: GpsRefusal }

type Facts = {
  status: GpsStatus /** Of its order, where the step is about one. */
  orderStatus?: string | null
}

/** True where somebody may do a step now: one answer for the buttons and for the service. */
export function gpsCan(step: GpsStep, facts: Facts, permissions: readonly Permission[]): Answer {
  const { from, by } = gpsMoves[step]
  if (by !== 'system' && !permissions.includes(by)) return { ok: false, reason: 'gps.refusals.permission' }
  const reason = gpsRefusal(step, facts)
  if (reason) return { ok: false, reason }
  return from.includes(facts.status) ? { ok: true } : { ok: false, reason: wrongStatus(step, facts.status) }
}

function wrongStatus(step: GpsStep, status: GpsStatus): GpsRefusal {
  if (step === 'reserve' && status === '库存') return 'gps.refusals.inStock'
  return isOfOrder(status) && gpsMoves[step].by === 'gps:stock'
    ? 'gps.refusals.fitted'
    : 'gps.refusals.status'
}

function gpsRefusal(step: GpsStep, { orderStatus }: Facts): GpsRefusal | null {
  if (orderStatus === undefined || orderStatus === null) return null
  const fits = (fittingStatuses as readonly string[]).includes(orderStatus)
  if (step === 'reserve' || step === 'fit') return fits ? null : 'gps.refusals.orderStatus'
  // Also while the order is judged anew, as for another car.
  if (step === 'release' || step === 'remove')
    return isBeingPaid(orderStatus) ? 'gps.refusals.orderStatus' : null
  return null
}

/** True where an order in this state gets a device that its shop holds. */
export const canChoose = (orderStatus: string, permissions: readonly Permission[]): Answer =>
  gpsCan('reserve', { status: '已领用', orderStatus }, permissions)

/**
 * True where somebody of the company may say that a fitting is as its photos show it: a shop never says so of its own.
 */
export function canCheck(
  { status, checkedAt }: Pick<Device, 'status' | 'checkedAt'>,
  permissions: readonly Permission[],
): Answer {
  if (!permissions.includes('gps:stock')) return { ok: false, reason: 'gps.refusals.permission' }
  return isFitted(status) && checkedAt === null ? { ok: true } : { ok: false, reason: 'gps.refusals.status' }
}

export type GpsCount = Readonly<Record<GpsKind, number>>

/** Of 加装无线GPS2台 two; of a condition that says no number one. */
const countIn = (detail: string | null): number => Number(/([1-9])\s*[台个只]/.exec(detail ?? '')?.[1] ?? 1)

/**
 * The number of devices that an order is to have: those of its template, where it asks for them before the release, and
 * those that its approval asked for besides, by the details of these conditions.
 */
export function neededDevices(
  { templateCode }: { templateCode: string },
  conditions: readonly (string | null)[],
): GpsCount {
  const { milestones, gps } = templateOf({ templateCode })
  const asked = (milestones as readonly MilestoneCode[]).includes('gps') ? gps : []
  const added = conditions.reduce((sum, detail) => sum + countIn(detail), 0)
  return {
    wired: asked.filter((kind) => kind === 'wired').length,
    wireless: asked.filter((kind) => kind === 'wireless').length + added,
  }
}

type Device = { deviceType: GpsKind; status: GpsStatus; checkedAt: string | null }
const numberOf = (
  devices: readonly Pick<Device, 'deviceType' | 'status'>[],
  kind: GpsKind,
  counts: (status: GpsStatus) => boolean,
): number => devices.filter(({ deviceType, status }) => deviceType === kind && counts(status)).length

/** Everything that is still to be chosen or fitted, by kind. */
export const lackingDevices = (
  needed: GpsCount,
  devices: readonly Pick<Device, 'deviceType' | 'status'>[],
  counts: (status: GpsStatus) => boolean = isFitted,
): GpsCount => ({
  wired: Math.max(0, needed.wired - numberOf(devices, 'wired', counts)),
  wireless: Math.max(0, needed.wireless - numberOf(devices, 'wireless', counts)),
})

export const totalOf = ({ wired, wireless }: GpsCount): number => wired + wireless

/** All that was asked for is in the car, and somebody of the company has seen that it is. */
export const allFitted = (needed: GpsCount, devices: readonly Device[]): boolean => {
  const checked = devices.filter(({ checkedAt }) => checkedAt !== null)
  return totalOf(needed) > 0 && totalOf(lackingDevices(needed, checked)) === 0
}

export const fittingStates = ['none', 'part', 'check', 'done'] as const
export type FittingState = (typeof fittingStates)[number]

/** So long without a sign a fitted device is 离线. */
export const silentHours = 72

const deviceNumber = /^[A-Z0-9]{6,20}$/
const simNumber = /^\d{11,20}$/

export type DeviceLine = { deviceNo: string; simNo: string }
export type LineFinding = 'gps.wrong.deviceNo' | 'gps.wrong.simNo' | 'gps.wrong.twice' | 'gps.wrong.known'

/** The faults of a line by itself, and beside those before it. */
export function lineFinding(line: DeviceLine, before: readonly DeviceLine[]): LineFinding | null {
  if (!deviceNumber.test(line.deviceNo)) return 'gps.wrong.deviceNo'
  if (line.simNo !== '' && !simNumber.test(line.simNo)) return 'gps.wrong.simNo'
  return before.some(({ deviceNo }) => deviceNo === line.deviceNo) ? 'gps.wrong.twice' : null
}

/** Lines as they are pasted, scanned or stand in a CSV: 设备号, and behind it 物联卡号. Empty ones are none. */
export const linesOf = (text: string): DeviceLine[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const [deviceNo = '', simNo = ''] = line
      .replace(/^\uFEFF/, '')
      .split(/[,，;；\t ]+/)
      .map((part) => part.replaceAll('"', '').trim())
    return deviceNo === '' ? [] : [{ deviceNo: deviceNo.toUpperCase(), simNo }]
  })

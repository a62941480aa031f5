import { eq, inArray, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit, nothingChanged } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { peopleNamed, textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { badInput, refused, taken } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { sysUser } from '../../identity/table.ts'
import { type SeatRow, voice } from '../contract.ts'
import { callRecord, seat } from '../table.ts'
import { sealSecret } from './seat-secret.ts'
import { isLapsed, type Seat, vacate } from './seats.ts'

/** 坐席管理: the seats of a tenant as its administrator keeps them. */

const states = { '0': 'seats.off', '1': 'seats.free', '2': 'seats.occupied' } as const

const calls = sql<number>`(select count(*)::int from ${callRecord} c
  where c.tenant_id = ${seat.tenantId} and c.seat_no = ${seat.seatsNumber})`
const lastCall = sql<string | null>`(select max(c.start_at) from ${callRecord} c
  where c.tenant_id = ${seat.tenantId} and c.seat_no = ${seat.seatsNumber})`

/** A seat as it is at a moment: one whose hold has lapsed is free, whoever is still in its row. */
const statusAt = (now: Date) =>
  sql<string>`case when ${seat.status} = '2' and ${seat.heldUntil} <= ${now.toISOString()} then '1' else ${seat.status} end`

/** 坐席管理. */
export const seats = defineList(voice.seatList, {
  table: seat,
  scope: 'tenant',
  filters: { status: (status, { now }) => eq(statusAt(now), status) },
  search: (q) => or(textIn(seat.seatsNumber, seat.agentAccount)(q), inArray(seat.agentId, peopleNamed(q))),
  sorts: { seats_number: seat.seatsNumber, changedAt: seat.changedAt },
  rows: readSeats,
})

/** 坐席管理 as a file. */
export const exportSeats = seats.file({
  list: 'seats',
  title: say('routes.adminSeats'),
  columns: {
    seats_number: { title: say('seats.number'), value: ({ seats_number }) => seats_number },
    status: { title: say('seats.status'), value: ({ status }) => say(states[status]) },
    holderName: { title: say('seats.holder'), value: ({ holderName }) => holderName },
    agentAccount: { title: say('seats.account'), value: ({ agentAccount }) => agentAccount },
    hasSecret: {
      title: say('seats.secret'),
      value: ({ hasSecret }) => say(hasSecret ? 'seats.secretSet' : 'seats.secretNone'),
    },
    callCount: { title: say('seats.calls'), value: ({ callCount }) => callCount },
    lastCallAt: { title: say('seats.lastCall'), value: ({ lastCallAt }) => chinaTime(lastCallAt) },
    changedAt: { title: say('seats.changedAt'), value: ({ changedAt }) => chinaTime(changedAt) },
  },
})

async function readSeats(ids: number[], { now }: Pick<Call, 'now'>): Promise<SeatRow[]> {
  const rows = await db()
    .select({
      row: seat,
      status: statusAt(now),
      holderName: sysUser.name,
      callCount: calls,
      lastCallAt: lastCall,
    })
    .from(seat)
    .leftJoin(sysUser, eq(sysUser.id, seat.agentId))
    .where(inArray(seat.id, ids))
  return rows.map(({ row, status, holderName, callCount, lastCallAt }) => ({
    id: row.id,
    rowVersion: row.rowVersion,
    seats_number: row.seatsNumber,
    status: status === '1' || status === '2' ? status : '0',
    agentAccount: row.agentAccount,
    hasSecret: row.agentSecret !== null,
    holderName: status === '2' ? holderName : null,
    changedAt: row.changedAt,
    callCount,
    lastCallAt,
  }))
}

type Input = ParsedInputOf<typeof voice.saveSeat>

/** @throws 409 for a number that is there; 422 to switch off one that somebody has */
export async function saveSeat(input: Input, call: Call, row: Seat | undefined): Promise<{ id: number }> {
  const { seats_number, agentAccount, secret, clearSecret, enabled } = input
  const sealed =
    secret === '' ? (clearSecret ? { agentSecret: null } : {}) : { agentSecret: sealSecret(secret) }
  if (!row) {
    const values = { seatsNumber: seats_number, agentAccount, status: enabled ? '1' : '0', ...sealed }
    const [made] = await db()
      .insert(seat)
      .values({ ...values, createdBy: call.actor.id })
      .onConflictDoNothing()
      .returning({ id: seat.id })
    if (!made) throw taken('seats.numberTaken')
    await audit({ action: 'seat.add', object: `seat:${seats_number}`, after: told(input) })
    return made
  }
  if (row.seatsNumber !== seats_number) throw badInput({ seats_number: 'seats.numberStays' })
  if (row.status === '2' && !enabled) throw refused('seats.inUse')
  await db()
    .update(seat)
    .set({
      agentAccount,
      ...sealed,
      status: row.status === '2' ? '2' : enabled ? '1' : '0',
      ...changedBy(seat, call),
    })
    .where(eq(seat.id, row.id))
  const before = { agentAccount: row.agentAccount, enabled: row.status !== '0' }
  await audit({ action: 'seat.save', before, after: told(input) })
  return { id: row.id }
}

/** For the audit log: that the secret was changed, and never what it is. */
const told = ({ agentAccount, enabled, secret, clearSecret }: Input) => ({
  agentAccount,
  enabled,
  secretChanged: secret !== '' || clearSecret,
})

/** A seat whose hold has lapsed is given back first. */
export const seatSubject = subject({
  noun: 'seat',
  nameOf: ({ seatsNumber }: Seat) => seatsNumber,
  async lock(id: number, call) {
    const row = await byId(seat)(id, call)
    return row && isLapsed(row, call.now) ? vacate(row, call.now, 0) : row
  },
  shown: ({ agentAccount, status }) => ({ agentAccount, enabled: status !== '0' }),
})

/** 释放 of a seat that somebody has: its call ends, its browser learns of it at its next word. */
export async function releaseSeat(_input: object, call: Call, row: Seat): Promise<Record<string, never>> {
  if (row.status === '2') {
    await vacate(row, call.now, call.actor.id)
    await audit({ before: { agentId: row.agentId } })
  } else nothingChanged()
  return {}
}

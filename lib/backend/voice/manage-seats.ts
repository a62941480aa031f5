import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { SeatRow, voice } from '../../contracts/voice.ts'
import { audit, nothingChanged } from '../audit.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { type PagedQuery, pageOf } from '../db/page-map.ts'
import { sysUser } from '../db/schema/identity.ts'
import { callRecord, seat } from '../db/schema/voice.ts'
import { badInput, refused, taken } from '../errors.ts'
import { byId, subject } from '../subject.ts'
import { sealSecret } from './seat-secret.ts'
import { isLapsed, type Seat, vacate } from './seats.ts'

/** 坐席管理: the seats of a tenant as its administrator keeps them. */

const sorts = { seats_number: seat.seatsNumber, changedAt: seat.changedAt } as const

const calls = sql<number>`(select count(*)::int from ${callRecord} c
  where c.tenant_id = ${seat.tenantId} and c.seat_no = ${seat.seatsNumber})`
const lastCall = sql<string | null>`(select max(c.start_at) from ${callRecord} c
  where c.tenant_id = ${seat.tenantId} and c.seat_no = ${seat.seatsNumber})`

/** A seat as it is at a moment: one whose hold has lapsed is free, whoever is still in its row. */
const statusAt = (now: Date) =>
  sql<string>`case when ${seat.status} = '2' and ${seat.heldUntil} <= ${now.toISOString()} then '1' else ${seat.status} end`

type Filter = Pick<ParsedInputOf<typeof voice.seatList>, 'q' | 'sort' | 'status'>

/** @throws 400 at `sort` for a field that the list does not sort by */
export function seatQuery({ q, sort, status }: Filter, { tenantId, now }: Call): PagedQuery {
  const [field = '', direction] = (sort ?? 'seats_number:asc').split(':')
  if (!Object.hasOwn(sorts, field)) throw badInput({ sort: 'refusals.badInput' })
  const where = and(
    eq(seat.tenantId, tenantId),
    status && eq(statusAt(now), status),
    q ? matching(q) : undefined,
  )
  return {
    tenantId,
    table: seat,
    id: seat.id,
    where: where ?? sql`true`,
    by: sorts[field as keyof typeof sorts],
    descending: direction === 'desc',
  }
}

function matching(q: string): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const holders = db().select({ id: sysUser.id }).from(sysUser).where(ilike(sysUser.name, pattern))
  return or(
    ilike(seat.seatsNumber, pattern),
    ilike(seat.agentAccount, pattern),
    inArray(seat.agentId, holders),
  )
}

export async function listSeats(
  input: ParsedInputOf<typeof voice.seatList>,
  call: Call,
): Promise<OutputOf<typeof voice.seatList>> {
  const { ids, ...page } = await pageOf(seatQuery(input, call), input)
  return { data: await readSeats(ids, call), ...page }
}

/** The seats of these ids, in their order. */
export async function readSeats(ids: readonly number[], { now }: Pick<Call, 'now'>): Promise<SeatRow[]> {
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
    .where(inArray(seat.id, [...ids]))
  const place = new Map(ids.map((id, at) => [id, at]))
  return rows
    .map(
      ({ row, status, holderName, callCount, lastCallAt }): SeatRow => ({
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
      }),
    )
    .sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
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
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
      rowVersion: sql`${seat.rowVersion} + 1`,
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

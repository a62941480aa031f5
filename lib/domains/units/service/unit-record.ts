import { and, eq, ne, sql } from 'drizzle-orm'
import type { Actor, Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { subject } from '../../../platform/subject.ts'
import { unitReach } from '../../identity/service/people-reach.ts'
import { orgUnit } from '../../identity/table.ts'
import { deadStatuses } from '../../orders/rules/order-states.ts'
import { type UnitFacts, type UnitKind, type UnitPermit, type UnitVerb, unitPermit } from '../rules/unit.ts'

/** A unit with what hangs on it. */

export type Unit = typeof orgUnit.$inferSelect

type Hanging = Pick<UnitFacts, 'users' | 'below' | 'orders' | 'place'>

/** Everything that hangs on units themselves, and keeps them in use. */
export async function hangingOn(ids: readonly number[]): Promise<ReadonlyMap<number, Hanging>> {
  const places = sql`(select id, org_unit_id, id as shop_id, status from shop
    union all select b.id, b.org_unit_id, s.id, b.status from branch b left join shop s on s.branch_id = b.id)`
  const dead = sql`${sql.param([...deadStatuses])}::text[]`
  const { rows } = await db().execute<Hanging & { id: number }>(sql`select u.id,
      (select count(*)::int from sys_user where org_unit_id = u.id and status <> '停用') as users,
      (select count(*)::int from org_unit b where b.parent_id = u.id and b.status = '启用') as below,
      (select count(*)::int from application a join ${places} p on p.shop_id = a.shop_id
        where p.org_unit_id = u.id and a.status <> all(${dead})) as orders,
      exists (select from ${places} p where p.org_unit_id = u.id and p.status <> '已关闭') as place
    from org_unit u where u.id = any(${sql.param([...ids])}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

const nothing: Hanging = { users: 0, below: 0, orders: 0, place: false }
export const factsOf = ({ kind, status }: Unit, hanging: Hanging = nothing): UnitFacts => ({
  kind: kind as UnitKind,
  status: status === '停用' ? '停用' : '启用',
  users: hanging.users,
  below: hanging.below,
  orders: hanging.orders,
  place: hanging.place,
})

const factsNow = async (unit: Unit): Promise<UnitFacts> =>
  factsOf(unit, (await hangingOn([unit.id])).get(unit.id))

export const verbPermit = async (verb: UnitVerb, unit: Unit): Promise<UnitPermit> =>
  unitPermit(verb, await factsNow(unit))

/** A unit in use that somebody's data scope has. */
export async function unitInUse(id: number, actor: Actor): Promise<Unit | undefined> {
  const [unit] = await db()
    .select()
    .from(orgUnit)
    .where(and(eq(orgUnit.id, id), eq(orgUnit.status, '启用'), unitReach(actor)))
  return unit
}

/** True where another one beside it has the name. */
export async function nameTaken(name: string, parentId: number, own = 0): Promise<boolean> {
  const beside = and(eq(orgUnit.parentId, parentId), eq(orgUnit.name, name), ne(orgUnit.id, own))
  return (await db().$count(orgUnit, beside)) > 0
}

/** Users are given a unit in the same turn: none comes into one that is being stopped. */
export const unitTurn = ({ tenantId }: Pick<Call, 'tenantId'>) => takeTurn('staff', tenantId)

/** In the caller's data scope; of the system in whichever. */
export async function lockUnit(id: number, call: Call | undefined): Promise<Unit | undefined> {
  if (call) await unitTurn(call)
  const own = call && and(eq(orgUnit.tenantId, call.tenantId), unitReach(call.actor))
  const [unit] = await db()
    .select()
    .from(orgUnit)
    .where(and(eq(orgUnit.id, id), own))
    .for('no key update')
  return unit
}

export const orgUnitSubject = subject({
  noun: 'orgUnit',
  nameOf: ({ id }: Unit) => id,
  shown: ({ name, parentId }) => ({ name, parentId }),
  lock: lockUnit,
})

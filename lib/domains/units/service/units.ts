import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import { subject } from '../../../platform/subject.ts'
import type { Contracts } from '../../endpoints.ts'
import { unitReach } from '../../identity/service/people-reach.ts'
import { orgUnit } from '../../identity/table.ts'
import { deadStatuses } from '../../orders/rules/order-states.ts'
import { units as calls, type UnitRow } from '../contract.ts'
import { standsBelow, type UnitFacts, type UnitKind, type UnitVerb, unitPermit } from '../rules/unit.ts'

type Unit = typeof orgUnit.$inferSelect

const list = defineList(calls.list, {
  table: orgUnit,
  scope: { rows: ({ actor }) => unitReach(actor) },
  search: textIn(orgUnit.name),
  rows: readUnits,
})

const exportList = list.file({
  list: 'units',
  title: say('routes.units'),
  columns: wordedColumns<UnitRow>('units', {
    name: ({ name }) => name,
    kind: ({ kind }) => say(`units.kinds.${kind}`),
    parentName: ({ parentName }) => parentName,
    users: ({ users }) => users,
    below: ({ below }) => below,
    orders: ({ orders }) => orders,
    status: ({ status }) => status,
    updatedAt: ({ updatedAt }) => chinaTime(updatedAt),
  }),
})

const depthOf = ({ path }: Unit) => path.split('/').length - 3

async function readUnits(ids: readonly number[]): Promise<UnitRow[]> {
  const parent = alias(orgUnit, 'parent')
  const rows = await db()
    .select({ unit: orgUnit, parentName: parent.name })
    .from(orgUnit)
    .leftJoin(parent, eq(parent.id, orgUnit.parentId))
    .where(inArray(orgUnit.id, [...ids]))
  const hanging = await hangingOn(ids)
  return rows.map(({ unit, parentName }) => ({
    ...unit,
    ...factsOf(unit, hanging.get(unit.id)),
    parentName,
    depth: depthOf(unit),
  }))
}

type Hanging = Pick<UnitFacts, 'users' | 'below' | 'orders' | 'place'>

/** Everything that hangs on units themselves, and keeps them in use. */
async function hangingOn(ids: readonly number[]): Promise<ReadonlyMap<number, Hanging>> {
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
const factsOf = ({ kind, status }: Unit, hanging: Hanging = nothing): UnitFacts => ({
  kind: kind as UnitKind,
  status: status === '停用' ? '停用' : '启用',
  users: hanging.users,
  below: hanging.below,
  orders: hanging.orders,
  place: hanging.place,
})

/** @throws 422 with the reason why not */
async function requireVerb(verb: UnitVerb, unit: Unit): Promise<void> {
  const permit = unitPermit(verb, factsOf(unit, (await hangingOn([unit.id])).get(unit.id)))
  if (!permit.ok) throw refused(permit.reason, permit.params)
}

/** A unit in use that the caller has, for one of this kind to stand below. @throws 400 */
async function parentOf(id: number, kind: UnitKind, { actor }: Call): Promise<Unit> {
  const [parent] = await db()
    .select()
    .from(orgUnit)
    .where(and(eq(orgUnit.id, id), eq(orgUnit.status, '启用'), unitReach(actor)))
  if (!parent) throw badInput({ parentId: 'units.unknownParent' })
  if (!standsBelow(kind, parent.kind as UnitKind)) throw badInput({ parentId: 'units.notBelow' })
  return parent
}

/** @throws 400 where another one beside it has the name */
async function requireName(name: string, parentId: number | null, own = 0): Promise<void> {
  const beside = and(
    parentId === null ? sql`false` : eq(orgUnit.parentId, parentId),
    eq(orgUnit.name, name),
    ne(orgUnit.id, own),
  )
  if ((await db().$count(orgUnit, beside)) > 0) throw badInput({ name: 'units.nameTaken' })
}

async function add({ parentId, kind, name }: ParsedInputOf<typeof calls.add>, call: Call) {
  await turn(call)
  const parent = await parentOf(parentId, kind, call)
  await requireName(name, parent.id)
  const [made] = await db()
    .insert(orgUnit)
    .values({ parentId: parent.id, kind, name, path: '', createdBy: call.actor.id, updatedBy: call.actor.id })
    .returning({ id: orgUnit.id })
  if (!made) throw new Error('the unit was not written')
  await db()
    .update(orgUnit)
    .set({ path: `${parent.path}${made.id}/` })
    .where(eq(orgUnit.id, made.id))
  await audit({ object: `orgUnit:${made.id}`, after: { name, unitKind: kind, parentUnit: parent.name } })
  return made
}

async function rename({ name }: ParsedInputOf<typeof calls.rename>, _call: Call, unit: Unit) {
  await requireVerb('rename', unit)
  await requireName(name, unit.parentId, unit.id)
  await change(orgUnit, unit, { name })
  return {}
}

/** @throws 400 for a place where it cannot stand */
async function move({ parentId }: ParsedInputOf<typeof calls.move>, call: Call, unit: Unit) {
  await requireVerb('move', unit)
  const parent = await parentOf(parentId, unit.kind as UnitKind, call)
  if (parent.path.startsWith(unit.path)) throw badInput({ parentId: 'units.notBelow' })
  await requireName(unit.name, parent.id, unit.id)
  const [was] = await db()
    .select({ name: orgUnit.name })
    .from(orgUnit)
    .where(eq(orgUnit.id, unit.parentId ?? 0))
  await change(
    orgUnit,
    unit,
    { parentId: parent.id },
    { before: { name: unit.name, parentUnit: was?.name }, after: { parentUnit: parent.name } },
  )
  await db()
    .update(orgUnit)
    .set({
      path: sql`${`${parent.path}${unit.id}/`}::text || substr(${orgUnit.path}, ${unit.path.length + 1})`,
    })
    .where(sql`starts_with(${orgUnit.path}, ${unit.path})`)
  return {}
}

async function stop(_input: object, _call: Call, unit: Unit) {
  await requireVerb('stop', unit)
  await change(orgUnit, unit, { status: '停用' })
  return {}
}

/** @throws 422 below one that is stopped */
async function start(_input: object, _call: Call, unit: Unit) {
  await requireVerb('start', unit)
  const [parent] = await db()
    .select({ status: orgUnit.status })
    .from(orgUnit)
    .where(eq(orgUnit.id, unit.parentId ?? 0))
  if (parent?.status === '停用') throw refused('units.parentStopped')
  await change(orgUnit, unit, { status: '启用' })
  return {}
}

/** @throws 404 */
async function parents(
  { id }: ParsedInputOf<typeof calls.parents>,
  { actor }: Call,
): Promise<OutputOf<typeof calls.parents>> {
  const reached = await db().select().from(orgUnit).where(unitReach(actor)).orderBy(asc(orgUnit.path))
  const unit = reached.find((one) => one.id === id)
  if (!unit) throw notFound()
  return reached
    .filter(
      ({ status, kind, path }) =>
        status === '启用' &&
        standsBelow(unit.kind as UnitKind, kind as UnitKind) &&
        !path.startsWith(unit.path),
    )
    .map((one) => ({ id: one.id, name: one.name, depth: depthOf(one) }))
}

/** Users are given a unit in the same turn: none comes into one that is being stopped. */
const turn = ({ tenantId }: Call) => takeTurn('staff', tenantId)

export const orgUnitSubject = subject({
  noun: 'orgUnit',
  nameOf: ({ id }: Unit) => id,
  turn,
  shown: ({ name, parentId }) => ({ name, parentId }),
  async lock(id: number, { actor, tenantId }) {
    const [unit] = await db()
      .select()
      .from(orgUnit)
      .where(and(eq(orgUnit.id, id), eq(orgUnit.tenantId, tenantId), unitReach(actor)))
      .for('no key update')
    return unit
  },
})

export const unitHandlers: HandlersOf<Contracts['units']> = {
  list: list.page,
  exportList,
  parents,
  add,
  rename,
  move,
  stop,
  start,
}

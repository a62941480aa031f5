import { asc, eq, inArray } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { change } from '../../../platform/change-row.ts'
import { nothingToCheck, propose } from '../../../platform/changes/propose.ts'
import { waitingAbout } from '../../../platform/changes/waiting-about.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { textIn } from '../../../platform/db/list-conditions.ts'
import { chinaTime, wordedColumns } from '../../../platform/db/list-file.ts'
import { badInput, notFound, refused } from '../../../platform/errors.ts'
import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { unitReach } from '../../identity/service/people-reach.ts'
import { orgUnit } from '../../identity/table.ts'
import { rightsCheckOf } from '../../staff/service/rights-check.ts'
import { units as calls, type UnitRow } from '../contract.ts'
import { standsBelow, type UnitKind, type UnitVerb } from '../rules/unit.ts'
import { fitsBelow, moveLines, moveUnit } from './move-change.ts'
import { factsOf, hangingOn, nameTaken, type Unit, unitInUse, unitTurn, verbPermit } from './unit-record.ts'

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

async function readUnits(ids: readonly number[], { now }: Pick<Call, 'now'>): Promise<UnitRow[]> {
  const parent = alias(orgUnit, 'parent')
  const rows = await db()
    .select({ unit: orgUnit, parentName: parent.name })
    .from(orgUnit)
    .leftJoin(parent, eq(parent.id, orgUnit.parentId))
    .where(inArray(orgUnit.id, [...ids]))
  const hanging = await hangingOn(ids)
  const moving = await waitingAbout('unitMove', ids, now)
  return rows.map(({ unit, parentName }) => ({
    ...unit,
    ...factsOf(unit, hanging.get(unit.id)),
    parentName,
    moving: moving.has(unit.id),
    depth: depthOf(unit),
  }))
}

/** @throws 422 with the reason why not */
async function requireVerb(verb: UnitVerb, unit: Unit): Promise<void> {
  const permit = await verbPermit(verb, unit)
  if (!permit.ok) throw refused(permit.reason, permit.params)
}

/** A unit in use that the caller has. @throws 400 */
async function parentOf(id: number, { actor }: Call): Promise<Unit> {
  const parent = await unitInUse(id, actor)
  if (!parent) throw badInput({ parentId: 'units.unknownParent' })
  return parent
}

/** @throws 400 where another one beside it has the name */
async function requireName(name: string, parentId: number | null, own = 0): Promise<void> {
  if (parentId !== null && (await nameTaken(name, parentId, own))) throw badInput({ name: 'units.nameTaken' })
}

async function add({ parentId, kind, name }: ParsedInputOf<typeof calls.add>, call: Call) {
  await unitTurn(call)
  const parent = await parentOf(parentId, call)
  if (!standsBelow(kind, parent.kind as UnitKind)) throw badInput({ parentId: 'units.notBelow' })
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

/**
 * 移动: proposed to a second administrator, or done at once where there is none.
 *
 * @throws 400 for a place where it cannot stand, 409 while a move of it waits
 */
async function move(
  { parentId }: ParsedInputOf<typeof calls.move>,
  call: Call,
  unit: Unit,
): Promise<OutputOf<typeof calls.move>> {
  await requireVerb('move', unit)
  const parent = await parentOf(parentId, call)
  if (parent.id === unit.parentId) throw badInput({ parentId: 'units.sameParent' })
  if (!fitsBelow(unit, parent)) throw badInput({ parentId: 'units.notBelow' })
  if (await nameTaken(unit.name, parent.id, unit.id)) throw badInput({ parentId: 'units.nameTaken' })
  if ((await rightsCheckOf(call)) === 'alone') {
    nothingToCheck(call)
    await moveUnit(unit, parent, call, { alone: true })
    return { waits: false }
  }
  const content = { from: unit.parentId, to: parent.id }
  const lines = await moveLines(unit, parent)
  await propose('unitMove', { aboutId: unit.id, title: unit.name, content, lines }, call)
  await change(orgUnit, unit, {}, { after: { name: unit.name, asked: parent.name } })
  return { waits: true }
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

import { eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { orgUnit } from '../../identity/table.ts'
import { deadStatuses } from '../../orders/rules/order-states.ts'
import { standsBelow, type UnitKind } from '../rules/unit.ts'
import { lockUnit, nameTaken, type Unit, unitInUse, verbPermit } from './unit-record.ts'

/** 机构移动: who sees the orders of a unit changes with its place, when a second administrator has agreed. */

async function unitName(id: number | null): Promise<string> {
  const [row] = await db()
    .select({ name: orgUnit.name })
    .from(orgUnit)
    .where(eq(orgUnit.id, id ?? 0))
  return row?.name ?? ''
}

/** Everything that goes with a unit, however far below it: units and users in use, orders that are not over. */
async function movesWith({ id, path }: Unit) {
  const moved = sql`select id, status from org_unit where starts_with(path, ${path})`
  const { rows } = await db().execute<{ below: number; users: number; orders: number }>(sql`
    with moved as (${moved}) select
      (select count(*)::int from moved where id <> ${id} and status = '启用') as below,
      (select count(*)::int from sys_user where org_unit_id in (select id from moved) and status <> '停用') as users,
      (select count(*)::int from application a join shop s on s.id = a.shop_id
        where s.org_unit_id in (select id from moved)
          and a.status <> all(${sql.param([...deadStatuses])}::text[])) as orders`)
  return rows[0] ?? { below: 0, users: 0, orders: 0 }
}

/** The checker reads from where it goes to where, and what goes with it. */
export async function moveLines(unit: Unit, parent: Unit): Promise<ChangeLine[]> {
  return [
    { field: 'unitName', kind: 'text', value: unit.name },
    { field: 'unitParent', kind: 'text', value: parent.name, was: await unitName(unit.parentId) },
    { field: 'unitWith', kind: 'text', value: say('units.movesWith', await movesWith(unit)) },
  ]
}

/** True where a unit may stand below this one: of a fitting kind, and not below itself. */
export const fitsBelow = (unit: Unit, parent: Unit): boolean =>
  standsBelow(unit.kind as UnitKind, parent.kind as UnitKind) && !parent.path.startsWith(unit.path)

/** With all that stands below it, whose paths begin with its own. */
export async function moveUnit(
  unit: Unit,
  parent: Unit,
  call: Pick<Call, 'actor' | 'now'>,
  how: { alone?: true; madeBy?: number },
): Promise<void> {
  const was = await unitName(unit.parentId)
  await db()
    .update(orgUnit)
    .set({ parentId: parent.id, ...changedBy(orgUnit, call) })
    .where(eq(orgUnit.id, unit.id))
  await db()
    .update(orgUnit)
    .set({
      path: sql`${`${parent.path}${unit.id}/`}::text || substr(${orgUnit.path}, ${unit.path.length + 1})`,
    })
    .where(sql`starts_with(${orgUnit.path}, ${unit.path})`)
  await audit({
    action: 'orgUnit.move',
    object: `orgUnit:${unit.id}`,
    before: { name: unit.name, parentUnit: was },
    after: { parentUnit: parent.name, ...how },
  })
}

export const unitMoveChange = changeKind({
  content: z.object({ from: z.number().int().nullable(), to: z.number().int() }),
  lock: lockUnit,
  async judge({ from, to }, unit: Unit, { actor }): Promise<FieldMessage | undefined> {
    if (unit.parentId !== from) return 'units.movedSince'
    const permit = await verbPermit('move', unit)
    if (!permit.ok) return { key: permit.reason, params: permit.params ?? {} }
    const parent = await unitInUse(to, actor)
    if (!parent) return 'units.parentGone'
    if (!fitsBelow(unit, parent)) return 'units.notBelow'
    return (await nameTaken(unit.name, to, unit.id)) ? 'units.nameTaken' : undefined
  },
  async apply({ to }, unit, { madeBy }, call) {
    const parent = await unitInUse(to, call.actor)
    if (!parent) throw new Error(`unit ${to} went after it was looked at`)
    await moveUnit(unit, parent, call, { madeBy })
  },
  // The unit stands where it stood.
  async leave() {},
})

import { and, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { isDataScope } from '../../identity/rules/roles.ts'
import { unitReach } from '../../identity/service/people-reach.ts'
import { orgUnit } from '../../identity/table.ts'
import type { staff } from '../contract.ts'
import { isAbove } from '../rules/staff.ts'
import { readRoles } from './reach.ts'
import { rightsCheckOf } from './rights-check.ts'

/** Everything that the forms of users and the filters choose from. */
export async function choices(_input: object, { actor }: Call): Promise<OutputOf<typeof staff.choices>> {
  const rows = await db()
    .select({ id: orgUnit.id, parentId: orgUnit.parentId, name: orgUnit.name, kind: orgUnit.kind })
    .from(orgUnit)
    .where(and(eq(orgUnit.status, '启用'), unitReach(actor)))
    .orderBy(orgUnit.id)
  const ids = new Set(rows.map(({ id }) => id))
  const isTop = ({ parentId }: (typeof rows)[number]) => parentId === null || !ids.has(parentId)
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const withBelow = (units: typeof rows, depth: number): OutputOf<typeof staff.choices>['units'] =>
    units.flatMap(({ id, name, kind }) => [
      { id, name, kind, depth },
      ...withBelow(below.get(id) ?? [], depth + 1),
    ])
  const roles = await readRoles()
  return {
    units: withBelow(rows.filter(isTop), 0),
    roles: roles.map(({ code, name, dataScope, permissions }) => ({
      code,
      name,
      dataScope: isDataScope(dataScope) ? dataScope : 'self',
      permissions,
      above: isAbove(permissions, actor.permissions),
    })),
    widest: actor.dataScope,
    check: await rightsCheckOf({ actor }),
  }
}

import { and, eq, inArray, ne } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import type { ChangeLine } from '../../../platform/changes/rules/pending-change.ts'
import type { Call } from '../../../platform/context.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { takeTurn } from '../../../platform/db/turns.ts'
import type { FieldMessage } from '../../../platform/errors.ts'
import { publishAccessChanged } from '../../../platform/live-events.ts'
import { changedFields } from '../../../platform/row-version.ts'
import { dutyConflict } from '../../identity/rules/duties.ts'
import { dataScopes } from '../../identity/rules/roles.ts'
import { userReach } from '../../identity/service/people-reach.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { heldWith } from '../rules/staff.ts'
import { type Role, readRoles } from './reach.ts'
import { permissionNames } from './role-change.ts'
import { givenBy } from './user-rows.ts'

/** 用户权限: roles, data scope and unit of a user are in force when a second administrator has agreed. */

const rights = z.object({
  roleCodes: z.array(z.string()),
  dataScope: z.string(),
  orgUnitId: z.number().int(),
  /** Changes that wait since before there were any have none. */
  scopeUnitIds: z.array(z.number().int()).default([]),
})
export type UserRights = z.output<typeof rights>
type User = typeof sysUser.$inferSelect

export const rightsOfUser = ({ roleCodes, dataScope, orgUnitId, scopeUnitIds }: UserRights): UserRights => ({
  roleCodes,
  dataScope,
  orgUnitId,
  scopeUnitIds: dataScope === 'custom' ? [...new Set(scopeUnitIds)].sort((a, b) => a - b) : [],
})

export const sameUserRights = (one: UserRights, other: UserRights): boolean =>
  changedFields(rightsOfUser(one), rightsOfUser(other)).length === 0

/** Each value with what stands there, and what the user could do and can no more, by its names. */
export async function userLines(
  { name, account }: Pick<User, 'name' | 'account'>,
  was: UserRights,
  next: UserRights,
  roles: readonly Role[],
): Promise<ChangeLine[]> {
  const units = await db()
    .select({ id: orgUnit.id, name: orgUnit.name })
    .from(orgUnit)
    .where(inArray(orgUnit.id, [was.orgUnitId, next.orgUnitId, ...was.scopeUnitIds, ...next.scopeUnitIds]))
  const unitName = (id: number) => units.find((unit) => unit.id === id)?.name ?? ''
  const roleNames = (codes: readonly string[]) =>
    codes.map((code) => roles.find((role) => role.code === code)?.name ?? code).join(say('ui.separator'))
  const scopeName = ({ dataScope: scope, scopeUnitIds }: UserRights) => {
    if (scope === 'custom')
      return say('staff.scopeOf', { units: scopeUnitIds.map(unitName).join(say('ui.separator')) })
    const known = dataScopes.find((one) => one === scope)
    return known ? say(`staff.scope.${known}`) : scope
  }
  const compared = (field: ChangeLine['field'], text: (of: UserRights) => string): ChangeLine => ({
    field,
    kind: 'text',
    value: text(next),
    ...(text(was) !== text(next) && { was: text(was) || say('staff.noRoles') }),
  })
  const [had, has] = [givenBy(was.roleCodes, roles), givenBy(next.roleCodes, roles)]
  const only = (one: readonly string[], other: readonly string[]) =>
    permissionNames(one.filter((each) => !other.includes(each)))
  const moved: ChangeLine[] = [
    { field: 'permissionsAdded', kind: 'text', value: only(has, had) },
    { field: 'permissionsRemoved', kind: 'text', value: only(had, has) },
  ]
  return [
    { field: 'staffName', kind: 'text', value: say('staff.person', { name, account }) },
    compared('userRoles', ({ roleCodes }) => roleNames(roleCodes)),
    compared('userScope', scopeName),
    compared('userUnit', ({ orgUnitId }) => unitName(orgUnitId)),
    ...moved.filter(({ value }) => value !== ''),
  ]
}

/** From the next call of the user on; his open pages hear of it. */
export async function setUserRights(
  user: Pick<User, 'id'> & UserRights,
  next: UserRights,
  call: Pick<Call, 'actor' | 'now'>,
  how: { alone?: true; madeBy?: number },
): Promise<void> {
  await db()
    .update(sysUser)
    .set({ ...next, ...changedBy(sysUser, call) })
    .where(eq(sysUser.id, user.id))
  await audit({
    action: 'staff.setUserRights',
    object: `user:${user.id}`,
    before: rightsOfUser(user),
    after: { ...next, ...how },
  })
  await publishAccessChanged([user.id])
}

async function lockUser(id: number, call: Call | undefined): Promise<User | undefined> {
  // All changes of users and roles take the turn before the row (reach.ts).
  if (call) await takeTurn('staff', call.tenantId)
  const [user] = await db()
    .select()
    .from(sysUser)
    .where(and(eq(sysUser.id, id), call && userReach(call.actor)))
    .for('no key update')
  return user
}

export const userRightsChange = changeKind({
  content: z.object({ was: rights, rights }),
  lock: lockUser,
  async judge({ was, rights: next }, user: User, { actor }): Promise<FieldMessage | undefined> {
    if (user.id === actor.id) return 'staff.refusal.checkOwnRights'
    if (!sameUserRights(was, user)) return 'staff.refusal.rightsMoved'
    const roles = await readRoles()
    if (next.roleCodes.some((code) => !roles.some((role) => role.code === code)))
      return 'staff.refusal.roleGone'
    const broken = dutyConflict(heldWith(next.roleCodes, roles))
    if (broken) return broken
    const held = [was.orgUnitId, ...was.scopeUnitIds]
    const given = [next.orgUnitId, ...next.scopeUnitIds].filter((id) => !held.includes(id))
    const closed = await db().$count(orgUnit, and(inArray(orgUnit.id, given), ne(orgUnit.status, '启用')))
    return closed > 0 ? 'staff.refusal.unitClosed' : undefined
  },
  async apply({ rights: next }, user, { madeBy }, call) {
    await setUserRights(user, next, call, { madeBy })
  },
  // The user has what he had.
  async leave() {},
})

import { eq, inArray } from 'drizzle-orm'
import { waitingAbout } from '../../../platform/changes/waiting-about.ts'
import type { Actor } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { isDataScope } from '../../identity/rules/roles.ts'
import { throttledAccounts } from '../../identity/service/login-attempts.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import type { UserRow } from '../contract.ts'
import { isAbove, type UserStatus, userStatuses } from '../rules/staff.ts'
import { type Role, readRoles } from './reach.ts'

/** Users as the list shows them, in no order. Who is above the actor depends on the actor. */
export async function readUserRows(ids: readonly number[], actor: Actor): Promise<UserRow[]> {
  const rows = await db()
    .select({ user: sysUser, orgName: orgUnit.name })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(inArray(sysUser.id, [...ids]))
  const roles = await readRoles()
  const unitIds = rows.flatMap(({ user }) => user.scopeUnitIds)
  const units = await db()
    .select({ id: orgUnit.id, name: orgUnit.name })
    .from(orgUnit)
    .where(inArray(orgUnit.id, unitIds))
  const throttled = await throttledAccounts(rows.map(({ user }) => user.account))
  const checked = await waitingAbout('userRights', ids, new Date())
  return rows.map((row) => rowOf(row, { roles, units, throttled, checked }, actor))
}

function rowOf(
  { user, orgName }: { user: typeof sysUser.$inferSelect; orgName: string },
  {
    roles,
    units,
    throttled,
    checked,
  }: {
    roles: readonly Role[]
    units: UserRow['scopeUnits']
    throttled: ReadonlySet<string>
    checked: ReadonlySet<number>
  },
  actor: Actor,
): UserRow {
  const status = statusOf(user.status)
  return {
    ...user,
    orgName,
    status,
    mobile: maskMobile(user.mobile ?? ''),
    dataScope: isDataScope(user.dataScope) ? user.dataScope : 'self',
    scopeUnits: units.filter(({ id }) => user.scopeUnitIds.includes(id)),
    roleNames: user.roleCodes.map((code) => roles.find((role) => role.code === code)?.name ?? code),
    locked: status === '锁定' || (status === '正常' && throttled.has(user.account)),
    oneTime: user.oneTimeUntil !== null,
    above: isAbove(givenBy(user.roleCodes, roles), actor.permissions),
    checking: checked.has(user.id),
  }
}

const statusOf = (text: string): UserStatus => userStatuses.find((status) => status === text) ?? '停用'

/** The permissions that roles give together. */
export const givenBy = (codes: readonly string[], roles: readonly Role[]): string[] =>
  roles.flatMap((role) => (codes.includes(role.code) ? role.permissions : []))

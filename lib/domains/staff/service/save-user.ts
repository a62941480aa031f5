import { and, eq, ne, sql } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import { publishAccessChanged } from '../../../platform/live-events.ts'
import { changedFields } from '../../../platform/row-version.ts'
import type { DataScope } from '../../identity/rules/roles.ts'
import { isDataScope } from '../../identity/rules/roles.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import type { staff } from '../contract.ts'
import { isAbove, isWithinScope, userFindings, userPermit } from '../rules/staff.ts'
import type { LockedUser } from './lock-user.ts'
import { newOneTimePassword, type OneTimePassword } from './one-time-password.ts'
import { type Role, readRoles, unitReach } from './reach.ts'
import { givenBy } from './user-rows.ts'

type Values = Omit<ParsedInputOf<typeof staff.createUser>, 'account'>
type Rights = Pick<Values, 'roleCodes' | 'dataScope' | 'orgUnitId'>

/** 新增用户. @throws 400 at the field that is wrong, 422 where the caller gives more than he may */
export const createUser: SlowHandler<typeof staff.createUser> = {
  async prepare(input, { now }) {
    const oneTime = await newOneTimePassword(now)
    return { run: (call) => addUser(input, oneTime, call) }
  },
}

async function addUser(
  input: ParsedInputOf<typeof staff.createUser>,
  { password, passwordHash, until }: OneTimePassword,
  call: Call,
): Promise<OutputOf<typeof staff.createUser>> {
  const roles = await readRoles()
  check(input, true, input.account, roles)
  await checkMobile(input.mobile, 0)
  const [taken] = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(eq(sysUser.account, input.account))
  if (taken) throw badInput({ account: 'staff.rule.accountTaken' })
  await checkRights(input, [], roles, call)
  const { account, name, mobile, orgUnitId, roleCodes, dataScope } = input
  const values = { account, name, mobile, orgUnitId, roleCodes, dataScope }
  const [made] = await db()
    .insert(sysUser)
    .values({
      ...values,
      passwordHash,
      oneTimeUntil: until,
      createdBy: call.actor.id,
      updatedBy: call.actor.id,
    })
    .returning({ id: sysUser.id })
  if (!made) throw new Error('no user was made')
  await audit({ object: `user:${made.id}`, after: values })
  return { id: made.id, password, until }
}

/**
 * 编辑用户. What changes the rights of the user counts from the next call on and reaches open pages at once.
 *
 * @throws 400 at the field that is wrong, 422 for own rights and for more than
 * the caller may give
 */
export async function saveUser(
  input: ParsedInputOf<typeof staff.saveUser>,
  call: Call,
  { user, facts }: LockedUser,
) {
  const mobile = input.mobile === '' ? user.mobile : input.mobile
  const next = {
    name: input.name,
    orgUnitId: input.orgUnitId,
    roleCodes: input.roleCodes,
    dataScope: input.dataScope,
  }
  const permit = userPermit('edit', facts, call.actor.id)
  if (!permit.ok) throw refused(permit.reason)
  const roles = await readRoles()
  check(input, false, user.account, roles)
  if (input.mobile !== '') await checkMobile(input.mobile, user.id)
  const changesRights = changedFields(rightsOf(next), rightsOf(user)).length > 0
  if (changesRights) {
    if (user.id === call.actor.id) throw refused('staff.refusal.ownRights')
    await checkRights(next, user.roleCodes, roles, call, user)
  }
  await db()
    .update(sysUser)
    .set({
      ...next,
      mobile,
      updatedAt: call.now.toISOString(),
      updatedBy: call.actor.id,
      rowVersion: sql`${sysUser.rowVersion} + 1`,
    })
    .where(eq(sysUser.id, user.id))
  const { name, orgUnitId, roleCodes, dataScope } = user
  await audit({
    before: { name, mobile: user.mobile, orgUnitId, roleCodes, dataScope },
    after: { ...next, mobile },
  })
  if (changesRights) await publishAccessChanged([user.id])
  return {}
}

function check(values: Values, isNew: boolean, account: string, roles: readonly Role[]): void {
  const unknown = values.roleCodes.some((code) => !roles.some((role) => role.code === code))
  const found = userFindings({ ...values, account, orgUnitId: String(values.orgUnitId) }, isNew, roles)
  const wrong = { ...found, ...(unknown && { roleCodes: 'staff.rule.unknownRole' as const }) }
  if (Object.keys(wrong).length > 0) throw badInput(wrong)
}

async function checkMobile(mobile: string, ownId: number): Promise<void> {
  const [other] = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.mobile, mobile), ne(sysUser.id, ownId)))
  if (other) throw badInput({ mobile: 'staff.rule.mobileTaken' })
}

/** What the user had may stay, although the caller could not give it. */
async function checkRights(
  { roleCodes, dataScope, orgUnitId }: Rights,
  held: readonly string[],
  roles: readonly Role[],
  { actor }: Call,
  before?: { orgUnitId: number; dataScope: string },
): Promise<void> {
  const given = roleCodes.filter((code) => !held.includes(code))
  if (isAbove(givenBy(given, roles), actor.permissions)) {
    throw badInput({ roleCodes: 'staff.refusal.giveAbove' })
  }
  const wider: DataScope = before && isDataScope(before.dataScope) ? before.dataScope : 'self'
  if (!isWithinScope(dataScope, actor.dataScope) && !isWithinScope(dataScope, wider)) {
    throw badInput({ dataScope: 'staff.refusal.giveScope' })
  }
  if (orgUnitId === before?.orgUnitId) return
  const [unit] = await db()
    .select({ id: orgUnit.id })
    .from(orgUnit)
    .where(and(eq(orgUnit.id, orgUnitId), eq(orgUnit.status, '启用'), unitReach(actor)))
  if (!unit) throw badInput({ orgUnitId: 'staff.rule.unknownUnit' })
}

const rightsOf = ({ orgUnitId, roleCodes, dataScope }: Record<keyof Rights, unknown>) => ({
  orgUnitId,
  roleCodes,
  dataScope,
})

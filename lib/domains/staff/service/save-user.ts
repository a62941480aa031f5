import { and, eq, inArray, ne } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import { nothingToCheck, propose } from '../../../platform/changes/propose.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import type { SlowHandler } from '../../../platform/handler.ts'
import type { DataScope } from '../../identity/rules/roles.ts'
import { isDataScope } from '../../identity/rules/roles.ts'
import { unitReach } from '../../identity/service/people-reach.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import type { staff } from '../contract.ts'
import {
  isAbove,
  isNarrower,
  isWithinScope,
  type RightsEffect,
  userFindings,
  userPermit,
} from '../rules/staff.ts'
import type { LockedUser } from './lock-user.ts'
import { newOneTimePassword, type OneTimePassword } from './one-time-password.ts'
import { type Role, readRoles } from './reach.ts'
import { rightsCheckOf } from './rights-check.ts'
import {
  rightsOfUser,
  sameUserRights,
  setUserRights,
  type UserRights,
  userLines,
} from './user-rights-change.ts'
import { givenBy } from './user-rows.ts'

type Values = Omit<ParsedInputOf<typeof staff.createUser>, 'account'>
type Rights = Pick<Values, 'roleCodes' | 'dataScope' | 'orgUnitId' | 'scopeUnitIds'>

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
  const { account, name, mobile, orgUnitId } = input
  // Until somebody has checked it, the user sees and does nothing.
  const values = { account, name, mobile, orgUnitId, roleCodes: [], dataScope: 'self', scopeUnitIds: [] }
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
  const effect = await giveRights({ ...made, ...values }, input, roles, call)
  await audit({
    action: 'staff.createUser',
    object: `user:${made.id}`,
    after: { ...values, ...(effect === 'waits' && { asked: rightsOfUser(input) }) },
  })
  return { id: made.id, password, until, effect }
}

/**
 * 编辑用户. Name and mobile count at once; roles, data scope and unit when a second administrator has checked them.
 *
 * @throws 400 at the field that is wrong, 422 for own rights and for more than the caller may give, 409 while a change of
 * the rights waits
 */
export async function saveUser(
  input: ParsedInputOf<typeof staff.saveUser>,
  call: Call,
  { user, facts }: LockedUser,
): Promise<OutputOf<typeof staff.saveUser>> {
  const mobile = input.mobile === '' ? user.mobile : input.mobile
  const permit = userPermit('edit', facts, call.actor.id)
  if (!permit.ok) throw refused(permit.reason)
  const roles = await readRoles()
  check(input, false, user.account, roles)
  if (input.mobile !== '') await checkMobile(input.mobile, user.id)
  const changesRights = !sameUserRights(input, user)
  if (changesRights) {
    if (user.id === call.actor.id) throw refused('staff.refusal.ownRights')
    await checkRights(input, user.roleCodes, roles, call, user)
  }
  const { name } = input
  await db()
    .update(sysUser)
    .set({ name, mobile, ...changedBy(sysUser, call) })
    .where(eq(sysUser.id, user.id))
  const effect = changesRights ? await giveRights({ ...user, name }, input, roles, call) : 'none'
  if (effect === 'none') nothingToCheck(call)
  await audit({
    action: 'staff.saveUser',
    before: { name: user.name, mobile: user.mobile },
    after: { name, mobile, ...(effect === 'waits' && { asked: rightsOfUser(input) }) },
  })
  return { effect }
}

/** To a second person, or at once where there is none. */
async function giveRights(
  user: Pick<typeof sysUser.$inferSelect, 'id' | 'name' | 'account'> & UserRights,
  wanted: Rights,
  roles: readonly Role[],
  call: Call,
): Promise<RightsEffect> {
  const rights = rightsOfUser(wanted)
  if ((await rightsCheckOf(call)) === 'alone') {
    nothingToCheck(call)
    await setUserRights(user, rights, call, { alone: true })
    return 'alone'
  }
  const was = rightsOfUser(user)
  await propose(
    'userRights',
    {
      aboutId: user.id,
      title: say('staff.person', { name: user.name, account: user.account }),
      content: { was, rights },
      lines: await userLines(user, was, rights, roles),
    },
    call,
  )
  return 'waits'
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

/** Everything that the user had may stay, although the caller could not give it. */
async function checkRights(
  { roleCodes, dataScope, orgUnitId, scopeUnitIds }: Rights,
  held: readonly string[],
  roles: readonly Role[],
  { actor }: Call,
  before?: { orgUnitId: number; dataScope: string; scopeUnitIds: number[] },
): Promise<void> {
  const given = roleCodes.filter((code) => !held.includes(code))
  if (isAbove(givenBy(given, roles), actor.permissions)) {
    throw badInput({ roleCodes: 'staff.refusal.giveAbove' })
  }
  const had: DataScope = before && isDataScope(before.dataScope) ? before.dataScope : 'self'
  const may = isWithinScope(dataScope, actor.dataScope) || isNarrower(dataScope, had)
  if (!may && dataScope !== had) throw badInput({ dataScope: 'staff.refusal.giveScope' })
  if (dataScope === 'custom') {
    const more = [...new Set(scopeUnitIds)].filter((id) => !before?.scopeUnitIds.includes(id))
    // Each comes with all below it, which one who sees single units does not see.
    if (more.length > 0 && !may) throw badInput({ dataScope: 'staff.refusal.giveScope' })
    if ((await reachedOf(more, actor)) < more.length)
      throw badInput({ scopeUnitIds: 'staff.rule.unknownUnit' })
  }
  if (orgUnitId !== before?.orgUnitId && (await reachedOf([orgUnitId], actor)) === 0)
    throw badInput({ orgUnitId: 'staff.rule.unknownUnit' })
}

/** Counts those of these units that are in use and in the actor's reach. */
const reachedOf = (ids: readonly number[], actor: Actor): Promise<number> =>
  db().$count(orgUnit, and(inArray(orgUnit.id, [...ids]), eq(orgUnit.status, '启用'), unitReach(actor)))

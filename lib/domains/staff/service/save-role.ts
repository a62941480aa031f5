import { eq } from 'drizzle-orm'
import { audit } from '../../../platform/audit.ts'
import { nothingToCheck, propose } from '../../../platform/changes/propose.ts'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { changedBy } from '../../../platform/db/changed-by.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused, refusedBy } from '../../../platform/errors.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { permissions as allPermissions } from '../../identity/rules/roles.ts'
import { sysRole } from '../../identity/table.ts'
import type { staff } from '../contract.ts'
import { isAbove, isWithinScope, type RightsEffect, roleFindings, rolePermit } from '../rules/staff.ts'
import { countHolders } from './list-roles.ts'
import { oneAtATime, type Role, readRoles } from './reach.ts'
import { rightsCheckOf } from './rights-check.ts'
import {
  deleteRole,
  holderConflict,
  type RoleRights,
  rightsOfRole,
  roleLines,
  sameRoleRights,
  setRoleRights,
} from './role-change.ts'
import { menusShownBy } from './role-menus.ts'

type Input = ParsedInputOf<typeof staff.saveRole>

/**
 * A new role, or what an existing one is called and gives. Its name counts at once; what it gives when a second
 * administrator has checked it.
 *
 * @throws 400 at the field that is wrong, 422 for an own role, for more than the caller may give and for a holder who
 * would break a separation of duties, 409 while a change of the role waits
 */
export async function saveRole(
  input: Input,
  call: Call,
  before: Role | undefined,
): Promise<OutputOf<typeof staff.saveRole>> {
  const roles = await readRoles()
  const values = {
    code: before?.code ?? input.code,
    name: input.name,
    dataScope: input.dataScope,
    permissions: allPermissions.filter((permission) => input.permissions.includes(permission)),
  }
  const found = roleFindings(values)
  if (Object.keys(found).length > 0) throw badInput(found)
  if (!before && roles.some(({ code }) => code === values.code)) {
    throw badInput({ code: 'staff.rule.roleCodeTaken' })
  }
  const was = before ? knownRights(await rightsOfRole(before)) : { permissions: [], menuIds: [] }
  const rights = { permissions: values.permissions, menuIds: await menusShownBy(input.menuIds) }
  const changes = !sameRoleRights(was, rights)
  checkGiven(values, before, changes, call)
  const conflict = before && (await holderConflict(values.code, values.permissions))
  if (conflict) throw refusedBy(conflict)
  const saved = before ? await rename(before, values, call) : await insert(values, call)
  const effect = changes ? await giveRights(saved, rights, call) : 'none'
  if (effect === 'none') nothingToCheck(call)
  const { name, dataScope } = values
  await audit({
    action: before ? 'staff.saveRole' : 'staff.createRole',
    object: `role:${saved.id}`,
    before: before && { name: before.name, dataScope: before.dataScope },
    after: {
      ...(!before && { code: values.code }),
      name,
      dataScope,
      ...(effect === 'waits' && { asked: rights }),
    },
  })
  const [{ rowVersion } = saved] = await db().select().from(sysRole).where(eq(sysRole.id, saved.id))
  return { id: saved.id, rowVersion, effect }
}

/** To a second person, or at once where there is none. */
async function giveRights(role: Role, rights: RoleRights, call: Call): Promise<RightsEffect> {
  if ((await rightsCheckOf(call)) === 'alone') {
    nothingToCheck(call)
    await setRoleRights(role, rights, call, { alone: true })
    return 'alone'
  }
  await ask(role, rights, call)
  return 'waits'
}

async function ask(role: Role, rights: RoleRights | null, call: Call): Promise<void> {
  const was = await rightsOfRole(role)
  const lines = await roleLines(role, was, rights)
  await propose('role', { aboutId: role.id, title: role.name, content: { was, rights }, lines }, call)
}

/** 删除, of a role that nobody has. @throws 422 */
export async function removeRole(
  _input: object,
  call: Call,
  role: Role,
): Promise<OutputOf<typeof staff.removeRole>> {
  const holders = (await countHolders()).get(role.code) ?? 0
  const permit = rolePermit('remove', { ...factsOf(role, call), holders })
  if (!permit.ok) throw refused(permit.reason, permit.params)
  if ((await rightsCheckOf(call)) === 'alone') {
    nothingToCheck(call)
    await deleteRole(role, call, { alone: true })
    return { effect: 'alone' }
  }
  await ask(role, null, call)
  const { code, name } = role
  await db().update(sysRole).set(changedBy(sysRole, call)).where(eq(sysRole.id, role.id))
  await audit({ action: 'staff.askRemoval', before: { code, name } })
  return { effect: 'waits' }
}

export const roleSubject = subject({
  noun: 'role',
  nameOf: ({ id }: Role) => id,
  turn: oneAtATime,
  lock: byId(sysRole),
  shown: ({ name, dataScope, permissions }) => ({ name, dataScope, permissions }),
})

const factsOf = (role: Role, { actor }: Call) => ({
  own: actor.roles.includes(role.code),
  above: isAbove(role.permissions, actor.permissions),
  holders: 0,
})

type Values = Pick<Role, 'code' | 'name' | 'dataScope' | 'permissions'> & Pick<Input, 'dataScope'>

/** Of an own role or one above only the name and the offered scope change; what it gives stays as it is. */
function checkGiven(
  values: Values,
  before: Role | undefined,
  changes: boolean,
  { actor, ...call }: Call,
): void {
  if (before && changes) {
    const permit = rolePermit('rights', factsOf(before, { actor, ...call }))
    if (!permit.ok) throw refused(permit.reason, permit.params)
  }
  const given = values.permissions.filter((permission) => !before?.permissions.includes(permission))
  if (isAbove(given, actor.permissions)) throw badInput({ permissions: 'staff.refusal.giveAbove' })
  if (values.dataScope !== before?.dataScope && !isWithinScope(values.dataScope, actor.dataScope)) {
    throw badInput({ dataScope: 'staff.refusal.giveScope' })
  }
}

/** Those of this version of the product: a row may hold one that an earlier version had. */
const knownRights = ({ permissions, menuIds }: RoleRights): RoleRights => ({
  permissions: permissions.filter((one) => (allPermissions as readonly string[]).includes(one)),
  menuIds,
})

/** It gives nothing yet. */
async function insert({ permissions: _, ...values }: Values, { actor }: Call): Promise<Role> {
  const [made] = await db()
    .insert(sysRole)
    .values({ ...values, createdBy: actor.id, updatedBy: actor.id })
    .returning()
  if (!made) throw new Error('no role was made')
  return made
}

async function rename(before: Role, { name, dataScope }: Values, { actor, now }: Call): Promise<Role> {
  const [saved] = await db()
    .update(sysRole)
    .set({ name, dataScope, ...changedBy(sysRole, { actor, now }) })
    .where(eq(sysRole.id, before.id))
    .returning()
  if (!saved) throw new Error(`role ${before.id} went while it was locked`)
  return saved
}

import { arrayContains, arrayOverlaps, eq, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { audit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/context.ts'
import type { ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { badInput, refused } from '../../../platform/errors.ts'
import { publishAccessChanged } from '../../../platform/live-events.ts'
import { byId, subject } from '../../../platform/subject.ts'
import { dutyConflict } from '../../identity/rules/duties.ts'
import { permissions as allPermissions } from '../../identity/rules/roles.ts'
import { sysRole, sysUser } from '../../identity/table.ts'
import type { staff } from '../contract.ts'
import { heldWith, isAbove, isWithinScope, roleFindings, rolePermit } from '../rules/staff.ts'
import { countHolders } from './list-roles.ts'
import { oneAtATime, type Role, readRoles } from './reach.ts'
import { menusOf, showMenus } from './role-menus.ts'

type Input = ParsedInputOf<typeof staff.saveRole>

/**
 * A new role, or what an existing one is called and gives.
 *
 * @throws 400 at the field that is wrong, 422 for an own role, for more than
 * the caller may give and for a holder who would break a separation of duties
 */
export async function saveRole(input: Input, call: Call, before: Role | undefined) {
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
  await checkGiven(values, before, input.menuIds, call)
  if (before) await checkHolders(values, roles)
  const saved = before ? await update(before, values, call) : await insert(values, call)
  const menus = await showMenus(values.code, input.menuIds, call)
  await audit({
    action: before ? 'staff.saveRole' : 'staff.createRole',
    object: `role:${saved.id}`,
    before: before && {
      name: before.name,
      dataScope: before.dataScope,
      permissions: before.permissions,
      menuIds: menus.before,
    },
    after: { ...values, menuIds: menus.after },
  })
  await publishAccessChanged(await holdersOf(values.code))
  return saved
}

/** 删除, of a role that nobody has. @throws 422 */
export async function removeRole({ id }: { id: number }, call: Call, role: Role) {
  const holders = (await countHolders()).get(role.code) ?? 0
  const permit = rolePermit('remove', { ...factsOf(role, call), holders })
  if (!permit.ok) throw refused(permit.reason, permit.params)
  const menus = await showMenus(role.code, [], call)
  await db().delete(sysRole).where(eq(sysRole.id, id))
  const { code, name, permissions } = role
  await audit({ before: { code, name, permissions, menuIds: menus.before } })
  return {}
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
async function checkGiven(
  values: Values,
  before: Role | undefined,
  menuIds: readonly number[],
  call: Call,
): Promise<void> {
  const { actor } = call
  if (before) {
    const permit = rolePermit('rights', factsOf(before, call))
    const changes =
      !sameSet(values.permissions, before.permissions.filter(isKnown)) ||
      !sameSet(menuIds, await menusOf(before.code))
    if (changes && !permit.ok) throw refused(permit.reason, permit.params)
  }
  const given = values.permissions.filter((permission) => !before?.permissions.includes(permission))
  if (isAbove(given, actor.permissions)) throw badInput({ permissions: 'staff.refusal.giveAbove' })
  if (values.dataScope !== before?.dataScope && !isWithinScope(values.dataScope, actor.dataScope)) {
    throw badInput({ dataScope: 'staff.refusal.giveScope' })
  }
}

const isKnown = (permission: string) => (allPermissions as readonly string[]).includes(permission)

function sameSet<V>(one: readonly V[], other: readonly V[]): boolean {
  const [a, b] = [new Set(one), new Set(other)]
  return a.size === b.size && [...a].every((value) => b.has(value))
}

/** Nobody who has the role may hold, with his other roles, what one person may not hold together. */
async function checkHolders(values: Values, roles: readonly Role[]): Promise<void> {
  const next = roles.map((role) => (role.code === values.code ? { ...role, ...values } : role))
  const holders = await db()
    .select({ name: sysUser.name, account: sysUser.account, roleCodes: sysUser.roleCodes })
    .from(sysUser)
    .where(arrayContains(sysUser.roleCodes, [values.code]))
  for (const { name, account, roleCodes } of holders) {
    const broken = dutyConflict(heldWith(roleCodes, next))
    if (broken) throw refused('staff.refusal.holderDuty', { name, account, message: say(broken) })
  }
}

async function insert(values: Values, { actor }: Call) {
  const [made] = await db()
    .insert(sysRole)
    .values({ ...values, createdBy: actor.id, updatedBy: actor.id })
    .returning({ id: sysRole.id, rowVersion: sysRole.rowVersion })
  if (!made) throw new Error('no role was made')
  return made
}

async function update(before: Role, { code: _code, ...values }: Values, { actor, now }: Call) {
  const [saved] = await db()
    .update(sysRole)
    .set({
      ...values,
      updatedAt: now.toISOString(),
      updatedBy: actor.id,
      rowVersion: sql`${sysRole.rowVersion} + 1`,
    })
    .where(eq(sysRole.id, before.id))
    .returning({ id: sysRole.id, rowVersion: sysRole.rowVersion })
  if (!saved) throw new Error(`role ${before.id} went while it was locked`)
  return saved
}

async function holdersOf(code: string): Promise<number[]> {
  const rows = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(arrayOverlaps(sysUser.roleCodes, [code]))
  return rows.map(({ id }) => id)
}

import { and, arrayOverlaps, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { orgUnit, sysRole, sysUser } from '../../domains/identity/table.ts'
import type { OutputOf } from '../contract/endpoint.ts'
import { db } from '../db/client.ts'
import { badInput } from '../errors.ts'
import type { messages } from './contract.ts'
import type { Audience } from './rules/messages.ts'

/** The audience of a notice. Who works here is asked when it is sent, not when it is written. */

type Group = { audience: Audience; targets: readonly string[] }

const ids = (targets: readonly string[]) =>
  targets.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)

/** Ids of the active users of a group. */
export async function membersOf({ audience, targets }: Group): Promise<number[]> {
  const rows = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.status, '正常'), await belongs({ audience, targets })))
    .orderBy(asc(sysUser.id))
  return rows.map(({ id }) => id)
}

async function belongs({ audience, targets }: Group): Promise<SQL | undefined> {
  switch (audience) {
    case 'all':
      return undefined
    case 'roles':
      return arrayOverlaps(sysUser.roleCodes, [...targets])
    case 'users':
      return inArray(sysUser.id, ids(targets))
    case 'orgs': {
      const roots = await db()
        .select({ path: orgUnit.path })
        .from(orgUnit)
        .where(inArray(orgUnit.id, ids(targets)))
      const below = roots.map(({ path }) => sql`starts_with(${orgUnit.path}, ${path})`)
      const units = db()
        .select({ id: orgUnit.id })
        .from(orgUnit)
        .where(below.length > 0 ? or(...below) : sql`false`)
      return inArray(sysUser.orgUnitId, units)
    }
  }
}

/** @throws 400 for a group without a target, and for targets that are not of the tenant */
export async function checkTargets({ audience, targets }: Group): Promise<void> {
  if (audience === 'all') return
  if (targets.length === 0) throw badInput({ targets: 'notices.chooseTargets' })
  const names = await targetNames([{ audience, targets }])
  if (targets.some((target) => !names.has(`${audience} ${target}`)))
    throw badInput({ targets: 'notices.unknownTarget' })
}

/** Names by `<audience> <target>`, for people. */
export async function targetNames(groups: readonly Group[]): Promise<Map<string, string>> {
  const of = (audience: Audience) =>
    groups.filter((group) => group.audience === audience).flatMap(({ targets }) => [...targets])
  const [roles, orgs, users] = [of('roles'), ids(of('orgs')), ids(of('users'))]
  const names = new Map<string, string>()
  const add = (audience: Audience, rows: readonly { code: string | number; name: string }[]) => {
    for (const { code, name } of rows) names.set(`${audience} ${code}`, name)
  }
  if (roles.length > 0)
    add(
      'roles',
      await db()
        .select({ code: sysRole.code, name: sysRole.name })
        .from(sysRole)
        .where(inArray(sysRole.code, roles)),
    )
  if (orgs.length > 0)
    add(
      'orgs',
      await db()
        .select({ code: orgUnit.id, name: orgUnit.name })
        .from(orgUnit)
        .where(inArray(orgUnit.id, orgs)),
    )
  if (users.length > 0)
    add(
      'users',
      await db()
        .select({ code: sysUser.id, name: sysUser.name })
        .from(sysUser)
        .where(inArray(sysUser.id, users)),
    )
  return names
}

/** The choices that the form offers. Units stand below the one they are of, `/1/3/7/` being two deep. */
export async function audienceChoices(): Promise<OutputOf<typeof messages.audienceChoices>> {
  const roles = await db()
    .select({ code: sysRole.code, name: sysRole.name })
    .from(sysRole)
    .orderBy(asc(sysRole.id))
  const orgs = await db().select().from(orgUnit).where(eq(orgUnit.status, '启用')).orderBy(asc(orgUnit.path))
  const users = await db()
    .select({ id: sysUser.id, name: sysUser.name, account: sysUser.account })
    .from(sysUser)
    .where(eq(sysUser.status, '正常'))
    .orderBy(asc(sysUser.account))
  return {
    roles: roles.map(({ code, name }) => ({ code, name })),
    orgs: orgs.map(({ id, name, path }) => ({ code: String(id), name, depth: path.split('/').length - 3 })),
    users: users.map(({ id, name, account }) => ({ code: String(id), name: `${name}（${account}）` })),
  }
}

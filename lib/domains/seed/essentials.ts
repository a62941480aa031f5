import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { nextVersion } from '../../platform/db/changed-by.ts'
import { asOwner, db, inTenant } from '../../platform/db/client.ts'
import { describeError, log } from '../../platform/log.ts'
import type { DictItem } from '../configuration/rules/dict-item.ts'
import { dictionaries } from '../configuration/rules/dictionaries.ts'
import { type RoleCode, roleCodes, roles } from '../identity/rules/roles.ts'
import { offered, sysRole } from '../identity/table.ts'
import { dictItem } from '../system/table.ts'
import { seedChart } from './chart.ts'
import { seedContractTemplates } from './contract-templates.ts'
import { type MenuSeed, menuTree } from './menus.ts'
import { addressesOf, offerMenus } from './offer-menus.ts'
import { seedScenes } from './scenes.ts'
import { seedSeats } from './seats.ts'
import { seedVehicleLibrary } from './vehicle-library.ts'

/**
 * Everything that the program gives every tenant, demo or not: roles with their permissions (domain.md 1.2), menu,
 * dictionaries, seats, cars, risk scenes, chart of accounts. Each is offered once: a new tenant is one that was offered
 * nothing, one that is there already gets what an update brought, and what a tenant changed or took away stays as it
 * made it. No migration is written for any of it.
 */
export type Essentials = {
  roles: Readonly<Record<string, { label: string; dataScope: string; permissions: readonly string[] }>>
  menus: readonly MenuSeed[]
  dictionaries: Readonly<Record<string, readonly DictItem[]>>
}

export const essentials: Essentials = {
  roles: Object.fromEntries(roleCodes.map((code: RoleCode) => [code, roles[code]])),
  menus: menuTree,
  dictionaries,
}

/** Every tenant gets what it was not offered yet; one that fails keeps no other from its own. */
export async function offerToTenants(what: Essentials = essentials): Promise<void> {
  const { rows } = await asOwner((connection) => connection.exec('SELECT nlos_tenants() AS id'))
  for (const row of rows) {
    const { id } = row as { id: number }
    await inTenant(id, () => offerEssentials(what)).catch((error: unknown) =>
      log({ event: 'tenant not brought up to date', tenantId: id, ...describeError(error) }),
    )
  }
}

/** The same for the tenant of the transaction. */
export async function offerEssentials(what: Essentials = essentials): Promise<void> {
  const whole = createHash('sha256').update(JSON.stringify(what)).digest('hex')
  // Most starts bring nothing new, and there can be many tenants.
  if ((await newlyOffered([`all ${whole}`])).size === 0) return
  const isNew = await newlyOffered([
    'seats',
    'cars',
    'scenes',
    'contract templates',
    'chart of accounts',
    ...Object.keys(what.roles).map(roleKey),
    ...Object.entries(what.roles).flatMap(([code, { permissions }]) => permissions.map(permissionKey(code))),
    ...addressesOf(what.menus).map(menuKey),
  ])
  for (const [code, role] of Object.entries(what.roles)) {
    const permissions = role.permissions.filter((one) => isNew.has(permissionKey(code)(one)))
    if (isNew.has(roleKey(code))) await addRole(code, { ...role, permissions })
    else if (permissions.length > 0) await grant(code, permissions)
  }
  await offerMenus(what.menus, (url) => isNew.has(menuKey(url)))
  await addItems(what.dictionaries)
  if (isNew.has('seats')) await seedSeats()
  if (isNew.has('cars')) await seedVehicleLibrary()
  if (isNew.has('scenes')) await seedScenes()
  if (isNew.has('contract templates')) await seedContractTemplates()
  if (isNew.has('chart of accounts')) await seedChart()
}

const roleKey = (code: string) => `role ${code}`
const permissionKey = (code: string) => (permission: string) => `permission ${code} ${permission}`
const menuKey = (url: string) => `menu ${url}`

/** Those of these that the tenant was not offered before; now it was. Processes that start together take turns here. */
async function newlyOffered(whats: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db()
    .insert(offered)
    .values(whats.map((what) => ({ what })))
    .onConflictDoNothing()
    .returning({ what: offered.what })
  return new Set(rows.map(({ what }) => what))
}

/** A tenant that made a role of this code itself keeps its own. */
const addRole = (code: string, { label, dataScope, permissions }: Essentials['roles'][string]) =>
  db()
    .insert(sysRole)
    .values({ code, name: label, permissions: [...permissions], dataScope })
    .onConflictDoNothing()

async function grant(code: string, permissions: readonly string[]): Promise<void> {
  const [role] = await db().select().from(sysRole).where(eq(sysRole.code, code)).for('update')
  if (!role) return
  await db()
    .update(sysRole)
    .set({
      permissions: [...new Set([...role.permissions, ...permissions])],
      rowVersion: nextVersion(sysRole),
    })
    .where(eq(sysRole.id, role.id))
}

/** Items are never deleted, so those that are there were offered. */
async function addItems(all: Essentials['dictionaries']): Promise<void> {
  const rows = Object.entries(all).flatMap(([type, items]) =>
    items.map((item, sort) => ({ type, sort, ...item })),
  )
  for (let at = 0; at < rows.length; at += 500)
    await db()
      .insert(dictItem)
      .values(rows.slice(at, at + 500))
      .onConflictDoNothing()
}

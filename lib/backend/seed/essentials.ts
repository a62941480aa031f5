import type { DictItem } from '../../rules/dict-item.ts'
import { dictionaries } from '../../rules/dictionaries.ts'
import { roleCodes, roles } from '../../rules/roles.ts'
import { db } from '../db/client.ts'
import { sysRole } from '../db/schema/identity.ts'
import { dictItem } from '../db/schema/system.ts'
import { seedMenus } from './menus.ts'
import { seedSeats } from './seats.ts'
import { seedVehicleLibrary } from './vehicle-library.ts'

/** What every tenant starts with, demo or not: the roles of domain.md 1.2, the menu, the dictionaries and the cars. */
export async function seedEssentials(): Promise<void> {
  await db()
    .insert(sysRole)
    .values(
      roleCodes.map((code) => ({
        code,
        name: roles[code].label,
        permissions: [...roles[code].permissions],
        dataScope: roles[code].dataScope,
      })),
    )
  await seedMenus()
  await seedSeats()
  await seedDictionaries()
  await seedVehicleLibrary()
}

async function seedDictionaries(): Promise<void> {
  const rows = Object.entries<readonly DictItem[]>(dictionaries).flatMap(([type, items]) =>
    items.map((item, sort) => ({ type, sort, ...item })),
  )
  for (let at = 0; at < rows.length; at += 500)
    await db()
      .insert(dictItem)
      .values(rows.slice(at, at + 500))
}

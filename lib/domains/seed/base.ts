import { sql } from 'drizzle-orm'
import { db, inTenant, inTenantOf, UnknownTenantError } from '../../platform/db/client.ts'
import { businessDate } from '../../rules/business-date.ts'
import { demoPassword } from '../identity/service/demo-offer.ts'
import { clientHash, hashPassword } from '../identity/service/password-hash.ts'
import { tenant } from '../identity/table.ts'
import { seedAccounts, seedPayers, seedPayPasswords } from './accounts.ts'
import { seedFunderTemplate } from './contract-templates.ts'
import { offerEssentials } from './essentials.ts'
import { seedHolidays } from './holidays.ts'
import { seedMenuExamples } from './menu-examples.ts'
import { type Organisation, seedOrganisation } from './organisation.ts'
import { seedPartners } from './partners.ts'
import { seedProducts } from './products.ts'
import { seedRisk } from './risk.ts'
import { type DemoTenant, demoTenants } from './tenants.ts'
import { seedUsers } from './users.ts'

/** Everything that generated orders name: ids of what the base seed made in a tenant. */
export type SeededTenant = {
  tenant: DemoTenant
  organisation: Organisation
  /** By account. */
  users: Record<string, number>
  /** By code. */
  products: Record<string, number>
}

/** True where the database holds the demo's tenants already. */
export function isSeeded(): Promise<boolean> {
  return inTenantOf(demoTenants[0].code, async () => true).catch((error: unknown) => {
    if (error instanceof UnknownTenantError) return false
    throw error
  })
}

/**
 * Everything that every demo and every test starts from, without a single order: tenants with their organisation, one
 * user a role, menus, dictionaries, products and the risk scene. Each tenant is one transaction.
 * @param today business date; agreements end before or after it
 * @param hash makes the hash of everybody's password
 */
export async function seedBase(
  today = businessDate(new Date()),
  hash: (sent: string) => Promise<string> = hashPassword,
): Promise<SeededTenant[]> {
  const passwordHash = await hash(clientHash(demoPassword))
  const seeded: SeededTenant[] = []
  for (const one of demoTenants) {
    seeded.push(await inTenant(one.id, () => seedTenant(one, passwordHash, today)))
  }
  return seeded
}

async function seedTenant(one: DemoTenant, passwordHash: string, today: string): Promise<SeededTenant> {
  const { id, code, name, bizModes, collectOpen } = one
  await db()
    .insert(tenant)
    .values({ id, code, name, collectOpen, bizModes: [...bizModes] })
  const organisation = await seedOrganisation(one, today)
  await offerEssentials()
  await seedMenuExamples()
  const users = await seedUsers(one, organisation, passwordHash)
  // Its places were opened before there were applications for it.
  await db().execute(sql`select nlos_adopt_openings()`)
  await seedAccounts(organisation, users)
  await seedPayPasswords(users, passwordHash)
  await seedPayers(id)
  const products = await seedProducts(one)
  await seedPartners(one)
  await seedFunderTemplate()
  await seedRisk()
  await seedHolidays(today)
  return { tenant: one, organisation, users, products }
}

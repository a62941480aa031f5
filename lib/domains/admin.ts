import { eq } from 'drizzle-orm'
import {
  asOwner,
  closeDatabase,
  type DatabaseOptions,
  db,
  inTenant,
  inTenantOf,
  openDatabase,
  UnknownTenantError,
} from '../platform/db/client.ts'
import { databaseError } from '../platform/db/engine.ts'
import { clientHash, hashPassword } from './identity/service/password-hash.ts'
import { isWeakPassword } from './identity/service/weak-passwords.ts'
import { orgUnit, sysUser, tenant } from './identity/table.ts'
import { offerEssentials } from './seed/essentials.ts'
import { addUnit } from './seed/organisation.ts'

export type Administrator = DatabaseOptions & {
  /** Code of the tenant, as in TENANTS_FILE; a new tenant is made for a new code. */
  tenant: string
  account: string
  name: string
  password: string
}

/**
 * The first administrator of a tenant, for a start without demo data. A new tenant gets its headquarters, the roles,
 * the menu and the dictionaries.
 * @throws {Error} one sentence about what is wrong with the values, or that the account exists
 */
export async function createAdministrator(options: Administrator): Promise<void> {
  const account = options.account.toLowerCase()
  check(options, account)
  const passwordHash = await hashPassword(clientHash(options.password))
  await openDatabase(options)
  try {
    const tenantId = (await tenantIdOf(options.tenant)) ?? (await createTenant(options.tenant))
    await inTenant(tenantId, () => createUser(account, options.name, passwordHash))
  } finally {
    await closeDatabase()
  }
}

function check({ tenant: code, name, password }: Administrator, account: string): void {
  if (!/^[a-z][a-z0-9-]{1,15}$/.test(code))
    throw new Error(`"${code}" is no code of a tenant: a-z, 0-9 and -.`)
  if (!/^[a-z][a-z0-9_]{2,31}$/.test(account)) throw new Error(`"${account}" is no account: a-z, 0-9 and _.`)
  if (name.trim() === '' || name.length > 30) throw new Error('The name has 1 to 30 characters.')
  if (password.length < 10) throw new Error('The password of an administrator has at least 10 characters.')
  if (isWeakPassword(clientHash(password)))
    throw new Error('That password is among the first that are guessed.')
}

const tenantIdOf = (code: string) =>
  inTenantOf(code, async (id) => id).catch((error: unknown) => {
    if (error instanceof UnknownTenantError) return undefined
    throw error
  })

async function createTenant(code: string): Promise<number> {
  // The ids of other tenants cannot be seen; a demo has taken the first ones without asking the sequence.
  for (let tries = 0; tries < 100; tries++) {
    const id = await nextTenantId()
    try {
      await inTenant(id, () => seedTenant(id, code))
      return id
    } catch (error) {
      if (databaseError(error)?.constraint !== 'tenant_pkey') throw error
    }
  }
  throw new Error('There is no free tenant id.')
}

const nextTenantId = () =>
  asOwner(async (connection) => {
    const { rows } = await connection.exec(
      "SELECT nextval(pg_get_serial_sequence('tenant', 'id'))::int AS id",
    )
    return (rows[0] as { id: number }).id
  })

async function seedTenant(id: number, code: string): Promise<void> {
  await db().insert(tenant).values({ id, code, name: code })
  await addUnit(null, 'hq', '总部')
  await offerEssentials()
}

async function createUser(account: string, name: string, passwordHash: string): Promise<void> {
  const [headquarters] = await db().select({ id: orgUnit.id }).from(orgUnit).where(eq(orgUnit.kind, 'hq'))
  if (!headquarters) throw new Error('The tenant has no headquarters.')
  const made = await db()
    .insert(sysUser)
    .values({
      account,
      name,
      passwordHash,
      orgUnitId: headquarters.id,
      roleCodes: ['admin'],
      dataScope: 'all',
    })
    .onConflictDoNothing()
    .returning({ id: sysUser.id })
  if (made.length === 0) throw new Error(`The account ${account} exists already.`)
}

/**
 * True where there ever was a tenant. Asks for the size of the table, because its rows show only to their own tenant,
 * and to its owner no more than to others.
 */
export function hasTenant(): Promise<boolean> {
  return asOwner(async (connection) => {
    const { rows } = await connection.query("SELECT pg_relation_size('tenant') > 0", [], 'array')
    return (rows[0] as [boolean])[0]
  })
}

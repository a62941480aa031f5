import { eq } from 'drizzle-orm'
import type { Endpoint } from '../contracts/endpoint.ts'
import { contracts } from '../contracts/index.ts'
import { type Permission, roleCodes, roles } from '../rules/roles.ts'
import { db, inTenant } from './db/client.ts'
import { sysUser } from './db/schema/identity.ts'
import { type Caller, openTestBackend, type TestBackend } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
  await inTenant(1, async () => {
    const [user] = await db().select().from(sysUser).where(eq(sysUser.account, 'admin'))
    if (!user) throw new Error('the seed has no admin')
    const { id: _id, mobile: _mobile, ...copy } = user
    await db()
      .insert(sysUser)
      .values({ ...copy, account: 'placeholder', roleCodes: [] })
  })
}, 60_000)
afterAll(() => backend.close())

/** Every call but those that end or lock the session they are made in. */
const calls: [string, Endpoint][] = Object.entries(contracts).flatMap(([domain, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([name]) => !(domain === 'identity' && ['logout', 'refresh', 'lock', 'unlock'].includes(name)))
    .map(([name, endpoint]): [string, Endpoint] => [`${domain}.${name}`, endpoint]),
)

/** Whether access refuses a call. Its input is empty: what gets past access is answered, or refused for the input. */
async function isRefused(caller: Caller, endpoint: Endpoint): Promise<boolean> {
  const { status } = await caller.send(endpoint, {})
  return status === 401 || status === 403
}

const refusedTo = async (caller: Caller) => {
  const names: string[] = []
  for (const [name, endpoint] of calls) if (await isRefused(caller, endpoint)) names.push(name)
  return names
}

test.each(roleCodes)(
  '%s may make the calls its permissions open, and no other',
  async (role) => {
    const held: readonly Permission[] = roles[role].permissions
    const closed = calls
      .filter(([, { access }]) => typeof access !== 'string' && !access.some((one) => held.includes(one)))
      .map(([name]) => name)
    expect(await refusedTo(backend.as(role))).toEqual(closed)
  },
  30_000,
)

test('a user without a role may only make the calls of any session', async () => {
  const closed = calls.filter(([, { access }]) => typeof access !== 'string').map(([name]) => name)
  expect(closed.length).toBeGreaterThan(15)
  expect(await refusedTo(backend.as('placeholder'))).toEqual(closed)
})

test('without a session every call but the public ones is refused', async () => {
  const closed = calls.filter(([, { access }]) => access !== 'public').map(([name]) => name)
  expect(await refusedTo(backend.withToken(undefined))).toEqual(closed)
})

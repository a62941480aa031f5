import { eq } from 'drizzle-orm'
import { contracts } from '../domains/endpoints.ts'
import { type Permission, type RoleCode, roleCodes, roles } from '../domains/identity/rules/roles.ts'
import { sysUser } from '../domains/identity/table.ts'
import { type Caller, openTestBackend, type TestBackend } from '../domains/testing.ts'
import { mayCall } from './answer-call.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { db, inTenant } from './db/client.ts'

/**
 * Access decides who may make which call. The contracts and the roles are one table, which `mayCall` reads; that every
 * call asks it is tried with one role that may and one that may not.
 */

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

/** True where access refuses a call. Its input is empty: a call past access is answered, or refused for its input. */
async function isRefused(caller: Caller, endpoint: Endpoint): Promise<boolean> {
  // A file that wants nothing to be asked with is answered as one.
  const { status } = await (endpoint.kind === 'file' ? caller.raw(endpoint, {}) : caller.send(endpoint, {}))
  return status === 401 || status === 403
}

const refusedTo = async (caller: Caller) => {
  const names: string[] = []
  for (const [name, endpoint] of calls) if (await isRefused(caller, endpoint)) names.push(name)
  return names
}

const rolesWith = (endpoint: Endpoint, may: boolean): RoleCode[] =>
  roleCodes.filter((role) => mayCall(endpoint, new Set<string>(roles[role].permissions)) === may)

test('a permission opens a call, any of those it names is enough, and none opens nothing', () => {
  const held = (...permissions: Permission[]) => new Set<string>(permissions)
  expect(mayCall({ access: ['order:view', 'order:create'] }, held('order:create'))).toBe(true)
  expect(mayCall({ access: ['order:view'] }, held('order:create'))).toBe(false)
  expect(mayCall({ access: ['order:view'] }, held())).toBe(false)
  expect(mayCall({ access: 'session' }, held())).toBe(true)
})

const guarded = calls.filter(([, { access }]) => typeof access !== 'string')

test.each(guarded)(
  '%s is open to a role that holds its permission, closed to one that does not',
  async (_name, endpoint) => {
    const [holder] = rolesWith(endpoint, true)
    const [stranger] = rolesWith(endpoint, false)
    if (!holder) throw new Error('no role holds its permission')
    expect(await isRefused(backend.as(holder), endpoint)).toBe(false)
    if (stranger) expect((await backend.as(stranger).send(endpoint, {})).status).toBe(403)
  },
)

test('a user without a role may only make the calls of any session', async () => {
  expect(guarded.length).toBeGreaterThan(15)
  expect(await refusedTo(backend.as('placeholder'))).toEqual(guarded.map(([name]) => name))
})

test('without a session every call but the public ones is refused', async () => {
  const closed = calls.filter(([, { access }]) => access !== 'public').map(([name]) => name)
  expect(await refusedTo(backend.withToken(undefined))).toEqual(closed)
})

import { type Administrator, createAdministrator } from './admin.ts'
import { identity } from './identity/contract.ts'
import { clientHash } from './identity/service/password-hash.ts'
import { openBackend } from './open-backend.ts'
import { freshDatabase } from './testing.ts'

const password = 'a long enough one'
let options: Administrator
let drop: () => Promise<void>
beforeAll(async () => {
  const fresh = await freshDatabase()
  drop = fresh.drop
  options = { ...fresh.options, tenant: 'newco', account: 'Root_1', name: '管理员', password }
}, 60_000)
afterAll(() => drop())

test('makes the tenant and an administrator who gets in, and no second one of the name', async () => {
  await createAdministrator(options)
  await expect(createAdministrator(options)).rejects.toThrow('The account root_1 exists already.')
  await createAdministrator({ ...options, account: 'root_2' })

  const backend = await openBackend({ ...options, demo: false })
  try {
    const body = new URLSearchParams({ account: 'root_1', password: clientHash(password) })
    const headers = { 'x-nlos-tenant': 'newco' }
    const login = new Request(`http://backend${identity.login.path}`, { method: 'POST', body, headers })
    const { token } = await (await backend.fetch(login)).json()
    const menus = new Request(`http://backend${identity.topMenus.path}`, { headers: { ...headers, token } })
    expect(await (await backend.fetch(menus)).json()).toMatchObject([
      { name: '业务办理' },
      { name: '产品与方案' },
      { name: '系统管理' },
    ])
  } finally {
    await backend.close()
  }
}, 60_000)

test.each([
  [{ tenant: 'No' }, 'is no code of a tenant'],
  [{ account: "x'" }, 'is no account'],
  [{ name: ' ' }, 'The name has'],
  [{ password: 'short' }, 'at least 10 characters'],
  [{ password: 'Admin@123456' }, 'among the first that are guessed'],
])('%j is refused in a sentence', async (wrong, message) => {
  await expect(createAdministrator({ ...options, ...wrong })).rejects.toThrow(message)
})

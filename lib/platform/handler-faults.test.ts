import { holderOf, openTestBackend, type TestBackend } from '../domains/testing.ts'
import { routes } from './endpoint-index.ts'

/** Every handler of the service fails in the worst way; its caller learns that it did, and nothing else (A10, B9). */

const SECRETS = ['/srv/nlos/secret.ts', 'SELECT password_hash', 'sys_user', '42P01']
const error = Object.assign(new Error(`${SECRETS[1]} FROM sys_user at ${SECRETS[0]}:1`), { code: '42P01' })

let backend: TestBackend
let logged = ''
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())
beforeEach(() => {
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    logged += text
    return true
  })
})
afterEach(() => jest.restoreAllMocks())

test.each([
  ['rejects', () => Promise.reject(error)],
  [
    'throws',
    () => {
      throw error
    },
  ],
  ['answers something else', async () => ({ nothing: 'of the contract' })],
])('a handler that %s is a 500 with an id, in every call (A10, B9)', async (name, fail) => {
  const told: string[] = []
  for (const route of routes.values()) {
    // Calls that answer nothing in particular cannot answer wrongly.
    if (name.startsWith('answers') && route.endpoint.output.safeParse(await fail()).success) continue
    if (route.endpoint.kind === 'upload') continue
    const caller = backend.as(holderOf(route.endpoint))
    await caller.token()
    const mocked = jest.spyOn(route, 'run').mockImplementation(fail)
    const input = jest
      .spyOn(route.endpoint.input, 'safeParse')
      .mockReturnValue({ success: true, data: { rowVersion: 1 } })
    const { status, body } = await caller.send(route.endpoint, {})
    mocked.mockRestore()
    input.mockRestore()
    expect([route.name, status]).toEqual([route.name, 500])
    const { message, id, ...more } = body as { message: string; id: string }
    expect([message, more]).toEqual(['服务器错误', {}])
    told.push(id)
    for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret)
  }
  expect(told.length).toBeGreaterThan(60)
  expect(new Set(told).size).toBe(told.length)
  for (const id of told) expect(logged).toContain(id)
})

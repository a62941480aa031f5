import { randomBytes } from 'node:crypto'
import { answerOpenapi } from './openapi.ts'
import { sessionCookie, startSession } from './session.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

const session = startSession('secret-token', { id: 7, name: '王五', account: 'a' }, 'blq')
const cookieOf = async (changes: object = {}) =>
  (await sessionCookie({ ...session, ...changes }, false)).split(';')[0]

const ask = (cookie = '') =>
  answerOpenapi(new Request('http://localhost/openapi.json', { headers: { host: 'localhost', cookie } }))

test('the description of the service is read by who is signed in, and by nobody else', async () => {
  const response = await ask(await cookieOf())
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { openapi, paths } = await response.json()
  expect(openapi).toBe('3.1.0')
  expect(paths).toHaveProperty(['/login/go', 'post', 'operationId'], 'identity.login')
  expect((await ask()).status).toBe(401)
  expect((await ask(await cookieOf({ tenant: 'qhe' }))).status).toBe(401)
  expect((await ask(await cookieOf({ lockedAt: Date.now() }))).status).toBe(423)
})

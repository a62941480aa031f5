import { cookieOf, origin } from './every-call.fixture.ts'
import { LIMITS } from './forward.ts'
import { flushLog } from './log.ts'
import { revokeSession } from './revoke-session.ts'
import { readSession, startSession } from './session.ts'
import { UpstreamFailure, type UpstreamRequest } from './upstream-call.ts'

const user = { id: 7, name: '王五', account: 'a' }
const well = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
let written = ''

beforeEach(() => {
  written = ''
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += text
    return true
  })
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})
const logged = () => {
  flushLog()
  return written
}

test('a service that is away hears of the end when it is back, and the log says both (B11)', async () => {
  const seen: UpstreamRequest[] = []
  let away = true
  const session = startSession('token-1', user, 'blq')
  const cookie = (await cookieOf(session)).split('=').slice(1).join('=')
  const late = await revokeSession(
    session,
    origin(),
    async (request) => {
      seen.push(request)
      if (away) throw new UpstreamFailure('unreachable', 'refused')
      return well
    },
    LIMITS,
  )
  expect(late).toContain('unreachable')
  expect(await readSession(cookie)).toEqual({ reason: 'ended' })
  await jest.advanceTimersByTimeAsync(5_000)
  away = false
  await jest.advanceTimersByTimeAsync(60_000)
  const tries = seen.length
  expect(seen.at(-1)).toMatchObject({ method: 'GET', path: '/logout', headers: { token: 'token-1' } })
  expect(logged()).toMatch(/token to be revoked later.*token revoked later/s)
  await jest.advanceTimersByTimeAsync(3_600_000)
  expect(seen).toHaveLength(tries)
})

test('a service that stays away is given up, and the log says so', async () => {
  const away = () => Promise.reject(new UpstreamFailure('unreachable', 'refused'))
  await revokeSession(startSession('token-2', user, 'blq'), origin(), away, LIMITS)
  await jest.advanceTimersByTimeAsync(3_600_000)
  expect(logged()).toContain('token not revoked')
})

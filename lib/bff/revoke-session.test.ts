import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cookieOf, origin } from './every-call.fixture.ts'
import { LIMITS } from './forward.ts'
import { flushLog } from './log.ts'
import { resumeRevocations, revokeSession } from './revoke-session.ts'
import { readSession, startSession } from './session.ts'
import { UpstreamFailure, type UpstreamRequest } from './upstream-call.ts'

const user = { id: 7, name: '王五', account: 'a' }
const well = { status: 200, headers: { 'content-type': 'application/json' }, body: Buffer.from('{}') }
let written = ''
process.env.DATA_DIR = mkdtempSync(join(tmpdir(), 'nlos-revocations-'))
afterAll(() => rmSync(process.env.DATA_DIR ?? '', { recursive: true }))

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

test('a logout that was not delivered is delivered by the next process, once', async () => {
  const away = () => Promise.reject(new UpstreamFailure('unreachable', 'refused'))
  await revokeSession(startSession('token-3', user, 'blq'), origin(), away, {
    ...LIMITS,
    revokeAgainAfter: [],
  })
  const tokens: unknown[] = []
  const there = async ({ headers }: UpstreamRequest) => {
    tokens.push(headers.token)
    return well
  }
  await resumeRevocations(there, LIMITS)
  await resumeRevocations(there, LIMITS)
  expect(tokens.filter((token) => token === 'token-3')).toEqual(['token-3'])
})

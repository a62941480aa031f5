import { randomBytes } from 'node:crypto'
import { home } from '../domains/home/contract.ts'
import { identity } from '../domains/identity/contract.ts'
import type { Read } from '../platform/contract/endpoint.ts'
import { firstAnswers } from './first-answers.ts'
import { gathered } from './gathered-calls.ts'
import { oncePerProcess } from './once-per-process.ts'
import { sessionCookie, startSession } from './session.ts'
import { type Upstream, UpstreamFailure } from './upstream-call.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

let mockCookie = ''
jest.mock('next/headers', () => ({
  headers: async () => ({ get: (name: string) => (name === 'host' ? 'localhost:3000' : null) }),
  cookies: async () => ({ get: () => ({ value: mockCookie }) }),
}))
jest.mock('next/navigation', () => ({
  redirect: (to: string) => {
    throw new Error(`redirect ${to}`)
  },
}))

const user = { id: 7, name: '王五', account: 'a' }
const org = { orgId: 3, orgName: '示例一区', dataScope: 'org_tree' }
const pools = [{ exa_status: '2', counta: 1, countb: 3 }]

/** Everything that the service answers, by path, and after how many ms; a path that is not named here never answers. */
let answers: Record<string, { status: number; body: unknown; ms?: number }>
const asked: string[] = []
const call: Upstream = ({ path, stop, headers }) =>
  new Promise((resolve, reject) => {
    asked.push(`${headers.token} ${headers['x-nlos-tenant']} ${path}`)
    stop.onStop(() => reject(new UpstreamFailure('aborted', 'stopped')))
    const answer = answers[path]
    if (answer === undefined) return
    const { status, body, ms = 0 } = answer
    const bytes = Buffer.from(JSON.stringify(body))
    setTimeout(resolve, ms, { status, headers: { 'content-type': 'application/json' }, body: bytes })
  })
const service = oncePerProcess('upstream', () => ({ call, forPages: call }))

const permissions = (...listed: string[]) => ({ status: 200, body: { roles: ['x'], permissions: listed } })
const reads: readonly Read[] = [
  [home.getOrgId, {}],
  [home.examine, {}],
]

beforeEach(async () => {
  asked.length = 0
  const session = startSession('token-1', user, 'blq')
  mockCookie = /=([^;]*)/.exec(await sessionCookie(session, false))?.[1] ?? ''
  answers = {
    [identity.permissions.path]: permissions('order:view'),
    [identity.userInfo.path]: { status: 200, body: { ...user, mobile: '', orgName: '', demo: true } },
    [identity.topMenus.path]: { status: 200, body: [] },
    [identity.menus.path]: { status: 200, body: [] },
    [home.getOrgId.path]: { status: 200, body: org },
    [home.examine.path]: { status: 200, body: pools },
  }
})

test('the answers of the session that asks, in the name of its tenant', async () => {
  expect(await firstAnswers(reads)).toEqual([
    { path: home.getOrgId.path, input: {}, data: org },
    { path: home.examine.path, input: {}, data: pools },
  ])
  expect(asked.every((line) => line.startsWith('token-1 blq '))).toBe(true)
})

test('what the service refuses is left out', async () => {
  answers[home.examine.path] = { status: 403, body: { message: 'x' } }
  expect(await firstAnswers(reads)).toEqual([{ path: home.getOrgId.path, input: {}, data: org }])
})

test('account and first answers go to a service that takes them so together, who asks once', async () => {
  const turns: string[][] = []
  service.forPages = gathered((requests) => {
    turns.push(requests.map(({ path }) => path))
    return requests.map(call)
  })
  expect(await firstAnswers(reads)).toHaveLength(2)
  service.forPages = call
  expect(turns.map((paths) => paths.length)).toEqual([6])
})

test('a call that hangs is left out after a moment, and is no longer waited for by anybody', async () => {
  delete answers[home.examine.path]
  expect(await firstAnswers(reads)).toEqual([{ path: home.getOrgId.path, input: {}, data: org }])
})

test('a call takes the time that the account takes, which no page is drawn without', async () => {
  Object.assign(answers[identity.menus.path] ?? {}, { ms: 500 })
  Object.assign(answers[home.examine.path] ?? {}, { ms: 600 })
  expect(await firstAnswers(reads)).toHaveLength(2)
})

test('a call that fails is left out, and so is an answer of another shape', async () => {
  answers[home.examine.path] = { status: 500, body: { message: 'x' } }
  answers[home.getOrgId.path] = { status: 200, body: { orgId: 'three' } }
  expect(await firstAnswers(reads)).toEqual([])
})

test('without permissions the page has nothing to say here: the layout does', async () => {
  answers[identity.permissions.path] = { status: 500, body: { message: 'x' } }
  expect(await firstAnswers(reads)).toEqual([])
})

test('a session that the service no longer takes leads to login', async () => {
  answers[home.examine.path] = { status: 401, body: { message: 'x' } }
  await expect(firstAnswers(reads)).rejects.toThrow('redirect /login?pro=blq')
})

import { sql } from 'drizzle-orm'
import { home } from '../domains/home/contract.ts'
import { identity } from '../domains/identity/contract.ts'
import { staff } from '../domains/staff/contract.ts'
import { openTestBackend, type TestBackend } from '../domains/testing.ts'
import { workspace } from '../domains/workspace/contract.ts'
import { answerTogether } from './answer-call.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { db } from './db/client.ts'
import { routes } from './endpoint-index.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())
afterEach(() => jest.restoreAllMocks())

const request = ({ method, path }: Endpoint, token: string, init: RequestInit = {}) =>
  new Request(`http://backend${path}`, {
    method,
    headers: {
      token,
      'x-nlos-tenant': 'blq',
      'content-type': 'application/x-www-form-urlencoded',
    },
    ...init,
  })

/** Status and body of each call, asked together. */
const askTogether = async (requests: Request[]) =>
  Promise.all(
    answerTogether(requests).map(async (answer) => [(await answer).status, await (await answer).json()]),
  )
const askAlone = async (asked: Request) => {
  const answer = await backend.fetch(asked)
  return [answer.status, await answer.json()]
}

const reads = [
  identity.permissions,
  identity.userInfo,
  identity.topMenus,
  workspace.read,
  home.list,
  home.getOrgId,
  home.getHomePageInfo,
]

test('calls that are asked together are answered as each by itself, also what is refused', async () => {
  const token = await backend.as('entry_clerk').token()
  const all: Endpoint[] = [...reads, staff.users, home.examine]
  const alone = await Promise.all(all.map((endpoint) => askAlone(request(endpoint, token))))
  expect(await askTogether(all.map((endpoint) => request(endpoint, token)))).toEqual(alone)
  expect(alone.map(([status]) => status)).toEqual([...reads.map(() => 200), 403, 200])
})

test('nobody, another session and an unknown call among them have their own answers', async () => {
  const token = await backend.as('entry_clerk').token()
  const other = await backend.as('pre_reviewer').token()
  const nowhere = request({ ...identity.userInfo, path: '/nowhere' }, token)
  const answers = await askTogether([
    request(identity.userInfo, token),
    request(identity.userInfo, other),
    request(identity.userInfo, 'forged'),
    nowhere,
  ])
  expect(answers.map(([status, body]) => [status, body.account])).toEqual([
    [200, 'entry_clerk'],
    [200, 'pre_reviewer'],
    [401, undefined],
    [404, undefined],
  ])
  const strangers = await askTogether([
    request(identity.userInfo, 'forged'),
    request(identity.userInfo, token),
  ])
  expect(strangers.map(([status]) => status)).toEqual([401, 200])
})

test('a call that breaks the transaction takes no other along', async () => {
  const token = await backend.as('entry_clerk').token()
  const route = routes.get(`POST ${home.getOrgId.path}`)
  if (route?.phase !== 'transaction') throw new Error('the call is gone')
  jest.spyOn(route, 'run').mockImplementation(async () => db().execute(sql`select no_such_function()`))
  const answers = await askTogether(
    [identity.userInfo, home.getOrgId, identity.permissions].map((endpoint) => request(endpoint, token)),
  )
  expect(answers.map(([status]) => status)).toEqual([200, 500, 200])
})

test('what the page no longer waits for is not asked', async () => {
  const token = await backend.as('entry_clerk').token()
  const route = routes.get(`POST ${home.getOrgId.path}`)
  if (route?.phase !== 'transaction') throw new Error('the call is gone')
  const run = jest.spyOn(route, 'run')
  const gone = request(home.getOrgId, token, { signal: AbortSignal.abort() })
  const [first] = answerTogether([request(identity.userInfo, token), gone])
  expect((await first)?.status).toBe(200)
  expect(run).not.toHaveBeenCalled()
})

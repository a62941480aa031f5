import { createHash } from 'node:crypto'
import { answerJson, doorTo, type Stub, startStub } from './door.fixture.ts'
import { answerLogoutForm, answerUnlockForm } from './lock-forms.ts'
import { lockSession, sessionCookie, startSession } from './session.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

let stub: Stub
let opened: ReturnType<typeof doorTo>
beforeAll(async () => {
  stub = await startStub()
  opened = doorTo(stub)
})
afterAll(() => Promise.all([opened.close(), stub.close()]))
beforeEach(() => stub.reset())

async function lockedCookie(): Promise<string> {
  const session = startSession('token-1', { id: 7, name: '王五', account: 'a' }, 'blq')
  return (await sessionCookie(lockSession(session, 'lock'), false)).split(';')[0] ?? ''
}

/** The form as a browser without script posts it. */
async function post(form: Record<string, string>, headers: Record<string, string | undefined> = {}) {
  const body = new URLSearchParams(form).toString()
  const all: Record<string, string | undefined> = {
    host: 'localhost',
    origin: 'http://localhost',
    'sec-fetch-site': 'same-origin',
    'content-length': String(body.length),
    cookie: await lockedCookie(),
    ...headers,
  }
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return new Request('http://localhost/session/unlock', { method: 'POST', body, headers: given })
}
const seenOf = ({ status, headers }: Response) => [
  status,
  headers.get('location'),
  headers.getSetCookie().map((cookie) => cookie.split(/[;.]|(?<==)[^;]*/)[0]),
]

it('unlocks with the hashed password and leads back', async () => {
  const answer = await answerUnlockForm(
    opened.door,
    await post({ password: '1234', from: '/create/index?q=a' }),
  )
  expect(seenOf(answer)).toEqual([303, '/create/index?q=a', ['nlos-session=', 'nlos-sign=']])
  expect(stub.seen.map(({ url, body }) => [url, body.toString()])).toEqual([
    ['/base/biz/identity/session/unlock', `password=${md5('1234')}`],
  ])
})

it('leads to the home page, not to another site (B6)', async () => {
  for (const from of ['', 'https://evil.example/', '//evil.example']) {
    const { headers } = await answerUnlockForm(opened.door, await post({ password: 'x', from }))
    expect(headers.get('location')).toBe('/wel/index')
  }
})

it('says that it was wrong, that it failed, or that the session is over', async () => {
  const form = { password: 'x', from: '/create/index' }
  stub.answer(answerJson({ message: 'x' }, 400))
  expect(seenOf(await answerUnlockForm(opened.door, await post(form)))).toEqual([
    303,
    '/lock?from=%2Fcreate%2Findex&said=wrong',
    [],
  ])
  stub.answer(answerJson({}, 500))
  const failed = await answerUnlockForm(opened.door, await post(form))
  expect(failed.headers.get('location')).toBe('/lock?from=%2Fcreate%2Findex&said=failed')
  stub.answer(answerJson({ message: 'x' }, 401))
  const over = await answerUnlockForm(opened.door, await post(form))
  expect(seenOf(over)).toEqual([303, '/login?pro=blq', ['nlos-session=', 'nlos-sign=']])
})

it('signs out', async () => {
  const answer = await answerLogoutForm(opened.door, await post({}))
  expect(seenOf(answer)).toEqual([303, '/login?pro=blq', ['nlos-session=', 'nlos-sign=']])
  expect(answer.headers.get('clear-site-data')).toBe('"storage"')
  expect(stub.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /base/logout'])
})

it.each([
  [{ origin: 'http://evil.example' }],
  [{ origin: undefined }],
  [{ origin: 'null' }],
  [{ 'sec-fetch-site': 'cross-site' }],
])('refuses the form of another site: %j (B1)', async (headers) => {
  expect((await answerUnlockForm(opened.door, await post({ password: 'x' }, headers))).status).toBe(403)
  expect((await answerLogoutForm(opened.door, await post({}, headers))).status).toBe(403)
  expect(stub.seen).toHaveLength(0)
})

it('does not read a body that is too long (A4)', async () => {
  const long = await post({ password: 'x'.repeat(9000) })
  expect((await answerUnlockForm(opened.door, long)).status).toBe(413)
  expect(stub.seen).toHaveLength(0)
})

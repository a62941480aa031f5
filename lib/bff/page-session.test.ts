import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { permissionsOf, roleCodes } from '../domains/identity/rules/roles.ts'
import { read } from '../platform/contract/endpoint.ts'
import { type ScreenKey, screenKeys, screens } from '../screens.ts'
import { CallError } from './call-upstream.ts'
import { oncePerProcess } from './once-per-process.ts'
import {
  callForPage,
  findLocked,
  getBrand,
  getNonce,
  getSession,
  loginUrl,
  readAccount,
  requireScreen,
  requireSession,
} from './page-session.ts'
import { endSession, type Session, sessionCookie, startSession } from './session.ts'
import type { Upstream } from './upstream-call.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

const mockHeaders = new Map<string, string>()
jest.mock('next/headers', () => ({
  headers: async () => ({ get: (name: string) => mockHeaders.get(name) ?? null }),
  cookies: async () => ({
    get: (name: string) => {
      const value = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(mockHeaders.get('cookie') ?? '')?.[1]
      return value === undefined ? undefined : { value }
    },
  }),
}))
jest.mock('next/navigation', () => ({
  redirect: (to: string) => {
    throw new Error(`redirect ${to}`)
  },
}))

const roles = read({
  of: [],
  method: 'POST',
  path: '/sys/role/getPermission',
  access: 'session',
  input: z.object({ a: z.string().optional() }),
  output: z.object({ roles: z.array(z.string()) }),
})

let answer: { status: number; text: string }
const seen: string[] = []
const call: Upstream = async ({ headers, body }) => {
  seen.push(`${headers.token} ${headers['x-nlos-tenant']} ${body}`)
  return {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(answer.text),
  }
}
oncePerProcess('upstream', () => ({ call, forPages: call }))

/** A page request of a signed-in user; what is given replaces parts of the session. */
async function visit(host: string, changes?: Partial<Session>): Promise<Session> {
  const session = { ...startSession('token-1', { id: 7, name: '王五', account: 'a' }, 'blq'), ...changes }
  mockHeaders.set('host', host)
  mockHeaders.set('cookie', (await sessionCookie(session, false)).split(';')[0] ?? '')
  return session
}

describe('what pages know of their request, with nothing in front of them (S1)', () => {
  beforeEach(() => {
    mockHeaders.clear()
    mockHeaders.set('host', 'localhost:3000')
    seen.length = 0
  })

  it('sends a stranger to the login page of the tenant', async () => {
    await expect(requireSession()).rejects.toThrow('redirect /login?pro=blq')
    mockHeaders.set('host', 'unknown.example')
    await expect(requireSession()).rejects.toThrow(/^redirect \/login$/)
    expect(await loginUrl()).toBe('/login')
  })

  it('takes a session of this host, sealed by us and not ended', async () => {
    const session = await visit('localhost:3000')
    expect(await requireSession()).toEqual(session)
    mockHeaders.set('host', 'qinghe.localhost:3000')
    await expect(requireSession()).rejects.toThrow('redirect /login?pro=qhe')
    mockHeaders.set('host', 'localhost:3000')
    endSession(session)
    await expect(requireSession()).rejects.toThrow('redirect /login?pro=blq')
  })

  it('sends a locked session to the lock page, which may still read it (S9)', async () => {
    await visit('localhost', { lockedAt: Date.now() })
    await expect(requireSession()).rejects.toThrow('redirect /lock')
    expect((await getSession())?.user.account).toBe('a')
  })

  it('shows the brand of the host, and nobody their neighbour', async () => {
    expect((await getBrand()).code).toBe('blq')
    mockHeaders.set('host', 'yunfan.localhost')
    expect((await getBrand()).themeColor).toBe('#D9822B')
    mockHeaders.set('host', 'evil.example')
    expect((await getBrand()).code).toBe('')
  })

  it('reads the nonce of its policy', async () => {
    expect(await getNonce()).toBeUndefined()
    mockHeaders.set('content-security-policy', "script-src 'self' 'nonce-abc+/=='")
    expect(await getNonce()).toBe('abc+/==')
  })

  it('calls the upstream with the token, and checks the answer', async () => {
    await visit('localhost')
    answer = { status: 200, text: '{"roles":["entry_clerk"]}' }
    expect(await callForPage(roles, { a: 'x y' })).toEqual({ roles: ['entry_clerk'] })
    expect(seen).toEqual(['token-1 blq a=x+y'])
    answer = { status: 200, text: '{"roles":1}' }
    await expect(callForPage(roles, {})).rejects.toMatchObject({ status: 500, message: '服务器错误' })
    answer = { status: 403, text: '{"message":"没有权限"}' }
    const refused = callForPage(roles, {})
    await expect(refused).rejects.toBeInstanceOf(CallError)
    await expect(refused).rejects.toMatchObject({ status: 403, message: '没有权限' })
  })

  it('draws the page without a menu that does not fit its contract, and without roles not at all', async () => {
    await visit('localhost')
    answer = { status: 200, text: '{"roles":[],"permissions":[]}' }
    expect(await readAccount()).toMatchObject([{ roles: [] }, { demo: false }, [], []])
    answer = { status: 200, text: '{"roles":1}' }
    await expect(readAccount()).rejects.toBeInstanceOf(CallError)
  })

  it('goes to the lock page when the upstream says so, though the cookie is of before (S9)', async () => {
    await visit('localhost')
    answer = { status: 423, text: '{"message":"x","code":"login"}' }
    await expect(callForPage(roles, {})).rejects.toThrow('redirect /lock')
    await expect(requireSession()).rejects.toThrow('redirect /lock')
    expect((await findLocked()).session).toMatchObject({ user: { account: 'a' }, opensWith: 'login' })
  })

  it('shows the lock page to anybody, and its form to whose screen is locked (point 2)', async () => {
    await visit('localhost')
    answer = { status: 200, text: '{"roles":[],"permissions":[]}' }
    expect(await findLocked()).toEqual({ signedIn: true })
    answer = { status: 423, text: '{"message":"x","code":"lock"}' }
    expect((await findLocked()).session?.opensWith).toBe('lock')
    mockHeaders.delete('cookie')
    expect(await findLocked()).toEqual({ signedIn: false })
  })

  it('goes to login when the upstream no longer takes the token, once and for all', async () => {
    await visit('localhost')
    answer = { status: 401, text: '{"message":"x"}' }
    await expect(callForPage(roles, {})).rejects.toThrow('redirect /login?pro=blq')
    expect(await getSession()).toBeUndefined()
  })
})

describe('who may open a page', () => {
  const open = async (key: ScreenKey) => requireScreen(key).then(() => 'drawn', String)
  /** One after the other, as a person does: the door lets a session make no more than 64 calls at once. */
  const pagesOf = async () => {
    const said: Partial<Record<ScreenKey, string>> = {}
    for (const key of screenKeys) said[key] = await open(key)
    return said
  }

  it.each(roleCodes)(
    '%s opens the pages whose call is theirs to make, and gets the 403 for the others',
    async (role) => {
      await visit('localhost')
      const held: readonly string[] = permissionsOf([role])
      answer = { status: 200, text: JSON.stringify({ roles: [role], permissions: held }) }
      const expected = screenKeys.map((key) => {
        const { asks } = screens[key]
        const isOpen =
          asks === 'session' || asks.access === 'session' || asks.access.some((one) => held.includes(one))
        return [key, isOpen ? 'drawn' : 'Error: redirect /403']
      })
      expect(await pagesOf()).toEqual(Object.fromEntries(expected))
    },
  )

  it('home and own matters are open to whoever is signed in, and nothing to a stranger', async () => {
    await visit('localhost')
    answer = { status: 200, text: '{"roles":["none"],"permissions":[]}' }
    const drawn = Object.entries(await pagesOf()).flatMap(([key, said]) => (said === 'drawn' ? [key] : []))
    expect(drawn.sort()).toEqual(
      [
        'bulkRuns',
        'calculator',
        'externalFrame',
        'home',
        'manual',
        'ownExports',
        'messageCentre',
        'personalInfo',
        'releaseNotes',
      ].sort(),
    )
    mockHeaders.delete('cookie')
    expect(new Set(Object.values(await pagesOf()))).toEqual(new Set(['Error: redirect /login?pro=blq']))
  })

  it('leaves it to the page to say that the service does not answer', async () => {
    await visit('localhost')
    answer = { status: 503, text: '{"message":"x"}' }
    expect(await open('orderQuery')).toBe('drawn')
  })
})

import { identity } from '../lib/domains/identity/contract.ts'
import { products } from '../lib/domains/products/contract.ts'
import { system } from '../lib/domains/system/contract.ts'
import { voice } from '../lib/domains/voice/contract.ts'
import { unknownFields } from '../lib/platform/contract/unknown-fields.ts'
import { type Probe, recordContract } from './contract-recorder.ts'
import { namedCalls, samples } from './contract-samples.ts'

const calls = new Map(
  Object.entries({
    'identity.userInfo': identity.userInfo,
    'products.capitals': products.capitals,
    'system.dictionary': system.dictionary,
    'voice.releaseSeat': voice.releaseSeat,
  }),
)
const user = { id: 1, name: '张三', account: 'admin', mobile: '', orgName: '总部', demo: true }
const refusal = (status: number, more: object = {}) => Response.json({ message: '不行', ...more }, { status })

/** A service that keeps its word; `wrong` answers some requests otherwise. */
function service(wrong: (path: string, token: string | null) => Response | undefined = () => undefined) {
  return async (path: string, { headers, body }: RequestInit) => {
    const token = new Headers(headers).get('token')
    if (path === '/login/go') {
      const { account } = Object.fromEntries(new URLSearchParams(String(body)))
      const known = account === 'admin' || account === 'entry_clerk'
      return known ? Response.json({ token: `t-${account}`, myUser: user }) : refusal(400)
    }
    const other = wrong(path, token)
    if (other) return other
    if (!token) return refusal(401)
    if (path.startsWith('/sys/user')) return Response.json(user)
    if (path.startsWith('/biz/capital')) return Response.json([])
    if (path === '/admin/getDic') return refusal(400, { fields: { type: '必填' } })
    if (path.startsWith('/admin/getDic')) return Response.json([])
    if (token !== 't-admin') return refusal(403)
    return String(body) === '' ? refusal(400, { fields: { id: '必填', eventId: '必填' } }) : refusal(404)
  }
}

const record = (send: ReturnType<typeof service>) =>
  recordContract({ send, tenant: 'blq', password: 'Demo@2026', calls })
const driftIn = (probes: Probe[]) =>
  probes.filter(({ drift }) => drift.length > 0).map(({ call, as, drift }) => `${call} ${as}: ${drift}`)

it('finds nothing at a service that keeps its word, and asks as nobody, without right, and with nothing', async () => {
  const { probes, answered } = await record(service())
  expect(driftIn(probes)).toEqual([])
  expect(answered).toEqual(['identity.userInfo', 'system.dictionary', 'products.capitals'])
  const seats = probes.filter(({ call }) => call === 'voice.releaseSeat')
  expect(seats.map(({ as, why, status }) => `${as} ${why} ${status}`)).toEqual([
    'nobody nobody 401',
    'entry_clerk not permitted 403',
    'admin nothing filled in 400',
    'admin no such record 404',
  ])
})

it.each([
  ['a missing call', '/biz/mosvoice/seat/release', () => refusal(404), 'the call is missing: 404'],
  ['a call open to all', '/sys/user/getUserInfo', () => Response.json(user), 'status 200, expected 401'],
  [
    'a field too many',
    '/sys/user/getUserInfo',
    () => Response.json({ ...user, age: 3 }),
    'unknown field age',
  ],
  [
    'a field of another type',
    '/sys/user/getUserInfo',
    () => Response.json({ ...user, id: '1' }),
    'at id: Invalid input: expected number, received string',
  ],
  [
    'a page instead of JSON',
    '/biz/capital/capital/options',
    () => new Response('<p>'),
    'no JSON but text/plain',
  ],
  [
    'another error body',
    '/biz/mosvoice/seat/release',
    () => Response.json({}, { status: 403 }),
    'an error of another shape',
  ],
  ['a refusal that names no field', '/admin/getDic', () => refusal(400), '400 names no field type'],
])('finds %s', async (_name, at, answer, found) => {
  const { probes } = await record(service((path) => (path === at ? answer() : undefined)))
  expect(driftIn(probes).join('\n')).toContain(found)
})

it('says that nobody can sign in', async () => {
  await expect(record(async () => refusal(500))).rejects.toThrow('POST /login/go answers 500')
})

it('names unknown fields wherever they are, once', () => {
  const answer = {
    a: [
      { b: 1, c: 2 },
      { b: 1, c: 3 },
    ],
    d: { e: null, f: 1 },
  }
  expect(unknownFields(answer, { a: [{ b: 1 }, { b: 1 }], d: { e: null } })).toEqual(['a[].c', 'd.f'])
})

it('has samples of calls that are there', () => {
  for (const name of Object.keys(samples)) expect([name, namedCalls.has(name)]).toEqual([name, true])
})

/** Sessions that are none, and headers that speak for somebody else. Rows S1, S3, S4, P4, P10. */
import { createHash, randomBytes } from 'node:crypto'
import { createAttempts } from './attempts.mjs'
import { bodyOf, calls, isPublic, LIST, nameOf } from './contract-calls.mjs'
import { internalHeaders, product } from './payloads.mjs'

const closed = calls.filter((call) => !isPublic(call))
/** A call that wants a session, with a cookie that is none. */
const without = (endpoint, held) => ({
  name: `${nameOf(endpoint)} with ${held}`,
  sent: { method: endpoint.method, path: `/nlos${endpoint.path}`, cookie: held, ...bodyOf(endpoint) },
  want: [401],
})

export function sessionParts(tally, { client, stub, cookie }) {
  const { tryAll } = createAttempts({ client, stub })

  return [
    () =>
      tally.part('S1', 'every call without a session', (part) =>
        tryAll(
          part,
          product(closed, [
            undefined,
            'nlos-session=',
            'nlos-session=x',
            '__Host-nlos-session=x',
            'NLOS-SESSION=x',
            'nlos-sign=1',
          ]).map(([endpoint, held]) => without(endpoint, held)),
        ),
      ),

    () =>
      tally.part('S3', 'forged cookies', (part) => {
        const value = /nlos-session=([^;]+)/.exec(cookie)[1]
        const turned = Array.from(value, (letter, at) => {
          const other = letter === 'A' ? 'B' : 'A'
          return value.slice(0, at) + other + value.slice(at + 1)
        })
        const cut = Array.from(value, (_, at) => value.slice(0, at)).slice(1)
        const made = [
          ...Array.from({ length: 200 }, () => `Fe26.2*1*${randomBytes(180).toString('base64url')}~2`),
          ...Array.from({ length: 100 }, () => randomBytes(200).toString('base64url')),
          value.replace('Fe26.2*1', 'Fe26.2*2'),
          value.replace('Fe26.2*1', 'Fe26.2*'),
          value.replace('Fe26.2', 'Fe26.1'),
          value.replace(/~2$/, '~1'),
          `${value}~2`,
          `${value}${value}`,
          `${value}A`,
          ` ${value}`.trimEnd().replace(' ', '%20'),
          encodeURIComponent(value).replaceAll('*', '%2A'),
          value.toLowerCase(),
          'x'.repeat(9_000),
          JSON.stringify({ token: 't', tenant: 'blq', user: { id: 1 } }).replaceAll(',', ' '),
          createHash('sha256').update(value).digest('base64url'),
        ]
        return tryAll(
          part,
          [...turned, ...cut, ...made].map((forged) => ({
            name: forged.slice(0, 80),
            sent: { path: LIST, body: 'a=1', cookie: `nlos-session=${forged}` },
            want: [401],
          })),
        )
      }),

    () =>
      tally.part('P4, P10', 'words of other servers, alone and together', (part) => {
        const names = Object.keys(internalHeaders)
        const sets = [
          ...names.map((name) => ({ [name]: internalHeaders[name] })),
          ...names.map((name) => ({ [name]: '' })),
          ...names.map((name) => ({ [name.replaceAll('-', '_')]: internalHeaders[name] })),
          ...names.map((name) => ({ connection: `keep-alive, ${name}`, [name]: internalHeaders[name] })),
          internalHeaders,
        ]
        return tryAll(
          part,
          sets.flatMap((headers) => [
            {
              name: JSON.stringify(headers),
              sent: { path: LIST, body: 'a=1', cookie, headers },
              want: [200],
              upstream: 1,
            },
            { name: JSON.stringify(headers), sent: { path: LIST, body: 'a=1', headers }, want: [401] },
            {
              name: `page ${JSON.stringify(headers)}`,
              sent: { method: 'GET', path: '/order/query', headers: { 'x-nlos': undefined, ...headers } },
              want: [307],
            },
          ]),
        )
      }),

    () =>
      tally.part('S4', 'the cookie of before, after a logout', async (part) => {
        const old = await client.signIn('account=torture&password=x')
        await tryAll(part, [
          {
            name: 'logout',
            sent: { method: 'GET', path: '/nlos/logout', cookie: old },
            want: [200],
            upstream: 1,
          },
        ])
        await tryAll(
          part,
          closed.map((endpoint) => without(endpoint, old)),
        )
      }),
  ]
}

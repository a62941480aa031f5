/** Hostile calls to the door, in front of an upstream that counts. Rows S1–S4, P1–P4, P6, P8–P10, P12, B1, T1. */
import { createHash, randomBytes } from 'node:crypto'
import { endpointTable } from '../lib/contracts/index.ts'
import { each } from './client.mjs'
import {
  elsewhere,
  hostileBodies,
  hostileTexts,
  internalHeaders,
  methods,
  product,
  traversals,
} from './payloads.mjs'
import { brokenRequests, hiddenRequests, upgrades } from './raw-requests.mjs'
import { wrongWith } from './tally.mjs'

const WIDTH = 12
const calls = [...endpointTable.values()]
const isPublic = ({ access }) => access === 'public'
const byAddress = ({ kind, method }) => kind === 'file' && method === 'GET'
/** A call that needs a session and does nothing to it. */
const LIST = '/nlos/home/list'
const MULTIPART = 'multipart/form-data; boundary=torture'

/**
 * @typedef {{ name: string, sent: import('./client.mjs').Sent, want: readonly number[], upstream?: number }} Case
 *   `upstream`: calls that it should make, none unless told
 * @param {{ client: ReturnType<typeof import('./client.mjs').createClient>,
 *   stub: Awaited<ReturnType<typeof import('./stub.mjs').startStub>> }} at
 */
export function doorParts(tally, { client, stub }) {
  let cookie

  /** Sends every case, and counts what the upstream heard of all of them. */
  async function tryAll(part, cases, width = WIDTH) {
    const before = stub.calls
    let meant = 0
    await each(cases, width, async ({ name, sent, want, upstream = 0 }) => {
      part.tried++
      meant += upstream
      const received = await client.ask(sent).catch((error) => error)
      const wrong =
        received instanceof Error
          ? received.message
          : (wrongWith(received, client) ??
            (want.includes(received.status) ? undefined : `answered ${received.status}`))
      if (wrong) part.fell.push(`${name}: ${wrong}`)
    })
    const heard = stub.calls - before
    part.upstream += heard
    if (heard !== meant) part.fell.push(`the upstream heard ${heard} calls, ${meant} were meant`)
    part.fell.push(...stub.strange.splice(0).map((call) => `upstream: ${call}`))
  }

  /** Sends bytes as they are; `judge` says what is wrong with what came back. */
  async function tryRaw(part, requests, judge) {
    const before = stub.calls
    await each(requests, WIDTH, async ([name, text]) => {
      part.tried++
      const wrong = judge(await client.raw(text))
      if (wrong) part.fell.push(`${name}: ${wrong}`)
    })
    part.upstream += stub.calls - before
    if (stub.calls !== before) part.fell.push(`the upstream heard ${stub.calls - before} calls of them`)
  }

  const bodyOf = (endpoint) =>
    endpoint.kind === 'upload'
      ? { body: '--torture--\r\n', headers: { 'content-type': MULTIPART } }
      : endpoint.method === 'GET'
        ? {}
        : { body: 'a=1' }
  const nameOf = ({ method, path }) => `${method} ${path}`

  return [
    () =>
      tally.part('P1', 'each call of the contracts, once', async (part) => {
        cookie = await client.signIn('account=torture&password=x')
        const own = calls.filter(
          ({ path }) =>
            !/^\/(logout|user\/refesh|login\/go|biz\/identity\/session|biz\/tenant\/brand)/.test(path),
        )
        await tryAll(
          part,
          own.map((endpoint) => ({
            name: nameOf(endpoint),
            sent: { method: endpoint.method, path: `/nlos${endpoint.path}`, cookie, ...bodyOf(endpoint) },
            want: [200],
            upstream: 1,
          })),
        )
      }),

    () =>
      tally.part('P1', 'every other method, and paths beside the calls', (part) =>
        tryAll(part, [
          ...product(calls, methods)
            .filter(([{ path }, method]) => !endpointTable.has(`${method} ${path}`))
            .map(([{ path }, method]) => ({
              name: `${method} ${path}`,
              sent: { method, path: `/nlos${path}`, cookie },
              want: [400, 405],
            })),
          ...product(calls, [
            '/',
            '/x',
            '.json',
            '.rsc',
            ';a=1',
            '%20',
            '%00',
            '%0a',
            '#',
            '//',
            '/.',
            '/..',
            '~',
            '%2f',
          ]).map(([endpoint, end]) => ({
            name: `${nameOf(endpoint)}${end}`,
            sent: {
              method: endpoint.method,
              path: `/nlos${endpoint.path}${end}`,
              cookie,
              ...bodyOf(endpoint),
            },
            want: [400, 404],
          })),
        ]),
      ),

    () =>
      tally.part('P2, P3', 'ways out of the path, and to other hosts', (part) =>
        tryAll(
          part,
          [...traversals, ...elsewhere].map((text) => ({
            name: text,
            sent: { path: `/nlos/${text}`, body: 'a=1', cookie },
            want: [400, 404],
          })),
        ),
      ),

    () =>
      tally.part('P2, P3', 'the same in the query and in a field: text like any other', (part) =>
        tryAll(part, [
          ...traversals.slice(0, 400).map((text) => ({
            name: `?type=${text}`,
            sent: { method: 'GET', path: `/nlos/admin/getDic?type=${text}`, cookie },
            want: [200],
            upstream: 1,
          })),
          ...[...elsewhere.slice(0, 400), ...traversals.slice(400, 800)].map((text) => ({
            name: `path=${text}`,
            sent: { path: LIST, body: `path=${encodeURIComponent(text)}&url=${text}`, cookie },
            want: [200],
            upstream: 1,
          })),
        ]),
      ),

    () =>
      tally.part(
        'B1, B2',
        'calls from other sites: own header, origin and site, in every combination',
        (part) => {
          const own = `http://${client.host}`
          const ways = product(
            ['1', undefined, '0'],
            [own, undefined, 'null', 'http://evil.example', `http://a.${client.host}`],
            ['same-origin', undefined, 'cross-site', 'same-site', 'none'],
          )
          const types = ['application/x-www-form-urlencoded', MULTIPART, 'text/plain', 'application/json']
          const cases = product(
            calls.filter((call) => !byAddress(call)),
            ways,
          )
            .filter(
              ([{ method }, [mark, origin, site]]) =>
                !(
                  mark === '1' &&
                  (!site || site === 'same-origin') &&
                  (origin === own || (!origin && method === 'GET'))
                ),
            )
            .map(([endpoint, [mark, origin, site]], at) => ({
              name: `${nameOf(endpoint)} x-nlos ${mark} origin ${origin} site ${site}`,
              sent: {
                method: endpoint.method,
                path: `/nlos${endpoint.path}`,
                cookie,
                body: endpoint.method === 'GET' ? undefined : 'a=1',
                headers: {
                  'x-nlos': mark,
                  origin,
                  'sec-fetch-site': site,
                  ...(endpoint.method !== 'GET' && { 'content-type': types[at % types.length] }),
                },
              },
              want: [403],
            }))
          return tryAll(part, cases)
        },
      ),

    () =>
      tally.part('S1', 'every call without a session', (part) =>
        tryAll(
          part,
          product(
            calls.filter((call) => !isPublic(call)),
            [
              undefined,
              'nlos-session=',
              'nlos-session=x',
              '__Host-nlos-session=x',
              'NLOS-SESSION=x',
              'nlos-sign=1',
            ],
          ).map(([endpoint, held]) => ({
            name: `${nameOf(endpoint)} with ${held}`,
            sent: {
              method: endpoint.method,
              path: `/nlos${endpoint.path}`,
              cookie: held,
              ...bodyOf(endpoint),
            },
            want: [401],
          })),
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
      tally.part('P12', 'bodies and fields of every shape', (part) => {
        const passed = (body) => ({ path: LIST, body, cookie })
        return tryAll(part, [
          ...hostileBodies.map(([name, body]) => ({ name, sent: passed(body), want: [200], upstream: 1 })),
          ...product(
            ['a', '__proto__', 'constructor[prototype]', 'a\r\nX: y', '\ud83d\ude00'],
            hostileTexts,
          ).map(([name, text]) => ({
            name: `${name}=${text.slice(0, 40)}`,
            sent: passed(new URLSearchParams([[name, text]]).toString()),
            want: [200],
            upstream: 1,
          })),
          ...[1_048_577, 2_000_000, 50_000_000].flatMap((size) => [
            {
              name: `${size} bytes stated`,
              sent: { ...passed('a'), headers: { 'content-length': String(size), connection: 'close' } },
              want: [413],
            },
          ]),
          {
            name: 'a body over the limit in chunks',
            sent: { ...passed('x'.repeat(1_048_577)), chunked: true },
            want: [413],
          },
        ])
      }),

    () =>
      tally.part('P6', 'requests that hide another one', (part) =>
        tryRaw(part, hiddenRequests(cookie), ({ statuses, open }) => {
          if (open) return 'the connection stays open'
          if (statuses.length !== 1) return `${statuses.length} answers`
          return statuses[0] >= 400 && statuses[0] < 500 ? undefined : `answered ${statuses[0]}`
        }),
      ),

    () =>
      tally.part('P8', 'lines and headers that are none', (part) =>
        tryRaw(part, brokenRequests, ({ text, statuses }) => {
          if (/^location: *(?!\/)/im.test(text)) return 'leads elsewhere'
          if (statuses.some((status) => status >= 500)) return `answered ${statuses}`
          return statuses[0] >= 300 || statuses.length === 0 ? undefined : `answered ${statuses}`
        }),
      ),

    () =>
      tally.part('P9', 'upgrades', (part) =>
        tryRaw(part, upgrades(cookie), ({ text, open }) => {
          if (open) return 'stays open'
          return /^HTTP\/1\.1 (101|2|3|5)/.test(text) ? text.slice(0, 40) : undefined
        }),
      ),

    () =>
      tally.part('P7', 'uploads arrive whole or not at all', async (part) => {
        const limit = endpointTable.get('POST /biz/material/file/upload').maxBytes
        const sizes = [1_000, 9_900_000, 10_100_000, limit - 1, limit, limit + 1, 12_000_000, 30_000_000]
        for (const [size, chunked] of product(sizes, [false, true])) {
          part.tried++
          const body = randomBytes(size)
          const before = stub.calls
          const sent = {
            path: '/nlos/biz/material/file/upload',
            body,
            cookie,
            chunked,
            headers: { 'content-type': MULTIPART },
          }
          // Whoever goes on sending after a refusal may be cut off before it is read.
          const received = await client.ask(sent).catch((error) => ({ status: 413, cut: error }))
          const heard = stub.calls - before
          part.upstream += heard
          const whole =
            stub.last?.hash === createHash('sha256').update(body).digest('hex') && stub.last.bytes === size
          const good =
            size <= limit
              ? received.status === 200 && heard === 1 && whole
              : received.status === 413 && heard === 0
          if (!good)
            part.fell.push(
              `${size} bytes${chunked ? ' in chunks' : ''}: ${received.status}, ${heard} heard, whole ${whole}`,
            )
        }
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
          calls
            .filter((call) => !isPublic(call))
            .map((endpoint) => ({
              name: nameOf(endpoint),
              sent: {
                method: endpoint.method,
                path: `/nlos${endpoint.path}`,
                cookie: old,
                ...bodyOf(endpoint),
              },
              want: [401],
            })),
        )
      }),
  ]
}

/** Calls that the door lets through, and every other. Rows P1–P3, B1, B2. */
import { endpointTable } from '../lib/domains/endpoints.ts'
import { createAttempts } from './attempts.mjs'
import { bodyOf, byAddress, calls, LIST, MULTIPART, nameOf } from './contract-calls.mjs'
import { elsewhere, methods, product, traversals } from './payloads.mjs'

export function callParts(tally, { client, stub, cookie }) {
  const { tryAll } = createAttempts({ client, stub })

  return [
    () =>
      tally.part('P1', 'each call of the contracts, once', async (part) => {
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
            // Everything that others sign comes from elsewhere; callbacks.mjs has its own wrong ways in.
            calls.filter((call) => !byAddress(call) && !call.signed),
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
  ]
}

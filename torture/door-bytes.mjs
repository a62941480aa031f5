/** Bytes: requests that are none, hide another, or are too long. Rows P6–P9, P12. */
import { createHash, randomBytes } from 'node:crypto'
import { endpointTable } from '../lib/domains/endpoints.ts'
import { createAttempts } from './attempts.mjs'
import { LIST, MULTIPART } from './contract-calls.mjs'
import { hostileBodies, hostileTexts, product } from './payloads.mjs'
import { brokenRequests, hiddenRequests, upgrades } from './raw-requests.mjs'

export function byteParts(tally, { client, stub, cookie }) {
  const { tryAll, tryRaw } = createAttempts({ client, stub })

  return [
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
          if (/^location: *[^ /]/im.test(text)) return 'leads elsewhere'
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
  ]
}

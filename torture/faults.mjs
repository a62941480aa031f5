/** Every fault of an upstream for every kind of call, while somebody else works. Rows A1–A3, P5, P13. */
import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { each } from './client.mjs'
import { faults } from './fault-proxy.mjs'
import { memoryOf, startWorking } from './other-user.mjs'
import { product } from './payloads.mjs'
import { wrongWith } from './tally.mjs'

const MULTIPART = 'multipart/form-data; boundary=torture'
const DEADLINE = 180_000

/** One call of each kind, with the name of its fault. */
const kinds = {
  read: (name) => ({ method: 'GET', path: `/nlos/admin/getDic?type=fault=${name}` }),
  write: (name) => ({ path: '/nlos/biz/system/draft/save', body: `key=fault=${name}` }),
  upload: (name) => ({
    path: '/nlos/biz/material/file/upload',
    headers: { 'content-type': MULTIPART },
    chunked: true,
    body: `--torture\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nfault=${name}\r\n${'x'.repeat(70_000)}\r\n--torture--\r\n`,
  }),
  stream: (name) => ({
    method: 'GET',
    path: `/nlos/biz/material/file/get?orderId=1&fileId=1&thumb=fault=${name}`,
  }),
}
const ROUNDS = 3

const descriptors = (pid) => readdirSync(`/proc/${pid}/fd`).length

/** @param at `otherCookie` is the session of somebody else, who goes on working */
export function faultParts(tally, { client, proxy, pid, cookie, otherCookie, metricsToken }) {
  /** The longest that the door's event loop was late since the last reading, in ms. */
  async function lateness() {
    const headers = { authorization: `Bearer ${metricsToken}` }
    const { body } = await client.ask({ method: 'GET', path: '/metrics', headers })
    return Math.round(1000 * /^nlos_event_loop_delay_seconds\{quantile="1"\} (.+)$/m.exec(body)[1])
  }

  const healthy = () => client.ask({ path: '/nlos/home/list', body: 'a=1', cookie })
  const ask = (kind, name, more) => client.ask({ ...kinds[kind](name), cookie, ...more })
  /** Calls that nobody answers, cut by the door's own deadline; they run beside everything else. */
  let cut

  return [
    () =>
      tally.part(
        'A1, P5, P13',
        `${Object.keys(faults).length} faults × ${Object.keys(kinds).length} kinds of call × ${ROUNDS}`,
        async (part) => {
          cut = Promise.all(
            ['hang', 'byte-by-byte'].flatMap((name) =>
              Object.keys(kinds).map(async (kind) => {
                const started = performance.now()
                const received = await ask(kind, name, { timeout: DEADLINE + 20_000, alone: true }).catch(
                  () => ({ status: 0 }),
                )
                return { name, kind, status: received.status, ms: performance.now() - started }
              }),
            ),
          )
          const quiet = startWorking(client.port, otherCookie)
          await wait(5_000)
          const before = await quiet.stop()
          const files = descriptors(pid)
          await lateness()
          const other = startWorking(client.port, otherCookie)
          const rounds = Array.from({ length: ROUNDS })
          await each(
            product(rounds, Object.entries(faults), Object.keys(kinds)),
            4,
            async ([, [name, { want }], kind]) => {
              part.tried++
              const held = name === 'expired' ? await client.signIn('account=torture&password=x') : cookie
              const received = await ask(kind, name, { cookie: held }).catch((error) => ({
                status: 0,
                error,
              }))
              const wrong =
                received.status === 0
                  ? undefined
                  : wrongWith(
                      { ...received, status: want[kind].includes(received.status) ? 200 : received.status },
                      client,
                    )
              if (wrong) part.fell.push(`${name}, ${kind}: ${wrong}`)
              else if (!want[kind].includes(received.status))
                part.fell.push(`${name}, ${kind}: answered ${received.status}, not ${want[kind]}`)
              else if (received.status >= 400 && !JSON.parse(received.body).message)
                part.fell.push(`${name}, ${kind}: no message`)
              if (received.body && /srv\/app|<script|<html|evil!!/.test(received.body) && kind !== 'stream')
                part.fell.push(`${name}, ${kind}: shows ${received.body}`)
            },
          )
          const after = await other.stop()
          const late = await lateness()
          part.upstream += part.tried
          part.fell.push(...after.fell)
          if ((await healthy()).status !== 200) part.fell.push('a healthy call after it')
          await wait(1_000)
          const grown = descriptors(pid) - files
          if (grown > 40) part.fell.push(`${grown} more open files`)
          if (after.p99 > Math.max(2 * before.p99, 250))
            part.fell.push(`another user's p99 ${after.p99} ms, ${before.p99} ms before`)
          return `another user's p50 ${after.p50} ms and p99 ${after.p99} ms over ${after.calls} calls, ${before.p50} and ${before.p99} ms before; the door's loop late by ${late} ms at most`
        },
      ),

    () =>
      tally.part(
        'A1, A3',
        'an upstream that nobody listens for, or that resets every connection',
        async (part) => {
          // Drawn once before: the first login page of a process takes its time for reasons of its own.
          await client.ask({ method: 'GET', path: '/login' })
          for (const name of ['refuse', 'reset']) {
            await proxy[name]()
            await each(product(Array.from({ length: 25 }), Object.keys(kinds)), 8, async ([, kind]) => {
              part.tried++
              const { status, ms } = await ask(kind, 'none')
              if (![502, 504].includes(status) || ms > 1_000)
                part.fell.push(`${name}, ${kind}: ${status} after ${ms} ms`)
            })
            for (const path of ['/login', '/healthz']) {
              const { status, ms } = await client.ask({ method: 'GET', path })
              if (status !== 200 || ms > 1_000) part.fell.push(`${name}, ${path}: ${status} after ${ms} ms`)
            }
            await proxy.recover()
            const started = performance.now()
            while ((await healthy()).status !== 200 && performance.now() - started < 10_000) await wait(100)
            if (performance.now() - started >= 10_000) part.fell.push(`${name}: not back after 10 s`)
          }
        },
      ),

    () =>
      tally.part('A2', 'clients that leave a call which hangs', async (part) => {
        const before = proxy.hanging
        await each(product(Array.from({ length: 5 }), Object.keys(kinds)), 20, async ([, kind]) => {
          part.tried++
          await ask(kind, 'hang', { timeout: 500, alone: true }).catch(() => undefined)
        })
        await wait(1_000)
        part.upstream += part.tried
        if (proxy.hanging > before)
          part.fell.push(`${proxy.hanging - before} calls still open at the upstream`)
      }),

    () =>
      tally.part('A3', '500 calls to an upstream that hangs', async (part) => {
        const refused = []
        const inFlight = proxy.hanging
        let most = 0
        await each(Array.from({ length: 500 }), 500, async () => {
          part.tried++
          const received = await client
            .ask({ ...kinds.read('hang'), cookie, timeout: 4_000, alone: true })
            .catch(() => undefined)
          most = Math.max(most, proxy.hanging)
          if (!received) return
          refused.push(received.ms)
          if (received.status !== 503 || received.headers['retry-after'] === undefined)
            part.fell.push(`answered ${received.status}`)
        })
        part.upstream += part.tried - refused.length
        const held = part.tried - refused.length
        if (held > 64) part.fell.push(`${held} calls of one session were let through`)
        const { status, ms } = await client.ask({ method: 'GET', path: '/healthz' })
        if (status !== 200) part.fell.push(`/healthz ${status}`)
        await wait(1_000)
        const back = await healthy()
        if (back.status !== 200) part.fell.push(`after it: ${back.status}`)
        return `${held} waited, ${refused.length} were refused, health in ${Math.round(ms)} ms, ${most - inFlight} at the upstream`
      }),

    () =>
      tally.part('A2', 'calls that nobody ends: the deadline of 180 s', async (part) => {
        for (const { name, kind, status, ms } of await cut) {
          part.tried++
          part.upstream++
          const broken = kind === 'stream' && name === 'byte-by-byte'
          if (status !== (broken ? 0 : 504)) part.fell.push(`${name}, ${kind}: answered ${status}`)
          if (Math.abs(ms - DEADLINE) > 2_500) part.fell.push(`${name}, ${kind}: after ${Math.round(ms)} ms`)
        }
        return `${memoryOf(pid)} MB resident`
      }),
  ]
}

/** Minutes of open tabs, then minutes of work with clients that leave. Rows A11, A10. */
import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { roles } from '../lib/domains/identity/rules/roles.ts'
import { each } from './client.mjs'

const TABS = 500
/** Of one session at a time; the door keeps no more. */
const TABS_PER_SESSION = 8
const QUIET = 60_000
const MINUTES = Number(process.env.TORTURE_SOAK_MINUTES ?? 4)
const WIDTH = 3
/** Of what the garbage collector leaves of the heap, from the third quarter of the work to the last one, in MB. */
const MAX_GROWTH = 20

/** Sockets of a process; files of the database that it keeps open are none. */
const socketsOf = (pid) =>
  readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length

/** @param at `signIn` makes a new session of a role */
export function soakPart(tally, { client, pid, metricsToken, signIn }) {
  async function metrics() {
    const headers = { authorization: `Bearer ${metricsToken}` }
    // On a connection of its own: one that was kept open may be closed by the server in the moment it is used.
    return String((await client.ask({ method: 'GET', path: '/metrics', headers, alone: true })).body)
  }
  /** In MB: `heap` is what JavaScript uses of `heapTotal`, `external` what it holds outside, both of the main thread. */
  async function memory() {
    const text = await metrics()
    const of = (kind) => Number(new RegExp(`kind="${kind}"\\} (\\d+)`).exec(text)[1]) / 1e6
    return {
      resident: of('rss'),
      heap: of('heap_used'),
      heapTotal: of('heap_total'),
      external: of('external'),
    }
  }
  async function upstreamCalls() {
    const lines = (await metrics()).matchAll(/^nlos_upstream_calls_total\{.*\} (\d+)$/gm)
    return Array.from(lines, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0)
  }
  const openTab = (cookie) =>
    new Promise((resolve, reject) => {
      const socket = connect(client.port, '127.0.0.1', () =>
        socket.write(
          `GET /session/events HTTP/1.1\r\nHost: ${client.host}\r\nx-nlos: 1\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n\r\n`,
        ),
      )
      socket.once('data', (data) =>
        data.includes(' 200 ') ? resolve(socket) : reject(new Error(data.toString('latin1', 0, 40))),
      )
      socket.on('error', reject)
    })

  return tally.part('A11, A10', `${TABS} open tabs, then ${MINUTES} minutes of work`, async (part) => {
    const names = Object.keys(roles)
    const cookies = []
    await each(Array.from({ length: Math.ceil(TABS / TABS_PER_SESSION) }).keys(), WIDTH, async (at) =>
      cookies.push(await signIn(names[at % names.length])),
    )
    const sockets = socketsOf(pid)
    const tabs = []
    await each(Array.from({ length: TABS }).keys(), WIDTH, async (at) =>
      tabs.push(await openTab(cookies[at % cookies.length])),
    )
    const before = await upstreamCalls()
    await wait(QUIET)
    const heard = (await upstreamCalls()) - before
    part.tried += tabs.length
    part.upstream += heard
    if (heard > 0) part.fell.push(`${heard} upstream calls of tabs that only stand open`)
    const open = tabs.filter((socket) => !socket.destroyed).length
    if (open < TABS) part.fell.push(`${TABS - open} tabs were cut`)

    const ends = performance.now() + MINUTES * 60_000
    const watched = [await memory()]
    const watch = setInterval(async () => watched.push(await memory()), 1_000)
    const works = [
      (cookie) => client.ask({ path: '/nlos/home/list', body: '', cookie }),
      (cookie) =>
        client.ask({ method: 'GET', path: '/order/query', cookie, headers: { 'x-nlos': undefined } }),
      // Somebody who leaves at once, and an upload that is none.
      (cookie) =>
        client.ask({
          path: '/nlos/biz/order/order/list',
          body: 'length=100',
          cookie,
          timeout: 5,
          alone: true,
        }),
      (cookie) =>
        client.ask({
          path: '/nlos/biz/material/file/upload',
          cookie,
          body: 'x'.repeat(500_000),
          headers: { 'content-type': 'multipart/form-data; boundary=torture' },
        }),
      (cookie) => client.ask({ path: '/nlos/user/refesh', body: '', cookie }),
    ]
    await each(Array.from({ length: WIDTH }).keys(), WIDTH, async (runner) => {
      for (let at = runner; performance.now() < ends; at++) {
        part.tried++
        const received = await works[at % works.length](cookies[at % cookies.length]).catch(() => undefined)
        if (received?.status >= 500) part.fell.push(`answered ${received.status}`)
        await wait(20)
      }
    })
    clearInterval(watch)
    for (const socket of tabs) socket.destroy()
    await wait(8_000)
    const left = socketsOf(pid) - sockets
    const quarters = [0, 1, 2, 3].map((at) =>
      watched.slice((at * watched.length) / 4, ((at + 1) * watched.length) / 4),
    )
    const [third, fourth] = quarters.slice(2).map((quarter) => Math.min(...quarter.map(({ heap }) => heap)))
    const growth = Math.round(fourth - third)
    if (left > 40) part.fell.push(`${left} more open sockets after it`)
    if (growth > MAX_GROWTH) part.fell.push(`the heap grew by ${growth} MB in a quarter of it`)
    const resident = [watched.slice(0, 1), ...quarters]
      .map((part) => Math.round(part.at(-1).resident))
      .join(', ')
    const { heapTotal, external, ...last } = watched.at(-1)
    const rest = last.resident - heapTotal - external
    return `${heard} upstream calls of the open tabs in a minute, heap after collection ${Math.round(third)} MB in the third quarter and ${growth} MB more in the last, resident ${resident} MB at first and after each quarter, of the last ${Math.round(heapTotal)} the heap with its garbage, ${Math.round(external)} external, ${Math.round(rest)} the rest (the database's thread, the allocator, code), ${left} more open sockets`
  })
}

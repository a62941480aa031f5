/**
 * The check of a session cookie against a bare unseal of iron-session: the same cookie again and again, a thousand by
 * turns, and cookies never seen before; then the hop with more sessions than are remembered.
 *
 *     npm run bench -- session [--busy] [--quick]
 */
import { unsealData } from 'iron-session'
import { ensureBuilt } from '../scripts/build.mjs'
import { say } from '../scripts/runtime.mjs'
import { listCall, newSecret, startConsole } from './rig/console.mjs'
import { figure, printFigures, printTable } from './rig/figures.mjs'
import { startLoad, startService } from './rig/load.mjs'
import { bench, ensureRest } from './rig/machine.mjs'
import { textOf } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
/** More than the 20,000 that a process remembers: asked for by turns, none is remembered when its turn comes. */
const sessionCount = 21_000
const UNSEAL = 'iron-session unseal'

const secret = newSecret()
process.env.SESSION_SECRET = secret
const { readSession, sessionCookie, startSession } = await import('../lib/bff/session.ts')

const cpu = ({ cpu }) => cpu

await bench(async () => {
  await ensureBuilt()
  say(`Sealing ${sessionCount} sessions …`)
  const cookies = []
  while (cookies.length < sessionCount) {
    const user = { id: cookies.length + 1, name: '王五', account: `user${cookies.length}` }
    const session = startSession('b'.repeat(43), user, 'blq')
    cookies.push((await sessionCookie(session, false)).split(';')[0])
  }
  const seals = cookies.map((pair) => pair.slice(pair.indexOf('=') + 1))
  await ensureRest()
  const even = [await checks(seals), await hops(cookies)]
  return even.every(Boolean) ? 0 : 1
})

/** In this process: `count` checks one after the other, CPU of all its threads in µs each. */
async function checks(seals) {
  let fresh = 0
  const again = (count) => ({ count, check: () => readSession(seals[0]) })
  const subjects = {
    ours: again(1_000_000),
    'ours, 1,000 cookies by turns': { count: 1_000_000, check: (at) => readSession(seals[at % 1_000]) },
    'ours, never seen before': { count: 1_000, check: () => readSession(seals[1_000 + (fresh++ % 20_000)]) },
    [UNSEAL]: { count: 2_000, check: () => unsealData(seals[0], { password: { 1: secret } }) },
  }
  const measure = async ({ count, check }) => {
    const before = process.cpuUsage()
    const started = performance.now()
    for (let at = 0; at < count; at += 1) await check(at)
    const seconds = (performance.now() - started) / 1000
    const { user, system } = process.cpuUsage(before)
    return { cpu: (user + system) / count, perSecond: count / seconds }
  }
  const { ours, ...peers } = subjects
  for (const subject of Object.values(subjects)) await measure(subject)
  const turns = await byTurns({ ours, peers, rounds, measure })
  const perSecond = ({ perSecond }) => perSecond
  printTable(
    ['', 'CPU µs', 'checks/s', 'checks/s of ours to it'],
    [undefined, ...turns.peers].map((name) => [
      name ?? 'ours, the same cookie',
      turns.spread(cpu, name).median.toFixed(2),
      turns.spread(perSecond, name).median.toFixed(0),
      name ? textOf(turns.ratio(perSecond, name), 1) : '',
    ]),
  )
  const both = `${turns.spread(perSecond).median.toFixed(0)} to ${turns.spread(perSecond, UNSEAL).median.toFixed(0)} a second`
  const even = isEven(turns, cpu, 'session check')
  const figures = [
    figure({
      what: 'Session check on a cookie seen before, to a bare unseal',
      spread: turns.ratio(perSecond, UNSEAL),
      least: 80,
      digits: 0,
      more: both,
      command: 'session',
    }),
  ]
  if (even) printFigures(figures)
  return even
}

/** The door with sessions that it never remembers, against the door with one. */
async function hops(cookies) {
  const service = await startService()
  const console_ = await startConsole(service.url, { secret })
  const load = await startLoad()
  const ours = { ...console_, requests: [listCall(console_, cookies[0])] }
  const forgotten = { ...console_, requests: cookies.map((cookie) => listCall(console_, cookie)) }
  await load.warmUp(ours)
  await load.warmUp(forgotten, { count: sessionCount })
  const turns = await byTurns({
    ours,
    peers: { 'ours, no session remembered': forgotten },
    rounds,
    measure: (subject) => load.measure(subject, { connections: 32, seconds: quick ? 1 : 4 }),
  })
  const [name] = turns.peers
  const micros = (of) => `${turns.spread(cpu, of).median.toFixed(0)} µs`
  say(`hop: ${micros()} with one session, ${micros(name)} with ${sessionCount} by turns`)
  const even = isEven(turns, cpu, 'hop')
  const figures = [
    figure({
      what: 'Hop with every session remembered, CPU to none remembered',
      spread: turns.ratio(cpu, name),
      more: `${micros()} to ${micros(name)}`,
      command: 'session',
    }),
  ]
  if (even) printFigures(figures)
  for (const { stop } of [load, console_, service]) await stop()
  return even
}

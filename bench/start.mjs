/**
 * A cold start until the first answers, and the memory at rest after it: ours until a call through the door and until a
 * page, against @fastify/http-proxy and `next start`.
 *
 *     npm run bench -- start [--busy] [--quick]
 */
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuilt } from '../scripts/build.mjs'
import { say } from '../scripts/runtime.mjs'
import { newSecret, startConsole } from './rig/console.mjs'
import { figure, printFigures, printTable } from './rig/figures.mjs'
import { startService } from './rig/load.mjs'
import { bench, ensureRest, memory, untilAnswering } from './rig/machine.mjs'
import { peerFolder, startFastify, startNextPeer } from './rig/peers.mjs'
import { textOf } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const rounds = process.argv.includes('--quick') ? 2 : 5
/** Until the garbage of a start has gone, in ms. */
const REST = 3_000
const FASTIFY = '@fastify/http-proxy'
const NEXT = 'next start'

const hop = ({ hop }) => hop
const page = ({ page }) => page
const rss = ({ rss }) => rss

await bench(async () => {
  await ensureBuilt()
  await peerFolder('fastify')
  const service = await startService()
  const secret = newSecret()
  // Built and placed before the first turn.
  await (await startNextPeer(service, secret)).stop()
  await ensureRest()

  /** A login is the one call that needs no session; the peers' is a call like any other. */
  const login = (url) => ({
    method: 'POST',
    headers: { 'x-nlos': '1', origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'account=entry_clerk&password=x',
  })
  const at = (start, { call, document }) => ({ start, call, document })
  const subjects = {
    ours: at(() => startConsole(service.url, { secret, wait: false }), {
      call: '/nlos/login/go',
      document: '/login',
    }),
    [FASTIFY]: at(() => startFastify(service, { wait: false }), { call: '/nlos/login/go' }),
    [NEXT]: at(() => startNextPeer(service, secret, { wait: false }), {
      call: '/rewritten/login/go',
      document: '/list',
    }),
  }
  const measure = async ({ start, call, document }) => {
    const started = performance.now()
    const server = await start()
    const answered = async (path, init) => {
      await untilAnswering(server.url + path, { init, child: server.child, every: 5 })
      return performance.now() - started
    }
    const [hop, page] = await Promise.all([
      answered(call, login(server.url)),
      document ? answered(document, {}) : Number.NaN,
    ])
    await wait(REST)
    const rss = memory(server.pid).now / 1e6
    await server.stop()
    return { hop, page, rss }
  }
  const { ours, ...peers } = subjects
  const turns = await byTurns({ ours, peers, measure, rounds })
  say(`${rounds} rounds, ms until the first answer of 200`)
  printTable(
    ['', 'a call', 'a page', 'MB at rest'],
    [undefined, FASTIFY, NEXT].map((name) => [
      name ?? 'ours',
      textOf(turns.spread(hop, name), 0),
      name === FASTIFY ? '' : textOf(turns.spread(page, name), 0),
      textOf(turns.spread(rss, name), 0),
    ]),
  )
  const line = (what, metric, name, unit) =>
    figure({
      what,
      spread: turns.ratio(metric, name),
      most: 1,
      more: `${turns.spread(metric).median.toFixed(0)} to ${turns.spread(metric, name).median.toFixed(0)} ${unit}`,
      command: 'start',
    })
  printFigures([
    line(`Cold start to the first call, to ${FASTIFY}`, hop, FASTIFY, 'ms'),
    line(`Cold start to the first call, to rewrites of ${NEXT}`, hop, NEXT, 'ms'),
    line(`Cold start to the first page, to ${NEXT}`, page, NEXT, 'ms'),
    line(`Memory at rest after the start, to ${NEXT}`, rss, NEXT, 'MB'),
  ])
  await service.stop()
  return isEven(turns, hop, 'first call') ? 0 : 1
})

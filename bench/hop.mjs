/**
 * One call through the door against nginx, @fastify/http-proxy, Next's rewrites and a plain route handler: CPU of the
 * server for each request, requests a second, and the time to the answer at 1,000 requests a second.
 *
 *     npm run bench -- hop [--busy] [--quick]
 *
 * All lead to one service that answers at once, with a form out and 1 KB of JSON back, as the contract says. Ours
 * verifies the session, judges the call, logs it and looks at samples of the answers; nginx and fastify set a fixed
 * token, rewrites do nothing at all. Beside them stand ours in front of a service that drifts from the contract, and
 * ours that looks at every answer.
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say } from '../scripts/runtime.mjs'
import { form, headersOfCall, listCall, newSecret, sessionAt, startConsole } from './rig/console.mjs'
import { figure, printFigures, printTable } from './rig/figures.mjs'
import { requestText, startLoad, startService } from './rig/load.mjs'
import { bench, ensureRest } from './rig/machine.mjs'
import { startFastify, startNextPeer, startNginx } from './rig/peers.mjs'
import { quantile, quantileRatio, textOf, usualQuantile, usualRatio } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
const seconds = quick ? 1 : 4
/** As many rounds as make some thousand answers beyond a p99 of all. */
const slices = quick ? 10 : 200
const PACE = { connections: 64, rate: 1_000, slice: 300 }
/** The most that the p99 of ours may be to that of ours again, before it counts for nothing. */
const EVEN_TAIL = [0.9, 1.1]
const NGINX = 'nginx proxy_pass'
const FASTIFY = '@fastify/http-proxy'
const REWRITES = 'Next rewrites'
const NAIVE = 'route handler, fetch, unseal'
/** The most that the CPU of ours may be of the peer's. */
const most = { [NGINX]: 2.5, [FASTIFY]: 0.45, [REWRITES]: 0.25, [NAIVE]: 0.03 }
const DRIFTING = 'ours, its service drifting'
const REFUSING = 'ours, every answer looked at'
/** The least that the CPU of ours may be of ours in front of a service that drifts: what reports may cost. */
const LEAST_OF_DRIFTING = 0.95

/** The answer of a service that calls its fields by other names and has one too many. */
const DRIFTED = {
  data: Array.from({ length: 5 }, () => ({
    id: '10001',
    no: 'QC2026112100017',
    customerName: '王建国',
    status: 'wait_entry',
    stageEnteredAt: '2026-11-21 09:30:00',
    amount: 128_000,
    reason: null,
    event: 'submit_first',
    diligenceId: null,
    surprise: 'nobody declared it, and it stands in each of the rows',
  })),
  total: 5,
  pageNo: 1,
  allPage: 1,
  nextCursor: null,
}

const cpu = ({ cpu }) => cpu
const p99 = ({ p99 }) => p99
const p50 = ({ p50 }) => p50

await bench(async () => {
  await ensureBuilt()
  const secret = newSecret()
  const service = await startService()
  const console_ = await startConsole(service.url, { secret })
  const drifting = await startService()
  await drifting.tell({ '/home/list': JSON.stringify(DRIFTED) })
  const reporting = await startConsole(drifting.url)
  const refusing = await startConsole(service.url, { answers: 'refuse' })
  const cookie = await sessionAt(console_)
  const nginx = await startNginx(service)
  const fastify = await startFastify(service)
  const next = await startNextPeer(service, secret)
  const load = await startLoad()

  const at = (server, path) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return {
      ...server,
      requests: [requestText('POST', path, { ...headersOfCall(server, cookie), ...type }, form)],
    }
  }
  const ours = { ...console_, requests: [listCall(console_, cookie)] }
  const peers = {
    [NGINX]: at(nginx, '/nlos/home/list'),
    [FASTIFY]: at(fastify, '/nlos/home/list'),
    [REWRITES]: at(next, '/rewritten/home/list'),
    [NAIVE]: at(next, '/naive'),
  }
  const others = {}
  for (const [name, other] of Object.entries({ [DRIFTING]: reporting, [REFUSING]: refusing }))
    others[name] = { ...other, requests: [listCall(other, await sessionAt(other))] }
  for (const subject of [ours, ...Object.values(peers), ...Object.values(others)]) await load.warmUp(subject)

  await ensureRest()
  say(`${rounds} rounds of ${seconds} s, 32 connections`)
  const busy = await byTurns({
    ours,
    peers: { ...peers, ...others },
    rounds,
    measure: (subject) => load.measure(subject, { connections: 32, seconds }),
  })
  printTurns(busy)
  say(`${slices} rounds of ${PACE.slice} ms, ${PACE.rate} requests a second`)
  const [own, proxied, again, direct] = await load.run({
    ...PACE,
    rounds: slices,
    sides: [ours, peers[NGINX], ours, at(service, '/nlos/home/list')],
  })
  const quantiles = (times) => [
    ...[0.5, 0.99, 0.999].map((share) => quantile(times.flat(), share).toFixed(2)),
    usualQuantile(times, 0.99).toFixed(2),
  ]
  const ratios = (to) => [quantileRatio, usualRatio].map((ratio) => textOf(ratio(own, to, 0.99)))
  printTable(
    ['', 'p50 ms', 'p99 ms', 'p99.9 ms', 'usual p99 ms', 'p99 of ours to it', 'usual p99 of ours to it'],
    [
      ['ours', ...quantiles(own), '', ''],
      ['ours again (A–A)', ...quantiles(again), ...ratios(again)],
      [NGINX, ...quantiles(proxied), ...ratios(proxied)],
      ['the service itself', ...quantiles(direct), '', ''],
    ],
  )
  say(`${rounds} rounds of ${seconds / 2} s, one connection`)
  const alone = await byTurns({
    ours,
    peers: { [NGINX]: peers[NGINX] },
    rounds,
    measure: (subject) => load.measure(subject, { connections: 1, seconds: seconds / 2 }),
  })
  printTurns(alone)

  const even = isEven(busy, cpu, 'CPU per request')
  const tail = (what, ratio, milliseconds) => {
    const self = ratio(own, again, 0.99).median
    const isEven = self >= EVEN_TAIL[0] && self <= EVEN_TAIL[1]
    const rounds = [
      [...own, ...again],
      [...proxied, ...proxied],
    ]
    const [ours, nginx] = rounds.map((times) => milliseconds(times).toFixed(2))
    return {
      isEven,
      what: `Hop, ${what}, to ${NGINX}`,
      spread: ratio(...rounds, 0.99),
      most: 2,
      more: `${ours} to ${nginx} ms, ours to itself ${self.toFixed(2)}×${isEven ? '' : ', which does not count'}`,
      command: 'hop',
    }
  }
  const tails = [
    tail('p99 at 1,000 requests a second', quantileRatio, (times) => quantile(times.flat(), 0.99)),
    tail('p99 of the usual 300 ms', usualRatio, (times) => usualQuantile(times, 0.99)),
  ]
  const micros = (turns, name) => `${turns.spread(cpu, name).median.toFixed(0)} µs`
  if (even)
    printFigures([
      ...Object.keys(peers).map((name) =>
        figure({
          what: `Hop, CPU a request, to ${name}`,
          spread: busy.ratio(cpu, name),
          most: most[name],
          digits: name === NAIVE ? 3 : 2,
          more: `${micros(busy)} to ${micros(busy, name)}`,
          command: 'hop',
        }),
      ),
      figure({
        what: `Hop, CPU a request, to ${DRIFTING}`,
        spread: busy.ratio(cpu, DRIFTING),
        least: LEAST_OF_DRIFTING,
        more: `${micros(busy)} to ${micros(busy, DRIFTING)}`,
        command: 'hop',
      }),
      figure({
        what: `Hop, CPU a request, to ${REFUSING} (\`NLOS_ANSWERS=refuse\`)`,
        spread: busy.ratio(cpu, REFUSING),
        more: `${micros(busy)} to ${micros(busy, REFUSING)}`,
        command: 'hop',
      }),
      ...tails.filter(({ isEven }) => isEven).map(figure),
      figure({
        what: 'Hop, p50 with one connection, to nginx proxy_pass',
        spread: alone.ratio(p50, NGINX),
        more: `${textOf(alone.spread(p50))} ms to ${textOf(alone.spread(p50, NGINX))} ms`,
        command: 'hop',
      }),
    ])
  for (const { stop } of [load, console_, reporting, refusing, nginx, fastify, next, drifting, service])
    await stop()
  return even ? 0 : 1
})

function printTurns(turns) {
  const row = (label, name) => [
    label,
    turns.spread(cpu, name).median.toFixed(1),
    turns.spread(({ perSecond }) => perSecond, name).median.toFixed(0),
    textOf(turns.spread(p50, name)),
    textOf(turns.spread(p99, name)),
    name ? textOf(turns.ratio(cpu, name), 3) : '',
  ]
  printTable(
    ['', 'CPU µs', 'req/s', 'p50 ms', 'p99 ms', 'CPU of ours to it'],
    [row('ours'), ...turns.peers.map((name) => row(name, name))],
  )
}

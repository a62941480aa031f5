/**
 * 64 MiB up and 64 MiB down through the door: bytes a second against nginx and @fastify/http-proxy, and what the resident
 * memory of the server grows by at most meanwhile.
 *
 *     npm run bench -- upload [--busy] [--quick]
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { root, say } from '../scripts/runtime.mjs'
import { headersOfCall, newSecret } from './rig/console.mjs'
import { figure, printFigures, printTable } from './rig/figures.mjs'
import { requestText, startLoad, startService } from './rig/load.mjs'
import { bench, CORE, cpuMicros, ended, ensureRest, forgetPeak, memory, startNodeOn } from './rig/machine.mjs'
import { startFastify, startNginx } from './rig/peers.mjs'
import { spreadOf, textOf } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
const perTurn = quick ? 2 : 6
const fileBytes = 64 * 1024 * 1024
const MB = 1e6
const NGINX = 'nginx proxy_pass'
const FASTIFY = '@fastify/http-proxy'

const speed = ({ speed }) => speed
const growth = ({ growth }) => growth

await bench(async () => {
  const service = await startService()
  const ours = await startOurs(service)
  const nginx = await startNginx(service)
  const fastify = await startFastify(service)
  const load = await startLoad()
  await ensureRest()

  const measure = async ({ pid, port, requests, bodyBytes }) => {
    const memoryBefore = memory(pid).now
    forgetPeak(pid)
    const cpuBefore = cpuMicros(pid)
    const { seconds } = await load.run({ port, requests, bodyBytes, connections: 1, count: perTurn })
    return {
      speed: (perTurn * fileBytes) / MB / seconds,
      growth: (memory(pid).peak - memoryBefore) / MB,
      cpu: (cpuMicros(pid) - cpuBefore) / 1000 / perTurn,
    }
  }
  const kinds = { up: uploadOf, down: downloadOf }
  const lines = []
  let even = true
  for (const [kind, requestOf] of Object.entries(kinds)) {
    const subjects = [ours, nginx, fastify].map((server) => requestOf(server, ours.cookie))
    for (const subject of subjects) await measure(subject)
    const [own, ...others] = subjects
    const peers = { [NGINX]: others[0], [FASTIFY]: others[1] }
    const turns = await byTurns({ ours: own, peers, measure, rounds })
    say(`64 MiB ${kind}, ${rounds} rounds of ${perTurn}`)
    printTable(
      ['', 'MB/s', 'CPU ms', 'growth MB', 'MB/s of ours to it'],
      [undefined, NGINX, FASTIFY].map((name) => [
        name ?? 'ours',
        textOf(turns.spread(speed, name), 0),
        turns.spread(({ cpu }) => cpu, name).median.toFixed(0),
        textOf(turns.spread(growth, name), 1),
        name ? textOf(turns.ratio(speed, name)) : '',
      ]),
    )
    const isTurnEven = isEven(turns, speed, `64 MiB ${kind}`)
    even &&= isTurnEven
    if (!isTurnEven) continue
    const both = `${turns.spread(speed).median.toFixed(0)} to ${turns.spread(speed, NGINX).median.toFixed(0)} MB/s`
    lines.push(
      figure({
        what: `64 MiB ${kind} through the door, bytes a second to nginx`,
        spread: turns.ratio(speed, NGINX),
        least: 0.5,
        more: both,
        command: 'upload',
      }),
      figure({
        what: `Growth of the server's memory meanwhile, ${kind}, most of each turn`,
        spread: spreadOf([turns.spread(growth).max]),
        most: 16,
        unit: ' MB',
        digits: 1,
        command: 'upload',
      }),
    )
  }
  printFigures(lines)
  for (const { stop } of [load, ours, nginx, fastify, service]) await stop()
  return even ? 0 : 1
})

/** The door with a table of its own: no call of the console takes 64 MiB. */
async function startOurs(service) {
  const child = startNodeOn(CORE.measured, [join(root, 'bench/rig/upload-server.ts'), service.url], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { SESSION_SECRET: newSecret() },
  })
  const [{ port, cookie }] = await once(child, 'message')
  return { pid: child.pid, port, cookie, stop: () => ended(child) }
}

function uploadOf(server, cookie) {
  const headers = {
    ...headersOfCall(server, cookie),
    'content-type': 'multipart/form-data; boundary=----benches',
    'content-length': fileBytes,
  }
  return { ...server, requests: [requestText('POST', '/nlos/file/put', headers)], bodyBytes: fileBytes }
}

function downloadOf(server, cookie) {
  return { ...server, requests: [requestText('GET', '/nlos/file/get', headersOfCall(server, cookie))] }
}

/**
 * A signed-in page rendered for each request, against the same page in MUI cells and against react-dom alone: pages a
 * second and CPU a page.
 *
 *     npm run bench -- shell [--busy] [--quick]
 *
 * Ours is the order list with its shell, its answers of the service recorded from the demo, so that none of the database
 * is in it. The page in MUI cells has as many menu entries, rows and columns, a session to unseal and no service to ask.
 * react-dom renders the elements of our page from a tree made once, with no component to call.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identity } from '../lib/domains/identity/contract.ts'
import { tenants } from '../lib/domains/tenants/contract.ts'
import { workspace } from '../lib/domains/workspace/contract.ts'
import { ensureBuilt } from '../scripts/build.mjs'
import { root, say } from '../scripts/runtime.mjs'
import { headersOfCall, newSecret, sessionAt, startConsole } from './rig/console.mjs'
import { signIn, withDemoServer } from './rig/demo-desk.mjs'
import { figure, printFigures, printTable } from './rig/figures.mjs'
import { requestText, startLoad, startService } from './rig/load.mjs'
import { bench, CORE, ended, ensureRest, startNodeOn } from './rig/machine.mjs'
import { startNextPeer } from './rig/peers.mjs'
import { textOf } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 2 : 5
const seconds = quick ? 2 : 4
const page = '/order/query'
/** Everything that the server asks for this page. */
const asked = [
  identity.permissions,
  identity.userInfo,
  identity.topMenus,
  identity.menus,
  workspace.read,
  tenants.brand,
]
const MUI = 'the same page in MUI cells'
const DOM = 'react-dom, the same elements'
const LOGIN = 'ours without a session, /login'

const kb = (html) => (Buffer.byteLength(html) / 1000).toFixed(1)
const perSecond = ({ perSecond }) => perSecond

await bench(async () => {
  await ensureBuilt()
  const secret = newSecret()
  const service = await startService()
  await service.tell(await recordedAnswers())
  const console_ = await startConsole(service.url, { secret })
  const cookie = await sessionAt(console_)
  const html = await pageOf(console_, page, cookie)
  const sizes = sizesOf(html)
  const next = await startNextPeer(service, secret)
  const list = `/list?entries=${sizes.entries}&rows=${sizes.rows}&columns=${sizes.columns}`
  const reactDom = await startReactDom(html)
  const load = await startLoad()
  say(`our page: ${sizes.entries} links, ${sizes.rows} rows of ${sizes.columns} cells, ${kb(html)} KB`)
  say(`in MUI cells: ${kb(await pageOf(next, list, cookie))} KB`)

  const get = (server, path, own = cookie) => {
    const headers = { ...headersOfCall(server, own), accept: 'text/html', 'accept-encoding': 'identity' }
    return { ...server, requests: [requestText('GET', path, headers)] }
  }
  const ours = get(console_, page)
  const peers = { [MUI]: get(next, list), [DOM]: get(reactDom, '/'), [LOGIN]: get(console_, '/login', '') }
  for (const subject of [ours, ...Object.values(peers)])
    await load.warmUp(subject, { connections: 4, count: 400 })
  await ensureRest()
  const turns = await byTurns({
    ours,
    peers,
    rounds,
    measure: (subject) => load.measure(subject, { connections: 4, seconds }),
  })
  const cpuMs = ({ cpu }) => cpu / 1000
  printTable(
    ['', 'CPU ms', 'pages/s', 'p99 ms', 'pages/s of ours to it'],
    [undefined, ...turns.peers].map((name) => [
      name ?? `ours, ${page}`,
      turns.spread(cpuMs, name).median.toFixed(2),
      turns.spread(perSecond, name).median.toFixed(0),
      turns.spread(({ p99 }) => p99, name).median.toFixed(0),
      name ? textOf(turns.ratio(perSecond, name)) : '',
    ]),
  )
  const line = (what, name, least) =>
    figure({
      what,
      spread: turns.ratio(perSecond, name),
      least,
      more: `${turns.spread(cpuMs).median.toFixed(1)} to ${turns.spread(cpuMs, name).median.toFixed(1)} ms CPU a page`,
      command: 'shell',
    })
  printFigures([
    line('Signed-in list page, pages a second, to the same page in MUI cells', MUI, 3),
    line('Signed-in list page, pages a second, to react-dom alone with the same elements', DOM, 0.3),
    line('Signed-in list page, pages a second, to the login page', LOGIN),
  ])
  for (const { stop } of [load, console_, next, reactDom, service]) await stop()
  return isEven(turns, perSecond, 'pages a second') ? 0 : 1
})

/** Everything that the demo answers a clerk, by path. */
function recordedAnswers() {
  return withDemoServer(async (server) => {
    const { cookie } = await signIn(server.url, 'entry_clerk')
    const headers = { 'x-nlos': '1', origin: server.url, cookie }
    const pairs = asked.map(async ({ method, path }) => {
      const answer = await fetch(`${server.url}/nlos${path}`, { method, headers })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return [path, await answer.text()]
    })
    return Object.fromEntries(await Promise.all(pairs))
  })
}

async function pageOf({ url }, path, cookie) {
  const answer = await fetch(url + path, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
  const html = await answer.text()
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${html.slice(0, 300)}`)
  return html
}

function sizesOf(html) {
  const count = (pattern) => html.match(pattern)?.length ?? 0
  const rows = Math.max(1, count(/<tr[\s>]/g) - 1)
  return { entries: count(/<a[\s>]/g), rows, columns: Math.max(1, count(/<th[\s>]/g)) }
}

async function startReactDom(html) {
  const folder = mkdtempSync(join(tmpdir(), 'nlos-bench-'))
  const file = join(folder, 'page.html')
  writeFileSync(file, html)
  const child = startNodeOn(CORE.measured, [join(root, 'bench/rig/react-dom-server.mjs'), file], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const [{ port }] = await once(child, 'message')
  return {
    pid: child.pid,
    port,
    async stop() {
      await ended(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

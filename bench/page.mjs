/**
 * The first load after sign-in against stacks that such consoles are built of: JS and CSS at brotli 11, and the time to
 * the largest paint on a slow 4G and on an office line, cold.
 *
 *     npm run bench -- page [--busy] [--quick]
 *
 * The stacks are what the main file of their templates loads, a title and a table of 20 rows, built by esbuild and served at
 * brotli 11: no application, no icon font, no login, no data to fetch. Ours is the whole console on the demo.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ensureBuilt } from '../scripts/build.mjs'
import { run, say } from '../scripts/runtime.mjs'
import { brotliSize, loadShell, withBrowser } from './rig/browser.mjs'
import { signIn, withDemoServer } from './rig/demo-desk.mjs'
import { figure, printFigures, printTable } from './rig/figures.mjs'
import { bench, ensureRest } from './rig/machine.mjs'
import { peerFolder } from './rig/peers.mjs'
import { spreadOf, textOf } from './rig/ratios.ts'
import { byTurns, isEven } from './rig/rounds.mjs'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 3
const stacks = ['element-ui', 'element-plus']
/** Bytes a second and ms of delay. */
const lines = {
  'slow 4G': { latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 },
  office: { latency: 40, downloadThroughput: 10_000_000 / 8, uploadThroughput: 10_000_000 / 8 },
}
/** A larger paint later than this after the last one belongs to no load. */
const SETTLED = 1_500

const kb = (bytes) => bytes / 1000

await bench(async () => {
  await ensureBuilt()
  const peers = {}
  for (const name of stacks) peers[name] = await startStack(name, await peerFolder(name, bundle))
  const printed = []
  let even = true
  await withDemoServer(({ url }) =>
    withBrowser(async (browser) => {
      const shell = await loadShell(await (await browser.newContext()).newPage(), url)
      const least = Math.min(...stacks.map((name) => peers[name].bytes))
      printTable(
        ['JS and CSS, brotli 11', 'KB', 'ours to it'],
        [
          ['ours', kb(shell.bytes()).toFixed(1), ''],
          ...stacks.map((name) => [
            name,
            kb(peers[name].bytes).toFixed(1),
            (shell.bytes() / peers[name].bytes).toFixed(2),
          ]),
        ],
      )
      printed.push(
        figure({
          what: 'First load of shell and home, JS + CSS at brotli 11, to the smallest peer stack',
          spread: spreadOf([shell.bytes() / least]),
          most: 0.72,
          more: `${kb(shell.bytes()).toFixed(1)} to ${kb(least).toFixed(1)} KB`,
          command: 'page',
        }),
      )
      await ensureRest()
      const { cookie } = await signIn(url, 'entry_clerk')
      const ours = { url: `${url}/wel/index`, cookie }
      for (const [name, line] of Object.entries(lines)) {
        const turns = await byTurns({ ours, peers, rounds, measure: (at) => largestPaint(browser, at, line) })
        printed.push(printPaints(name, turns))
        even = isEven(turns, (ms) => ms, `largest paint, ${name}`) && even
      }
    }),
  )
  printFigures(printed)
  for (const { stop } of Object.values(peers)) stop()
  return even ? 0 : 1
})

/** Prints one line's times and gives the line for docs/figures.md, against the quickest peer. */
function printPaints(name, turns) {
  const ms = (value) => value
  printTable(
    [`Largest paint, ${name}`, 'ms', 'ours to it'],
    [undefined, ...turns.peers].map((peer) => [
      peer ?? 'ours',
      textOf(turns.spread(ms, peer), 0),
      peer ? textOf(turns.ratio(ms, peer)) : '',
    ]),
  )
  const best = turns.peers.toSorted((a, b) => turns.spread(ms, a).median - turns.spread(ms, b).median)[0]
  return figure({
    what: `Largest paint of the first page after sign-in, ${name}, to the quickest peer stack`,
    spread: turns.ratio(ms, best),
    most: name === 'slow 4G' ? 0.2 : undefined,
    more: `${turns.spread(ms).median.toFixed(0)} to ${turns.spread(ms, best).median.toFixed(0)} ms (${best})`,
    command: 'page',
  })
}

/** Ms from the navigation to the last of the largest paints, with nothing in the cache. */
async function largestPaint(browser, { url, cookie }, line) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (cookie) {
      const [name, value] = cookie.split(/=(.*)/s)
      await context.addCookies([{ name, value, url }])
    }
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line })
    await page.addInitScript(() => {
      window.paints = []
      const observer = new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries()) window.paints.push(startTime)
      })
      observer.observe({ type: 'largest-contentful-paint', buffered: true })
    })
    await page.goto(url, { waitUntil: 'load' })
    for (let seen = -1; ; ) {
      const paints = await page.evaluate(() => window.paints)
      if (paints.length > 0 && paints.length === seen) return paints.at(-1)
      seen = paints.length
      await page.waitForTimeout(SETTLED)
    }
  } finally {
    await context.close()
  }
}

/** Builds a stack as one script and one style sheet. */
async function bundle(folder) {
  const flags = [
    'main.js',
    '--bundle',
    '--minify',
    '--format=iife',
    '--target=es2022',
    '--outdir=dist',
    '--define:process.env.NODE_ENV="production"',
    '--loader:.woff=empty',
    '--loader:.ttf=empty',
    '--define:__VUE_OPTIONS_API__=true',
    '--define:__VUE_PROD_DEVTOOLS__=false',
    '--define:__VUE_PROD_HYDRATION_MISMATCH_DETAILS__=false',
    // One Vue 2, whether it is imported or required.
    ...(folder.endsWith('element-ui') ? ['--alias:vue=./node_modules/vue/dist/vue.runtime.esm.js'] : []),
  ]
  const { code, output } = await run(join(folder, 'node_modules/.bin/esbuild'), flags, {
    cwd: folder,
    quiet: true,
  })
  if (code !== 0) throw new Error(`${output}\nA peer stack could not be built.`)
  const html =
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>汽车金融管理系统</title><link rel="stylesheet" href="/main.css"></head><body><div id="app"></div><script src="/main.js"></script></body></html>'
  writeFileSync(join(folder, 'dist', 'index.html'), html)
}

/** Serves a stack's three files, compressed beforehand. */
async function startStack(name, folder) {
  const types = {
    'index.html': 'text/html; charset=utf-8',
    'main.js': 'text/javascript',
    'main.css': 'text/css',
  }
  const files = new Map(
    Object.entries(types).map(([file, type]) => {
      const content = readFileSync(join(folder, 'dist', file))
      const body = brotliCompressSync(content)
      return [file, { type, body, bytes: file.endsWith('.html') ? 0 : brotliSize(content) }]
    }),
  )
  const server = createServer((req, res) => {
    const found = files.get(req.url === '/' ? 'index.html' : req.url.slice(1))
    if (!found) return res.writeHead(404).end()
    res.writeHead(200, {
      'content-type': found.type,
      'content-encoding': 'br',
      'content-length': found.body.length,
    })
    res.end(found.body)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bytes = [...files.values()].reduce((sum, file) => sum + file.bytes, 0)
  say(`${name}: ${kb(bytes).toFixed(1)} KB`)
  return { url: `http://localhost:${server.address().port}/`, bytes, stop: () => server.close() }
}

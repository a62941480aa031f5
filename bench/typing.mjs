/**
 * Typing in the order entry at a CPU four times slower: how long a key takes until what it changed is painted, for each
 * kind of field, in the form that has most of them.
 *
 *     npm run bench -- typing [template code]
 *
 * Timed in the page, from the key to the end of the first frame after it; and the processor time of the page's main
 * thread a key, with whatever follows behind the frame, which hardly moves when something else runs beside it. By turns
 * with it a copy of the same document without any of our scripts: what the browser itself takes, on this machine and in
 * this hour.
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { copyOfDocument, signInOn, slowed, withBrowser } from './rig/browser.mjs'
import { signIn, withDemoServer } from './rig/demo-desk.mjs'
import { quantile } from './rig/ratios.ts'

const { orderHref } = await import('../lib/routes-of-templates.ts')

const slowDown = 4
const rounds = 3
/** Between two keys, in ms: what a quick hand leaves. */
const pause = 120

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)
const textOf = (times) =>
  [0.5, 0.75, 0.95].map((q) => `p${q * 100} ${quantile(times, q).toFixed(0)}`).join(', ')

/** A field of each kind, and what is typed there in a round. */
const fields = [
  ['text', 'input[name="employment.employerName"], input[name="employment.position"]', 'shanghaiqiche'],
  ['text in a row of several', 'input[name="contacts.0.address"]', 'changninglu1027'],
  ['amount of the quote', 'input[name="vehicle.netPrice"], input[name="appraisal.evalPrice"]', '186500'],
  ['down payment', 'input[name="financing.downPayment"]', '65300'],
  ['choice', '[data-field] select', ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']],
]

await script(async () => {
  const [template] = process.argv.slice(2)
  await ensureBuilt()
  await withDemoServer(({ url }) => withBrowser((browser) => measure(browser, url, template)))
  return 0
})

async function measure(browser, url, template) {
  const { call } = await signIn(url, 'entry_clerk')
  const { data } = await call('/biz/order/intake/list', { status: '["wait_entry"]', length: '100' })
  const orders = new Map(data.toReversed().map((order) => [order.templateCode, order]))
  const wanted = [...orders.values()].filter(({ templateCode }) => !template || templateCode === template)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await signInOn(page, url)
  const open = async (order) => {
    await page.goto(url + orderHref('entry', order))
    await page.locator('[data-field] input').first().waitFor()
    const folded = page.getByRole('button', { name: /^展开 \d+ 项选填$/ })
    while ((await folded.count()) > 0) await folded.first().click()
    return page.locator('[data-field]').count()
  }
  const sizes = []
  for (const order of wanted) sizes.push({ order, size: await open(order) })
  const { order } = sizes.sort((a, b) => b.size - a.size)[0]
  say(`${order.templateCode}: ${await open(order)} fields`)

  const bare = await context.newPage()
  await bare.setContent(await page.evaluate(copyOfDocument))
  const desks = []
  for (const one of [page, bare]) {
    await one.evaluate(timeKeys)
    desks.push({ page: one, mainThread: await mainThreadOf(one) })
  }
  const there = []
  for (const field of fields) if ((await page.locator(field[1]).count()) > 0) there.push(field)

  const costs = await typed(desks, there)
  for (const one of [page, bare]) await slowed(one, slowDown)
  const times = await typed(desks, there)
  say(`key to paint in ms, CPU ${slowDown} times slower; main thread in ms a key, CPU as it is`)
  say('behind each the same document without scripts')
  for (const [kind, selector] of [...there, ['all']]) {
    const of = (rows, what, side) =>
      rows.filter((row) => !selector || row.kind === kind).flatMap((row) => row[side][what])
    const spread = (side) => textOf(of(times, 'times', side))
    const cost = (side) => (sum(of(costs, 'cpu', side)) / of(costs, 'times', side).length).toFixed(1)
    say(`${kind}: ${spread(0)} | ${spread(1)}; main thread ${cost(0)} | ${cost(1)}`)
  }
}

/** Types into each field on each desk by turns. */
async function typed(desks, there) {
  const rows = []
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, selector, keys] of there) {
      const row = { kind }
      for (const [at, { page, mainThread }] of desks.entries()) {
        const before = await mainThread()
        const times = await typeInto(page, selector, keys)
        row[at] = { times, cpu: [(await mainThread()) - before] }
      }
      rows.push(row)
    }
  }
  return rows
}

/** Asks what processor time the main thread of a page has used, in ms. */
async function mainThreadOf(page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value
  }
}

/** In the page: keeps how long each key takes until the end of the first frame after it. */
function timeKeys() {
  window.keyTimes = []
  const onKey = ({ timeStamp }) =>
    requestAnimationFrame(() => {
      // A message sent while a frame is made arrives when it is painted.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => window.keyTimes.push(performance.now() - timeStamp)
      port2.postMessage(null)
    })
  document.addEventListener('keydown', onKey, { capture: true })
}

/** Types over what stands in a field, and says how long each key took, in ms. */
async function typeInto(page, selector, keys) {
  await page.bringToFront()
  const field = page.locator(selector).filter({ visible: true }).first()
  await field.focus()
  if (typeof keys === 'string') await field.selectText()
  await page.waitForTimeout(1_000)
  await page.evaluate(() => {
    window.keyTimes = []
  })
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(pause)
  }
  await page.waitForTimeout(500)
  return page.evaluate(() => window.keyTimes)
}

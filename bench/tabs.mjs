/**
 * Fifty open tabs at a CPU four times slower: how long a click on a tab takes until its page is painted, and what a
 * parked tab holds of the heap.
 *
 *     npm run bench -- tabs
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { signInOn, withBrowser } from './rig/browser.mjs'
import { withDemoServer } from './rig/demo-desk.mjs'
import { quantile } from './rig/ratios.ts'

const slowDown = 4
const tabCount = 50
/** As many as lib stays mounted: the first of them are measured against the rest (components/shell/tab-host.tsx). */
const mountedCount = 12
const clicks = 90
const screens = ['/order/query', '/create/index', '/create/history']

const place = (at) => `${screens[at % screens.length]}?src=/bench/${at}&name=T${at}`

/** Notes in the page how long each click on a tab takes until its page is shown and painted, in ms. */
function watchClicks() {
  window.switches = []
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target.closest?.('nav li a')
      if (!link) return
      const wait = () => {
        if (link.getAttribute('aria-current') !== 'page') return requestAnimationFrame(wait)
        requestAnimationFrame(() =>
          setTimeout(() => window.switches.push(performance.now() - event.timeStamp)),
        )
      }
      requestAnimationFrame(wait)
    },
    true,
  )
}

/** The numbers 1 to `below`, in an order that is the same at each run. */
function* shuffled(below) {
  for (let seed = 7; ; ) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    yield 1 + (seed % (below - 1))
  }
}

await script(async () => {
  await ensureBuilt()
  await withDemoServer(({ url }) =>
    withBrowser(async (browser) => {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      const devtools = await page.context().newCDPSession(page)
      const heap = async () => {
        for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage')
        return (await devtools.send('Runtime.getHeapUsage')).usedSize
      }

      await signInOn(page, url)
      const tab = (name) => page.locator('nav li a').filter({ has: page.getByText(name, { exact: true }) })
      let before = 0
      for (let at = 1; at < tabCount; at++) {
        await page.evaluate((to) => window.next.router.push(to), place(at))
        await page.locator('nav li a[aria-current=page]', { hasText: `T${at}` }).waitFor()
        await page.locator('table[aria-busy=false]').filter({ visible: true }).waitFor()
        if (at === mountedCount) before = await heap()
      }
      const parked = tabCount - 1 - mountedCount
      const perTab = (await heap()) - before
      say(`each of ${parked} parked tabs holds ${(perTab / parked / 1e6).toFixed(2)} MB of the heap`)

      await page.evaluate(watchClicks)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
      const order = shuffled(tabCount)
      const recent = []
      const kinds = []
      for (let click = 0; click < clicks; click++) {
        // Every other click goes to one of the tabs shown last, as people's do.
        const at = click % 2 === 1 ? (recent.at(-1 - (click % 5)) ?? order.next().value) : order.next().value
        if (at === recent.at(-1)) continue
        kinds.push(recent.slice(-mountedCount + 1).includes(at) ? 'mounted' : 'parked')
        recent.splice(0, recent.length, ...recent.filter((other) => other !== at), at)
        const seen = kinds.length
        await tab(`T${at}`).click()
        await page.waitForFunction((seen) => window.switches.length >= seen, seen)
      }
      const times = await page.evaluate(() => window.switches)
      const line = (name, some) =>
        say(
          `${name}: ${some.length} switches, p50 ${quantile(some, 0.5).toFixed(0)} ms, p75 ${quantile(some, 0.75).toFixed(0)} ms, p95 ${quantile(some, 0.95).toFixed(0)} ms`,
        )
      say(`click on a tab to its page painted, ${tabCount} tabs, CPU ${slowDown} times slower`)
      line('all', times)
      for (const kind of ['mounted', 'parked'])
        line(
          kind,
          times.filter((_, at) => kinds[at] === kind),
        )
    }),
  )
  return 0
})

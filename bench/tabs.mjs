/**
 * Fifty open tabs at a CPU four times slower: how long a click on a tab takes until its page is painted, and what the
 * page of a tab holds of the heap.
 *
 *     npm run bench -- tabs
 *
 * Timed in the page, from the click to the end of the first frame that has the rows of the page. What times it stays
 * out of it: the mouse is moved before, nothing asks the page in between, and the next click comes a moment after.
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { signInOn, withBrowser } from './rig/browser.mjs'
import { withDemoServer } from './rig/demo-desk.mjs'
import { quantile } from './rig/ratios.ts'

const slowDown = 4
const tabCount = 50
const clicks = 90
/** Between two clicks, in ms: what a switch leaves for after its frame belongs to no other switch. */
const pause = 400
const screens = ['/order/query', '/create/index', '/create/history']

const place = (at) => `${screens[at % screens.length]}?src=/bench/${at}&name=T${at}`

/**
 * Makes the page time clicks: `window.nextSwitch()` promises how long the next click on a tab takes, in ms, until the
 * end of the first frame in which the tab is the chosen one and its page stands there with rows.
 */
function timeClicks() {
  // A query would walk through the fifty pages.
  const pages = document.getElementById('content').children
  const shownPage = () => [...pages].find((child) => child.matches('div:not([hidden], [aria-hidden])'))
  window.nextSwitch = () =>
    new Promise((resolve) => {
      const before = shownPage()
      const onClick = (event) => {
        const link = event.target.closest('nav li a')
        const look = () => {
          const page = shownPage()
          const isThere = page !== before && page?.querySelector('tbody td[data-label]')
          if (!isThere || link.getAttribute('aria-current') !== 'page') return requestAnimationFrame(look)
          // A message sent while a frame is made arrives when it is painted.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - event.timeStamp)
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }
      document.addEventListener('click', onClick, { capture: true, once: true })
    })
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
      const before = await heap()
      for (let at = 1; at < tabCount; at++) {
        await page.evaluate((to) => window.next.router.push(to), place(at))
        await page.locator('nav li a[aria-current=page]', { hasText: `T${at}` }).waitFor()
        await page.locator('table[aria-busy=false]').filter({ visible: true }).waitFor()
      }
      const perTab = ((await heap()) - before) / (tabCount - 1)
      say(`the page of each of ${tabCount - 1} tabs holds ${(perTab / 1e6).toFixed(2)} MB of the heap`)

      await page.evaluate(timeClicks)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
      const order = shuffled(tabCount)
      const recent = []
      const times = []
      for (let click = 0; click < clicks; click++) {
        // Every other click goes to one of the tabs shown last, as people's do.
        const at = click % 2 === 1 ? (recent.at(-1 - (click % 5)) ?? order.next().value) : order.next().value
        if (at === recent.at(-1)) continue
        recent.splice(0, recent.length, ...recent.filter((other) => other !== at), at)
        await tab(`T${at}`).hover()
        await page.waitForTimeout(pause)
        const time = page.evaluate(() => window.nextSwitch())
        // Answered behind the one before: the page listens now.
        await page.evaluate(() => undefined)
        await page.mouse.down()
        await page.mouse.up()
        times.push(await time)
      }
      say(
        `click on a tab to its page painted, ${tabCount} tabs, CPU ${slowDown} times slower: ${times.length} switches, ` +
          [0.5, 0.75, 0.95].map((q) => `p${q * 100} ${quantile(times, q).toFixed(0)} ms`).join(', '),
      )
    }),
  )
  return 0
})

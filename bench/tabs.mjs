/**
 * Fifty open tabs at a CPU four times slower: how long a click on a tab takes until its page is painted, and what the
 * page of a tab holds of the heap.
 *
 *     npm run bench -- tabs
 *
 * Timed in the page, from the click to the end of the first frame that has the rows of the page. What times it stays
 * out of it: the mouse is moved before, nothing asks the page in between, and the next click comes a moment after.
 * By turns with it a copy of the same document without any of our scripts, in which a click shows and hides: what the
 * browser itself takes, on this machine and in this hour.
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { copyOfDocument, signInOn, slowed, withBrowser } from './rig/browser.mjs'
import { withDemoServer } from './rig/demo-desk.mjs'
import { quantile } from './rig/ratios.ts'

const slowDown = 4
const tabCount = 50
const roundCount = 8
const clicksInTurn = 10
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

/** Makes a click on a tab of the copy show its page; tabs stand in the order of their pages. */
function switchByHand() {
  const bar = [...document.querySelectorAll('nav[aria-label=标签页] li a')]
  const pages = [...document.getElementById('content').children].filter((child) => child.matches('div'))
  // Everything that was shown once is laid out, as ours is.
  for (const page of pages) {
    const { hidden } = page
    page.hidden = false
    page.getBoundingClientRect()
    page.hidden = hidden
  }
  document.addEventListener('click', (event) => {
    event.preventDefault()
    const chosen = bar.indexOf(event.target.closest('a'))
    bar.forEach((link, at) => {
      if (at === chosen) link.setAttribute('aria-current', 'page')
      else link.removeAttribute('aria-current')
      pages[at].hidden = at !== chosen
    })
  })
}

/** The numbers 1 to `below`, in an order that is the same at each run. */
function* shuffled(below) {
  for (let seed = 7; ; ) {
    seed = (seed * 1103515245 + 12345) % 2147483648
    yield 1 + (seed % (below - 1))
  }
}

/** Clicks on tabs of a page in its turn, and says how long each took, in ms. */
function switcher(page) {
  const tab = (name) => page.locator('nav li a').filter({ has: page.getByText(name, { exact: true }) })
  const order = shuffled(tabCount)
  const recent = []
  return async (clicks) => {
    const times = []
    await page.bringToFront()
    while (times.length < clicks) {
      // Every other click goes to one of the tabs shown last, as people's do.
      const meant = times.length % 2 === 0 ? order.next().value : recent.at(-1 - (times.length % 5))
      const at = meant === undefined || meant === recent.at(-1) ? order.next().value : meant
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
    return times
  }
}

await script(async () => {
  await ensureBuilt()
  await withDemoServer(({ url }) =>
    withBrowser(async (browser) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      const devtools = await context.newCDPSession(page)
      const heap = async () => {
        for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage')
        return (await devtools.send('Runtime.getHeapUsage')).usedSize
      }

      await signInOn(page, url)
      const before = await heap()
      for (let at = 1; at < tabCount; at++) {
        await page.evaluate((to) => window.next.router.push(to), place(at))
        await page.locator('nav li a[aria-current=page]', { hasText: `T${at}` }).waitFor()
        await page.locator('table[aria-busy=false]').filter({ visible: true }).waitFor()
      }
      const perTab = ((await heap()) - before) / (tabCount - 1)
      say(`the page of each of ${tabCount - 1} tabs holds ${(perTab / 1e6).toFixed(2)} MB of the heap`)

      const bare = await context.newPage()
      await bare.setContent(await page.evaluate(copyOfDocument))
      await bare.evaluate(switchByHand)
      for (const one of [page, bare]) {
        await one.evaluate(timeClicks)
        await slowed(one, slowDown)
      }
      const ours = switcher(page)
      const browsers = switcher(bare)
      const rounds = []
      for (let round = 0; round < roundCount; round++) {
        rounds.push({ ours: await ours(clicksInTurn), bare: await browsers(clicksInTurn) })
      }
      const all = rounds.flatMap((round) => round.ours)
      const bareAll = rounds.flatMap((round) => round.bare)
      const text = (times) =>
        [0.5, 0.75, 0.95].map((q) => `p${q * 100} ${quantile(times, q).toFixed(0)} ms`).join(', ')
      say(
        `click on a tab to its page painted, ${tabCount} tabs, CPU ${slowDown} times slower, ${all.length} switches`,
      )
      say(`ours: ${text(all)}`)
      say(`a copy of the document without scripts: ${text(bareAll)}`)
      say(`p75 of ours to it: ${(quantile(all, 0.75) / quantile(bareAll, 0.75)).toFixed(2)}×`)
    }),
  )
  return 0
})

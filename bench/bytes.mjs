/**
 * Bytes that a browser loads: JS and CSS of the shell on the first page after sign-in, and what opening one more
 * screen adds, each file at brotli 11. KB are 1000 bytes.
 *
 *     npm run bench -- bytes
 */
import { ensureBuilt } from '../scripts/build.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { loadShell, withBrowser } from './rig/browser.mjs'
import { withDemoServer } from './rig/demo-desk.mjs'

/** Opened one after the other, each from its own menu entry or link address. */
const screens = ['/create/index', '/order/query', '/create/history', '/create/shenfen']
const entryPath = (orderId) => `/record/shenfen?orderId=${orderId}`

const kb = (bytes) => (bytes / 1000).toFixed(1)

await script(async () => {
  await ensureBuilt()
  await withDemoServer(({ url }) =>
    withBrowser(async (browser) => {
      const page = await browser.newPage()
      const { bytes, files, settle } = await loadShell(page, url)
      say(`shell and home, first load: ${kb(bytes())} KB in ${files()} files`)

      const orders = await page.evaluate(async () => {
        const answer = await fetch('/nlos/biz/order/intake/list', {
          method: 'POST',
          headers: { 'x-nlos': '1', 'content-type': 'application/x-www-form-urlencoded' },
          body: `status=${encodeURIComponent('["wait_entry"]')}`,
        })
        return (await answer.json()).data
      })
      for (const path of [...screens, entryPath(orders[0].id)]) {
        const before = bytes()
        // By the router, as a click does: a full load would fetch the shell again.
        await page.evaluate((to) => window.next.router.push(to), path)
        await settle()
        say(`${path.split('?')[0]} adds ${kb(bytes() - before)} KB`)
      }
    }),
  )
})

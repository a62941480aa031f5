/**
 * Bytes that a browser loads: JS and CSS of the shell on the first page after sign-in, and what opening one more
 * screen adds, each file at brotli 11. KB are 1000 bytes.
 *
 *     node bench/bytes.mjs
 */
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from 'playwright'
import { ensureBuilt } from '../scripts/build.mjs'
import { ensureChromium } from '../scripts/chromium.mjs'
import { say, script } from '../scripts/runtime.mjs'
import { password, withDemoServer } from './demo-desk.mjs'

/** Opened one after the other, each from its own menu entry or link address. */
const screens = ['/create/index', '/order/query', '/create/history', '/create/shenfen']
const entryPath = (orderId) => `/record/shenfen?orderId=${orderId}`

const quietMs = 4_000

const kb = (bytes) => (bytes / 1000).toFixed(1)

function brotli(body) {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

await script(async () => {
  const executablePath = await ensureChromium()
  await ensureBuilt()
  await withDemoServer(async ({ url }) => {
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
    try {
      const page = await browser.newPage()
      const files = new Map()
      page.on('response', async (response) => {
        const { pathname } = new URL(response.url())
        if (!/\.(js|css)$/.test(pathname) || files.has(pathname)) return
        files.set(pathname, 0)
        files.set(pathname, brotli(await response.body().catch(() => Buffer.alloc(0))))
      })
      const total = () => [...files.values()].reduce((sum, size) => sum + size, 0)
      /** Until no file has come for a while; the network is never idle, because live events stay connected. */
      const settle = async () => {
        for (let before = -1; before < files.size; ) {
          before = files.size
          await page.waitForTimeout(quietMs)
        }
      }

      await page.goto(`${url}/login`)
      await page.getByPlaceholder('请输入用户名').fill('entry_clerk')
      await page.getByPlaceholder('请输入密码').fill(password)
      await page.getByRole('button', { name: '登录', exact: true }).click()
      await page.waitForURL('**/wel/index')
      // A cold first load of the page after sign-in, without what the login page had brought.
      files.clear()
      const session = await page.context().newCDPSession(page)
      await session.send('Network.setCacheDisabled', { cacheDisabled: true })
      await page.goto(`${url}/wel/index`)
      await settle()
      say(`shell and home, first load: ${kb(total())} KB in ${files.size} files`)

      const orders = await page.evaluate(async () => {
        const answer = await fetch('/nlos/biz/order/intake/list', {
          method: 'POST',
          headers: { 'x-nlos': '1', 'content-type': 'application/x-www-form-urlencoded' },
          body: `status=${encodeURIComponent('["wait_entry"]')}`,
        })
        return (await answer.json()).data
      })
      for (const path of [...screens, entryPath(orders[0].id)]) {
        const before = total()
        // By the router, as a click does: a full load would fetch the shell again.
        await page.evaluate((to) => window.next.router.push(to), path)
        await settle()
        say(`${path.split('?')[0]} adds ${kb(total() - before)} KB`)
      }
    } finally {
      await browser.close()
    }
  })
  return 0
})

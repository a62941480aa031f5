/** Chromium for the benches that look at pages. */
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from 'playwright'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { password } from './demo-desk.mjs'

/** Until no file has come for this many ms; the network is never idle, because live events stay connected. */
const QUIET = 4_000

/**
 * Starts Chromium for the work and ends it after it.
 * @template R
 * @param {(browser: import('playwright').Browser) => Promise<R>} work
 */
export async function withBrowser(work) {
  const executablePath = await ensureChromium()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Signs in on the login page; comes back when the home page is there. */
export async function signInOn(page, url, account = 'entry_clerk') {
  await page.goto(`${url}/login`)
  await page.getByPlaceholder('请输入用户名').fill(account)
  await page.getByPlaceholder('请输入密码').fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/wel/index')
}

/** In the page: its document as it stands, with the styles that scripts have added and without scripts. */
export function copyOfDocument() {
  const copy = document.documentElement.cloneNode(true)
  for (const gone of copy.querySelectorAll('script, style, link')) gone.remove()
  const style = copy.querySelector('head').appendChild(document.createElement('style'))
  style.textContent = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => rule.cssText)
    .join('\n')
  return `<!doctype html>${copy.outerHTML}`
}

/** From here on the processor of a page is so many times slower. */
export async function slowed(page, rate) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Size at brotli 11, in bytes. */
export function brotliSize(body) {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/** Sizes by the names of files: a file of another content has another name. */
const known = new Map()

/** The style sheets that stand in a page in the place of files. */
const stylesIn = (html) =>
  [...html.matchAll(/<style[^>]*data-href[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css)

/**
 * Counts the JS and CSS that a page loads from now on, each file once and at brotli 11; the styles inside a page count
 * as one file.
 * @returns `files` and `bytes` so far, and `settle`, which waits until no more come
 */
export function countBytes(page) {
  const sizes = new Map()
  const reading = []
  const read = async (pathname, response, isPage) => {
    // The browser may have thrown the body away already: then the file is asked for again.
    const again = async () => (await page.request.get(response.url())).body()
    const bodyOf = () => response.body().catch(again)
    if (isPage) return sizes.set(pathname, brotliSize(stylesIn((await bodyOf()).toString()).join('')))
    if (!known.has(pathname)) known.set(pathname, brotliSize(await bodyOf()))
    sizes.set(pathname, known.get(pathname))
  }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const isPage = response.headers()['content-type']?.startsWith('text/html') ?? false
    if (!(isPage || /\.(js|css)$/.test(pathname)) || sizes.has(pathname)) return
    sizes.set(pathname, 0)
    reading.push(read(pathname, response, isPage))
  })
  return {
    files: () => sizes.size,
    bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0),
    async settle(quiet = QUIET) {
      for (let before = -1; before < sizes.size; ) {
        before = sizes.size
        await page.waitForTimeout(quiet)
      }
      await Promise.all(reading)
    },
  }
}

/** The first load of the home page after sign-in, cold, without what the login page had brought. */
export async function loadShell(page, url) {
  await signInOn(page, url)
  const count = countBytes(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  await page.goto(`${url}/wel/index`)
  await count.settle()
  return count
}

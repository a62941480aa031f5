import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Page,
  type Response,
} from '@playwright/test'
import { hashPassword } from '../../lib/client/hash-password.ts'
import { ask, expectHome, expectListening } from './shell.ts'

/** Of every demo account. */
export const password = 'Demo@2026'

export type Seat = {
  /** Width of the window in CSS pixels; 1440 unless told. */
  width?: number
  /** Address of the server; the worker's own unless told. */
  server?: string
  /** Host name without port, when it is another than the server's. */
  host?: string
  /** Addresses outside whose failing is what the test is about: the browser's own lines about them are no errors. */
  lenient?: RegExp
  /** Pages may be kept by the worker of the site, where that is what the test is about. */
  worker?: boolean
}

type Desk = {
  /** A browser of its own, nobody signed in, on an empty page. */
  open: (seat?: Seat) => Promise<Page>
  /** A browser of its own with a person signed in, on the home page, no other tab open. */
  signIn: (account: string, seat?: Seat) => Promise<Page>
}

/**
 * Tests whose people each sit at a browser of their own. At the end no page may have written an error to its console:
 * scripts that failed, files that were missing, violations of the content security policy.
 */
export const test = base.extend<Desk>({
  open: async ({ browser, baseURL }, use) => {
    const complaints: string[] = []
    const contexts: BrowserContext[] = []
    await use(async ({ width = 1440, server = baseURL, host, lenient, worker } = {}) => {
      const origin = new URL(server ?? '')
      if (host) origin.hostname = host
      const context = await browser.newContext({
        baseURL: origin.href,
        viewport: { width, height: 900 },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        // Everything that moves is waited for before it is clicked, and drawn by the processor: a release alone looks
        // at it.
        reducedMotion: process.env.NLOS_PROOF === 'full' ? 'no-preference' : 'reduce',
        // Everything that a page asks for is asked of the server: no worker answers from what it kept.
        serviceWorkers: worker ? 'allow' : 'block',
      })
      contexts.push(context)
      context.on('weberror', (error) => complaints.push(String(error.error())))
      context.on('console', (message) => {
        const isMeant = lenient?.test(message.location().url) ?? false
        if (message.type() === 'error' && !isMeant && !isRefusal(message)) {
          complaints.push(`${message.text()} (${message.location().url})`)
        }
      })
      return listening(await context.newPage())
    })
    for (const context of contexts) await context.close()
    // The summary of a run shows the first line alone.
    expect(complaints, `errors in the console of the browser: ${complaints.join(' · ')}`).toEqual([])
  },

  signIn: async ({ open }, use) => {
    await use(async (account, seat) => {
      const page = await open(seat)
      await begin(page, account)
      await page.goto('/wel/index')
      await expectHome(page)
      return page
    })
  },
})

/** A page whose loads end when it listens. */
function listening(page: Page): Page {
  for (const load of ['goto', 'reload'] as const) {
    const whole: (...args: never[]) => Promise<Response | null> = page[load].bind(page)
    page[load] = async (...args: never[]) => {
      const response = await whole(...args)
      await expectListening(page)
      return response
    }
  }
  return page
}

/** Another window of the same browser. */
export async function anotherWindow(page: Page): Promise<Page> {
  return listening(await page.context().newPage())
}

/**
 * Signs a person in by the call that the login form makes, from an empty page of the same host; journeys that are about
 * signing in fill the form. The workspace follows its user from sign-in to sign-in: a test begins with home alone.
 */
async function begin(page: Page, account: string): Promise<void> {
  const empty = '**/empty'
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('/empty')
  const done = { status: 200 }
  expect(await ask(page, '/login/go', { account, password: hashPassword(password) })).toMatchObject(done)
  expect(await ask(page, '/biz/workspace/save', { tabs: '[]', recent: '[]' })).toMatchObject(done)
  await page.unroute(empty)
}

/**
 * Gives the clock of an open page to the test (`page.clock`), once the page counts how long nobody has used it: while
 * clocks are exchanged it is 1970 for a moment, and a count that begins then has the screen locked at once.
 */
export async function takeClock(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem('nlos-active') !== null)
  await page.clock.install()
}

/** Fills the login form once it listens: the offered accounts are read by its script. */
export async function fillLogin(page: Page, account: string, secret = password): Promise<void> {
  await expect(page.getByRole('region', { name: '演示账号' })).toBeVisible()
  await page.getByLabel('用户名').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(secret)
}

/** Chromium's own line about an answer of 4xx: a call that was refused on purpose, or the pages of the 403 and 404. */
function isRefusal(message: ConsoleMessage): boolean {
  const { url } = message.location()
  if (!/^Failed to load resource: .* 4\d\d /.test(message.text())) return false
  return /^\/((nlos|session)\/|40[34]$)/.test(new URL(url).pathname) || url === message.page()?.url()
}

export { expect } from '@playwright/test'

import type { BrowserContext, Page } from '@playwright/test'
import { expect, takeClock, test } from '../support/desk.ts'
import { ask, rows } from '../support/shell.ts'

/** tokenTime of the specification. */
const tokenTime = 6000

/** The stamp of the token, as the pages of the browser read it. */
async function stampOf(context: BrowserContext): Promise<number> {
  const sign = (await context.cookies()).find(({ name }) => name === 'nlos-sign')
  return Number.parseInt(sign?.value ?? '', 10)
}

/** Refreshes that the pages of a browser ask for from now on. */
function countRefreshes(context: BrowserContext): string[] {
  const seen: string[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/nlos/user/refesh')) seen.push(request.method())
  })
  return seen
}

/** Lets time pass for a page, as fast as its timers allow: none of them fires more than once. */
const pass = (page: Page, seconds: number) => page.clock.fastForward(seconds * 1000)

test('the poll asks for nothing until the token is old, then once in all tabs, and goes on from the new stamp (A11, S7)', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await takeClock(page)
  const context = page.context()
  const second = await context.newPage()
  for (const at of [page, second]) {
    await at.goto('/create/index')
    await expect(rows(at).first()).toBeVisible()
  }
  const refreshes = countRefreshes(context)
  const before = await stampOf(context)
  expect(before).toBeGreaterThan(0)

  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.clock.runFor(60_000)
  expect(calls.filter((path) => path === '/nlos/user/refesh' || path === '/session/info')).toEqual([])

  // Somebody is there: otherwise the screen would lock before the token is old.
  for (let minutes = 0; minutes < tokenTime / 60 + 1; minutes += 25) {
    await pass(page, 25 * 60)
    await page.mouse.move(100 + minutes, 100)
    await page.mouse.move(101 + minutes, 101)
    if (minutes < 75) expect(refreshes).toEqual([])
  }
  await expect.poll(() => stampOf(context)).toBeGreaterThan(before)
  expect(refreshes).toEqual(['POST'])

  // The other tab sees the new stamp and has nothing to do.
  await second.clock.runFor(9_000)
  await page.clock.runFor(9_000)
  expect(refreshes).toEqual(['POST'])
  expect((await ask(second, '/sys/role/getPermission', {})).status).toBe(200)

  const renewed = await stampOf(context)
  for (let minutes = 0; minutes < tokenTime / 60 + 1; minutes += 25) {
    await pass(page, 25 * 60)
    await page.mouse.move(300 + minutes, 100)
    await page.mouse.move(301 + minutes, 101)
  }
  await expect.poll(() => stampOf(context)).toBeGreaterThan(renewed)
  expect(refreshes).toEqual(['POST', 'POST'])
})

test('two browsers of one person refresh apart from each other, and both go on', async ({ signIn }) => {
  const one = await signIn('pre_reviewer')
  const two = await signIn('pre_reviewer')
  const before = await stampOf(two.context())
  const token = await ask(one, '/user/refesh', {})
  expect(token).toEqual({ status: 200, text: '{"token":""}' })
  expect(await stampOf(two.context())).toBe(before)
  for (const page of [one, two]) expect((await ask(page, '/sys/role/getPermission', {})).status).toBe(200)
})

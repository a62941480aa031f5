import type { BrowserContext, Page, Request } from '@playwright/test'
import { expect, takeClock, test } from '../support/desk.ts'
import { ask, rows } from '../support/shell.ts'

/** tokenTime of the specification. */
const tokenTime = 6000

/** The stamp of the token, as the pages of the browser read it. */
async function stampOf(context: BrowserContext): Promise<number> {
  const sign = (await context.cookies()).find(({ name }) => name === 'nlos-sign')
  return Number.parseInt(sign?.value ?? '', 10)
}

const isRefresh = (request: Request): boolean => request.url().endsWith('/nlos/user/refesh')

/** Refreshes that the pages of a browser ask for from now on, and how many of them wait for their answer. */
function countRefreshes(context: BrowserContext): { seen: string[]; open: () => number } {
  const seen: string[] = []
  let ended = 0
  context.on('request', (request) => isRefresh(request) && seen.push(request.method()))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => {
      if (isRefresh(request)) ended++
    })
  return { seen, open: () => seen.length - ended }
}

/**
 * Lets 25 minutes pass for a page under somebody's hand, as fast as its timers allow: none of them fires more than once.
 * A call does not wait for as long as that, so that its answer has to be there before.
 */
async function pass(page: Page, { open }: ReturnType<typeof countRefreshes>, x: number): Promise<void> {
  await page.clock.fastForward(25 * 60_000)
  await page.mouse.move(x, 100)
  await page.mouse.move(x + 1, 101)
  await expect.poll(open).toBe(0)
}

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
    await pass(page, refreshes, 100 + minutes)
    if (minutes < 75) expect(refreshes.seen).toEqual([])
  }
  await expect.poll(() => stampOf(context)).toBeGreaterThan(before)
  expect(refreshes.seen).toEqual(['POST'])

  // The other tab sees the new stamp and has nothing to do.
  await second.clock.runFor(9_000)
  await page.clock.runFor(9_000)
  expect(refreshes.seen).toEqual(['POST'])
  expect((await ask(second, '/sys/role/getPermission', {})).status).toBe(200)

  const renewed = await stampOf(context)
  for (let minutes = 0; minutes < tokenTime / 60 + 1; minutes += 25) {
    await pass(page, refreshes, 300 + minutes)
  }
  await expect.poll(() => stampOf(context)).toBeGreaterThan(renewed)
  expect(refreshes.seen).toEqual(['POST', 'POST'])
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

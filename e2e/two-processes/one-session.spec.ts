import type { BrowserContext, Page } from '@playwright/test'
import pg from 'pg'
import { expect, test } from '../support/desk.ts'
import { expectLocked, lock, statusOf, unlock } from '../support/screen-lock.ts'
import { servers } from '../support/servers.ts'
import { ask, rows, toast } from '../support/shell.ts'

/**
 * Everything that people do while two processes of the console share one PostgreSQL. A cookie counts for every port of
 * a host, so a browser that is signed in at one process is at the other as well, as it is behind one address; storage
 * and tabs belong to a port, so whatever a page hears of the other process came through the database.
 */

const [first = ''] = servers
const second = process.env.OTHER_URL ?? ''

/** A tab of the same browser at the second process, on a list with its rows. */
async function tabAtSecond(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto(new URL('/create/index', second).href)
  await expect(rows(tab).first()).toBeVisible()
  return tab
}

/** A way to call either process with the cookies of `context` as they are now, whatever they become in its pages. */
async function keepCookies(
  context: BrowserContext,
): Promise<(path: string, server: string) => Promise<Response>> {
  const cookies = await context.cookies(first)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  return (path, server) => {
    const headers = { cookie, origin: new URL(server).origin, 'x-nlos': '1' }
    return fetch(new URL(`/nlos${path}`, server), { method: 'POST', headers })
  }
}

/** Asks the first process for a status with the cookies of `context` as they are now, whatever they become. */
async function keepStatus(context: BrowserContext): Promise<() => Promise<number>> {
  const call = await keepCookies(context)
  return async () => (await call('/sys/role/getPermission', first)).status
}

test('signed in at one process, at home at the other; locked there, closed here at once (S9)', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  const tab = await tabAtSecond(page.context())
  const withCookieOfBefore = await keepStatus(page.context())
  expect(await withCookieOfBefore()).toBe(200)

  await lock(tab)
  expect(await withCookieOfBefore()).toBe(423)
  await expectLocked(page)
  expect(await statusOf(page)).toBe(423)

  await unlock(page)
  await expect(page).toHaveURL(/\/wel\/index$/)
  await expect(tab).toHaveURL(/\/create\/index$/)
  expect(await statusOf(tab)).toBe(200)
})

test('who logs out at one process is out at the other, with the cookie of before as well (S4)', async ({
  signIn,
}) => {
  const page = await signIn('pre_reviewer', { server: second })
  const withCookieOfBefore = await keepStatus(page.context())
  expect(await withCookieOfBefore()).toBe(200)
  const logout = () =>
    page.evaluate(async () => (await fetch('/nlos/logout', { headers: { 'x-nlos': '1' } })).status)
  expect(await logout()).toBe(200)
  expect(await withCookieOfBefore()).toBe(401)
})

test('a session that the administrator ends at one process ends at the other, and says why', async ({
  signIn,
}) => {
  const clerk = await signIn('contract_clerk', { server: second })
  const withCookieOfBefore = await keepStatus(clerk.context())
  const admin = await signIn('admin')
  const online = JSON.parse((await ask(admin, '/biz/oversight/session/list', { q: 'contract_clerk' })).text)
  const ids: number[] = online.data.map(({ id }: { id: number }) => id)
  expect(ids).toHaveLength(1)
  const input = { ids: JSON.stringify(ids), reason: '设备丢失', eventId: crypto.randomUUID() }
  expect(await ask(admin, '/biz/oversight/session/end', input)).toEqual({ status: 200, text: '{"ended":1}' })

  expect(await withCookieOfBefore()).toBe(401)
  await expect(toast(clerk, '管理员已结束您的会话：设备丢失')).toBeVisible()
  await expect(clerk).toHaveURL(/\/login(\/|\?pro=)blq$/)
})

test('a notice that is sent at one process counts up at the other, and what is read there counts down here', async ({
  signIn,
}) => {
  const bell = (page: Page) => page.getByRole('button', { name: /^消息/ })
  const unread = (count: number) => (count === 0 ? '消息' : `消息，${count} 条未读`)
  const here = await signIn('service_agent')
  await expect(bell(here)).toHaveAccessibleName(/^消息，\d+ 条未读$/)
  const before = Number(/\d+/.exec((await bell(here).getAttribute('aria-label')) ?? '')?.[0])
  const there = await here.context().newPage()
  await there.goto(new URL('/wel/index', second).href)
  await expect(bell(there)).toHaveAccessibleName(unread(before))

  const admin = await signIn('admin')
  const notice = { title: '停机通知', body: '今晚停机一小时。', roles: '["service_agent"]' }
  const sent = await ask(admin, '/biz/message/notice/send', { ...notice, eventId: crypto.randomUUID() })
  expect(sent).toEqual({ status: 200, text: '{"recipients":1}' })
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName(unread(before + 1))

  await bell(there).click()
  await there
    .getByRole('dialog', { name: '消息' })
    .getByRole('button', { name: /停机通知/ })
    .click()
  await there.keyboard.press('Escape')
  for (const page of [here, there]) await expect(bell(page)).toHaveAccessibleName(unread(before))
})

test('refreshes of one token at both processes at once make one new token (S7)', async ({ signIn }) => {
  const page = await signIn('first_reviewer')
  const tab = await page.context().newPage()
  await tab.goto(new URL('/wel/index', second).href)
  // Not from the pages: one that asks after the first answer is there asks with the new token, for the next one.
  const call = await keepCookies(page.context())
  const answers = await Promise.all(
    [first, second, first, second, first, second, first, second].map(async (server) => {
      const answer = await call('/user/refesh', server)
      return { status: answer.status, text: await answer.text() }
    }),
  )
  for (const answer of answers) expect(answer).toEqual({ status: 200, text: '{"token":""}' })
  for (const each of [page, tab]) expect(await statusOf(each)).toBe(200)
  expect(await tokensOf('first_reviewer')).toEqual([{ ended: 'replaced' }, { ended: 'counts' }])
})

/** The tokens of an account's newest session, in the order they were made. */
async function tokensOf(account: string): Promise<{ ended: string }[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    await client.query("BEGIN; SET LOCAL ROLE nlos_app; SELECT set_config('app.tenant_id', '1', true)")
    const { rows: tokens } = await client.query(
      `SELECT CASE WHEN ended_at IS NULL THEN 'counts' WHEN successor IS NULL THEN 'ended' ELSE 'replaced' END AS ended
       FROM access_token
       WHERE session_id = (SELECT max(s.id) FROM user_session s JOIN sys_user u ON u.id = s.user_id WHERE u.account = $1)
       ORDER BY id`,
      [account],
    )
    return tokens
  } finally {
    await client.end()
  }
}

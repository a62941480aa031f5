import type { Locator, Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { choiceField, fillIn, section } from '../support/fields.ts'
import { answer, ask, expectLoaded, quickSearch, rows, toast } from '../support/shell.ts'

const bell = (page: Page): Locator => page.getByRole('button', { name: /^消息/ })
const panel = (page: Page): Locator => page.getByRole('dialog', { name: '消息' })
const messageRows = (page: Page): Locator =>
  page.locator('main').getByRole('listitem').filter({ visible: true })

/** The number of messages that the bell says are unread, once the stream has told it. */
async function unreadOf(page: Page): Promise<number> {
  await expect(bell(page)).toHaveAccessibleName(/^消息，\d+ 条未读$/)
  return Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0])
}
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(count === 0 ? '消息' : `消息，${count} 条未读`)

async function expectAccessible(page: Page, what: string): Promise<void> {
  expect(await graveFindings(page), what).toEqual([])
}

type Waiting = { id: number; orderNo: string; salesmanName: string }

/** An order of the pre-review pool that nobody has claimed, and the account of its salesman. */
async function waitingOrder(reviewer: Page): Promise<Waiting & { account: string }> {
  const pool = await ask(reviewer, '/biz/review/pre/list', { claim: 'unclaimed', length: '100' })
  const staff: { account: string; name: string }[] = JSON.parse(
    (await ask(reviewer, '/biz/identity/user/options', {})).text,
  )
  for (const order of JSON.parse(pool.text).data as Waiting[]) {
    const salesman = staff.find(({ name }) => name === order.salesmanName)
    if (salesman) return { ...order, account: salesman.account }
  }
  throw new Error('the demo has no order that waits for its pre-review')
}

/** Claims an order and returns it to its clerk, as a reviewer does. */
async function returnOrder(reviewer: Page, orderNo: string): Promise<void> {
  await reviewer.goto('/mycheopeone/index')
  await expectLoaded(reviewer)
  await quickSearch(reviewer, orderNo)
  const row = rows(reviewer).filter({ hasText: orderNo })
  await row.getByRole('button', { name: '领取', exact: true }).click()
  await expect(reviewer).toHaveURL(/\/mycheopeone\/details\?orderId=\d+/)
  const opinion = section(reviewer, '审核意见')
  await opinion.getByRole('radio', { name: '退回' }).check()
  await choiceField(opinion, '一级原因').selectOption('资料类')
  await choiceField(opinion, '二级原因').selectOption('证件不清')
  await fillIn(opinion, { 原因细节: '身份证正面反光，请重拍', 意见: '证件照片需要重拍' })
  await reviewer.getByRole('button', { name: '预审退回', exact: true }).click()
  await expect(toast(reviewer, `${orderNo} 预审退回`)).toBeVisible()
}

test('a reviewer returns an order, and the bell of its clerk counts up in every tab without a reload', async ({
  signIn,
}) => {
  const reviewer = await signIn('pre_reviewer')
  const order = await waitingOrder(reviewer)
  const clerk = await signIn(order.account)
  const before = await unreadOf(clerk)
  const tab = await clerk.context().newPage()
  const streams: string[] = []
  clerk.context().on('request', (request) => {
    if (new URL(request.url()).pathname === '/session/events') streams.push(request.url())
  })
  await tab.goto('/create/index')
  await expectUnread(tab, before)

  await returnOrder(reviewer, order.orderNo)
  await expectUnread(clerk, before + 1)
  await expectUnread(tab, before + 1)
  // The second tab was told by the first one: the browser has one stream.
  expect(streams).toEqual([])

  await bell(clerk).click()
  const first = panel(clerk).getByRole('tabpanel').getByRole('link').first()
  await expect(first).toContainText(`预审退回：${order.orderNo}`)
  await expect(first).toContainText('证件照片需要重拍')
  await expectAccessible(clerk, 'the panel')
  await first.click()
  await expect(panel(clerk)).toBeHidden()
  await expect(clerk).toHaveURL(new RegExp(`/create/shenfen\\?orderId=${order.id}&`))
  await expectUnread(clerk, before)
  await expectUnread(tab, before)
})

test('a notice of the administrator reaches who is signed in; its whole text opens on a click', async ({
  signIn,
}) => {
  const agent = await signIn('service_agent')
  const before = await unreadOf(agent)
  const admin = await signIn('admin')
  const text = `今晚停机一小时。${'请提前保存未完成的录单，并退出系统。'.repeat(8)}`
  const sent = await ask(admin, '/biz/message/notice/send', {
    title: '停机通知',
    body: text,
    roles: '["service_agent"]',
    eventId: crypto.randomUUID(),
  })
  expect(sent).toEqual({ status: 200, text: '{"recipients":1}' })
  await expectUnread(agent, before + 1)
  await bell(agent).click()
  await panel(agent).getByRole('tab', { name: /^通知/ }).click()
  const item = panel(agent).getByRole('button', { name: /停机通知/ })
  await item.click()
  await expect(item).toHaveAttribute('aria-expanded', 'true')
  await agent.keyboard.press('Escape')
  await expect(panel(agent)).toBeHidden()
  await expectUnread(agent, before)
})

test('the panel has three tabs, and 更多 leads to the bottom of each', async ({ signIn }) => {
  const clerk = await signIn('entry_clerk')
  await unreadOf(clerk)
  await bell(clerk).click()
  const opened = panel(clerk)
  for (const [name, shown] of [
    ['通知', /初审|预审/],
    ['提醒', /下次提醒时间 \d{4}-\d\d-\d\d \d\d:\d\d/],
    ['公众号消息', /\d{3}\*{4}\d{4}.*\d 条消息/],
  ] as const) {
    await opened.getByRole('tab', { name: new RegExp(`^${name}`) }).click()
    const items = opened.getByRole('tabpanel').getByRole('listitem')
    await expect(items.filter({ hasText: shown }).first()).toBeVisible()
    const more = opened.getByRole('button', { name: '更多' })
    const bottom = opened.getByText('已经到底了')
    await expect(more.or(bottom)).toBeVisible()
    let count = await items.count()
    if (name === '通知') expect(count).toBe(10)
    while (await more.isVisible()) {
      await more.click()
      await expect.poll(() => items.count()).toBeGreaterThan(count)
      count = await items.count()
    }
    await expect(bottom).toBeVisible()
    if (name === '通知') expect(count).toBeGreaterThan(10)
  }
  // Arrow keys go from tab to tab.
  await opened.getByRole('tab', { name: /^公众号消息/ }).press('ArrowRight')
  await expect(opened.getByRole('tab', { name: /^通知/ })).toBeFocused()
  await opened.getByRole('link', { name: '查看全部' }).click()
  await expect(clerk).toHaveURL(/\/info\/message$/)
  await expect(clerk.getByRole('heading', { name: '消息中心' })).toBeVisible()
})

test('the message centre marks read and deletes what is chosen, and asks before it deletes', async ({
  signIn,
}) => {
  const clerk = await signIn('entry_clerk2')
  const before = await unreadOf(clerk)
  await clerk.goto('/info/message?read=unread')
  await expect(messageRows(clerk).first()).toBeVisible()
  const total = async () =>
    Number(/\d+/.exec((await clerk.getByText(/^共 \d+ 条$/).textContent()) ?? '')?.[0])
  const unread = await total()

  for (const name of ['标记已读', '删除']) {
    await expect(clerk.getByRole('button', { name })).toHaveAttribute('data-tip', '请选择至少一条数据')
  }

  const boxes = messageRows(clerk).getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await expect(clerk.getByText('已选 2 条')).toBeVisible()
  await clerk.getByRole('button', { name: '标记已读' }).click()
  await expect(toast(clerk, '操作成功')).toBeVisible()
  await expectUnread(clerk, before - 2)
  await expect.poll(total).toBe(unread - 2)

  await messageRows(clerk).getByRole('checkbox').first().check()
  await clerk.getByRole('button', { name: '删除' }).click()
  const question = clerk.getByRole('dialog', { name: '确定删除选中的 1 条消息吗?' })
  await question.getByRole('button', { name: '取消' }).click()
  await expect(question).toBeHidden()
  expect(await total()).toBe(unread - 2)
  await clerk.getByRole('button', { name: '删除' }).click()
  await question.getByRole('button', { name: '删除' }).click()
  await expect.poll(total).toBe(unread - 3)
  await expectUnread(clerk, before - 3)

  await clerk.getByRole('button', { name: '全部已读' }).click()
  await expectUnread(clerk, 0)
  await expect(clerk.getByText('没有符合条件的数据')).toBeVisible()

  await clerk.goto('/info/message')
  await expect(messageRows(clerk)).toHaveCount(10)
  await clerk.getByRole('checkbox', { name: '选择本页' }).check()
  await expect(clerk.getByText('已选 10 条')).toBeVisible()
  await expectAccessible(clerk, 'the message centre')
  await clerk.getByRole('button', { name: /^提醒/ }).click()
  await expect(clerk.getByText('选择本页')).toBeVisible()
  await expect(messageRows(clerk).first()).toContainText('下次提醒时间')
})

test('a logout in one tab sends the others to the login page', async ({ signIn }) => {
  const page = await signIn('archivist')
  const other = await page.context().newPage()
  await other.goto('/info/message')
  await expect(other.getByRole('heading', { name: '消息中心' })).toBeVisible()
  await expect(messageRows(other).first()).toBeVisible()
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '退出系统' }).click()
  await answer(page, '是否退出系统, 是否继续?', '确定')
  await expect(page).toHaveURL(/\/login/)
  await expect(other).toHaveURL(/\/login/)
})

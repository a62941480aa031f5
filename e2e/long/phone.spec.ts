import type { Locator, Page } from '@playwright/test'
import { graveFindings, graveFindingsInDark } from '../support/axe.ts'
import { expect, takeClock, test } from '../support/desk.ts'
import { answer, ask, expectTabs, numberLink, openByMenu, rows, textOf, toast } from '../support/shell.ts'

const prompt = (page: Page): Locator => page.getByRole('dialog', { name: '提示' })
const bar = (page: Page): Locator => page.getByRole('dialog', { name: '电话', exact: true })
const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true })

async function openPrompt(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: '电话', exact: true }).click()
  await expect(prompt(page).getByLabel('请输入坐席号')).toBeFocused()
}

async function enterSeat(page: Page, number: string): Promise<void> {
  await prompt(page).getByLabel('请输入坐席号').fill(number)
  await button(prompt(page), '确定').click()
}

async function takeSeat(page: Page, number: string): Promise<void> {
  await openPrompt(page)
  await enterSeat(page, number)
  await expect(bar(page)).toContainText(`坐席 ${number}`)
  await expect(bar(page)).toContainText('空闲')
}

/** The world outside. */
async function play(page: Page, what: string): Promise<void> {
  await button(bar(page), '模拟').click()
  await page.getByRole('menuitem', { name: what, exact: true }).click()
}

async function seatStatus(page: Page, number: string): Promise<string> {
  const { text } = await ask(page, '/biz/mosvoice/getSeats', { seats_number: number })
  return JSON.parse(text).data.status
}

/** No serious finding in either scheme, at a wide and at a narrow window. */
async function expectAccessible(page: Page, part: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await graveFindings(page, part), `light at ${width} px`).toEqual([])
    expect(await graveFindingsInDark(page, part), `dark at ${width} px`).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(overflow, `the page is wider than ${width} px`).toBe(false)
  }
}

test('a seat is one person’s: the other one is told, and gets it when the bar or the browser closes', async ({
  signIn,
}) => {
  const clerk = await signIn('entry_clerk')
  const other = await signIn('first_reviewer')

  await openPrompt(clerk)
  await expectAccessible(clerk, '[role=dialog]')
  await enterSeat(clerk, '80 01')
  await expect(prompt(clerk)).toContainText('请输入正确的坐席号')
  await enterSeat(clerk, '8001')
  await expect(prompt(clerk)).toBeHidden()
  await expect(bar(clerk)).toContainText('坐席 8001')
  expect(await seatStatus(clerk, '8001')).toBe('2')

  await openPrompt(other)
  await enterSeat(other, '8001')
  await expect(toast(other, '该坐席正在使用，请稍后再试')).toBeVisible()
  await button(prompt(other), '取消').click()
  await expect(toast(other, '取消输入')).toBeVisible()
  await expect(prompt(other)).toBeHidden()
  await expect(bar(other)).toBeHidden()

  await button(bar(clerk), '关闭电话').click()
  await expect(bar(clerk)).toBeHidden()
  await expect.poll(() => seatStatus(other, '8001')).toBe('1')
  await takeSeat(other, '8001')
  expect(await seatStatus(clerk, '8001')).toBe('2')
  await other.close({ runBeforeUnload: false })
  await expect.poll(() => seatStatus(clerk, '8001'), { timeout: 45_000 }).toBe('1')

  // A page that is loaded anew has no bar, and leaves no seat behind.
  await takeSeat(clerk, '8001')
  await clerk.reload()
  await expect(button(clerk.getByRole('banner'), '电话')).toBeVisible()
  await expect(bar(clerk)).toBeHidden()
  await expect.poll(() => seatStatus(clerk, '8001')).toBe('1')
})

test('a call that comes in is accepted by itself, outlives a change of tabs and is in the list', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await takeSeat(page, '8002')
  await expectAccessible(page, '[role=dialog]')

  await play(page, '来电，自动接听')
  await expect(bar(page).getByRole('timer', { name: '时长' })).toBeVisible()
  await expect(bar(page)).toContainText('通话中')
  await expect(bar(page)).not.toContainText('秒后关闭')
  await expectAccessible(page, '[role=dialog]')
  await openByMenu(page, '进件', '进件列表')
  await expectTabs(page, ['首页', '进件列表'])
  await expect(bar(page)).toContainText('通话中')
  await button(bar(page), '静音').click()
  await expect(button(bar(page), '静音')).toHaveAttribute('aria-pressed', 'true')
  await button(bar(page), '收起电话').click()
  await expect(button(bar(page), '挂断')).toBeVisible()
  await button(bar(page), '展开电话').click()

  await button(bar(page), '关闭电话').click()
  await answer(page, '正在通话，关闭电话将挂断，是否继续?', '取消')
  await play(page, '发送乱码')
  await expect(bar(page)).toContainText('通话中')
  await play(page, '对方挂断')
  await expect(bar(page)).toContainText('通话结束')
  await expect(bar(page)).toContainText(/\d+ 秒后关闭/)

  await play(page, '来电，等待接听')
  await expect(button(bar(page), '接听')).toBeVisible()
  await expectAccessible(page, '[role=dialog]')
  await button(bar(page), '接听').click()
  await expect(bar(page)).toContainText('通话中')
  await button(bar(page), '挂断').click()
  await expect(bar(page)).toContainText('通话结束')

  await bar(page).getByRole('textbox', { name: '号码' }).fill('123')
  await button(bar(page), '拨打').click()
  await expect(bar(page).getByRole('alert')).toBeVisible()
  await bar(page).getByRole('textbox', { name: '号码' }).fill('12000000001')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('等待对方接听')
  await expect(bar(page)).toContainText('忙线')

  await button(bar(page), '最近通话').click()
  const recent = page.getByRole('dialog', { name: '最近通话' }).getByRole('listitem')
  await expect(recent.nth(0)).toContainText(/呼出.*忙线/)
  await expect(recent.nth(1)).toContainText(/呼入.*接通/)
  await expect(recent.nth(2)).toContainText(/呼入.*接通/)
  await expectAccessible(page, '[role=dialog][aria-label=最近通话]')
  await page.keyboard.press('Escape')
  await expect(bar(page)).toBeVisible()
})

test('without a call the bar closes by itself after 30 seconds, a call stops that clock', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await takeClock(page)
  await takeSeat(page, '8003')
  // From here on no second passes by itself, however long the machine takes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
  const secondsLeft = async () => Number(/(\d+) 秒后关闭/.exec(await textOf(bar(page)))?.[1])
  const wait = async (seconds: number) => page.clock.runFor(seconds * 1000)
  await wait((await secondsLeft()) - 3)
  await expect(bar(page)).toContainText(/[23] 秒后关闭/)
  await play(page, '来电，自动接听')
  await expect(bar(page)).toContainText('通话中')
  await wait(41)
  await expect(bar(page).getByRole('timer', { name: '时长' })).toContainText('0:4')
  await play(page, '对方挂断')
  await expect(bar(page)).toContainText('通话结束')
  await wait(28)
  await expect(bar(page)).toBeVisible()
  await wait(3)
  await expect(bar(page)).toBeHidden()
  await page.clock.resume()
  await expect.poll(() => seatStatus(page, '8003')).toBe('1')
})

test('a mobile number is called where it stands, masked as it is', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await page.goto('/order/query?status=released')
  await numberLink(rows(page).first()).click()
  const call = page.getByRole('button', { name: /^拨打 手机号/ }).first()
  await call.click()
  await enterSeat(page, '8004')
  await expect(bar(page)).toContainText('通话中')
  await button(bar(page), '挂断').click()
  await expect(bar(page)).toContainText('通话结束')
  // The seat is there already: the next one is dialled at once.
  await call.click()
  await expect(prompt(page)).toBeHidden()
  await expect(bar(page)).toContainText('通话中')
  await button(bar(page), '关闭电话').click()
  await answer(page, '正在通话，关闭电话将挂断，是否继续?', '挂断')
  await expect(bar(page)).toBeHidden()
})

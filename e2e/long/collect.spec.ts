import type { Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { readCaptcha } from '../support/captcha.ts'
import { newCustomer } from '../support/customer.ts'
import { expect, test } from '../support/desk.ts'
import {
  answer,
  expectLoaded,
  expectTabs,
  numberLink,
  quickSearch,
  rows,
  tab,
  textOf,
} from '../support/shell.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^消息/ })
const linkDialog = (page: Page) => page.getByRole('dialog', { name: '客户信息采集链接' })

/** A link made from the intake list, as it is copied. */
async function makeLink(clerk: Page): Promise<string> {
  await clerk.goto('/create/index')
  await expectLoaded(clerk)
  await clerk.getByRole('button', { name: '采集链接', exact: true }).click()
  await linkDialog(clerk).getByRole('button', { name: '生成链接' }).click()
  const address = linkDialog(clerk).getByLabel('链接已生成，仅显示这一次')
  await expect(address).toHaveValue(/\/collectUserInformation\?t=[\w-]{43}$/)
  return address.inputValue()
}

/** Types what the picture shows and takes the code from the SMS that the demo shows. */
async function proveMobile(phone: Page, mobile: string): Promise<void> {
  await phone.getByLabel('手机号码').fill(mobile)
  const drawing = phone.getByRole('button', { name: '看不清，换一张' })
  await expect(drawing).toHaveCSS('background-image', /^url\("data:image\/png/)
  await phone.getByLabel('图形验证码').fill(await readCaptcha(phone))
  await phone.getByRole('button', { name: '获取验证码' }).click()
  const sms = phone.getByRole('status').filter({ hasText: '演示短信' })
  await expect(sms).toBeVisible()
  await phone.getByLabel('短信验证码').fill(/验证码(\d{6})/.exec(await textOf(sms))?.[1] ?? '')
}

test('a customer fills a clerk’s link in on a phone, and the clerk goes on with the draft', async ({
  signIn,
  open,
}) => {
  const clerk = await signIn('shop_user')
  const address = await makeLink(clerk)
  await expect(linkDialog(clerk).getByRole('listitem').filter({ hasText: '待填写' }).first()).toBeVisible()
  expect(await graveFindings(clerk), 'the dialog').toEqual([])
  await linkDialog(clerk).getByRole('button', { name: '关闭' }).click()
  await expect(linkDialog(clerk)).toBeHidden()
  await expect(bell(clerk)).toHaveAccessibleName(/^消息/)

  const customer = newCustomer()
  const phone = await open({ width: 390 })
  expect((await phone.goto(address))?.status()).toBe(200)
  await expect(phone).toHaveTitle('购车融资意向登记-蓝桥示例汽车金融')
  expect(await graveFindings(phone), 'the form').toEqual([])
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  const submit = phone.getByRole('button', { name: '提交', exact: true })
  await submit.click()
  await expect(phone.getByLabel('姓名')).toBeFocused()
  await expect(phone.getByText('请阅读并同意授权书')).toBeVisible()
  await phone.getByLabel('姓名').fill(customer.name)
  await phone.getByLabel('身份证号码').fill(customer.idNo)
  await proveMobile(phone, customer.mobile)
  await phone.getByLabel('意向车型').fill('示例牌 A 系')
  await phone.getByLabel('意向金额').fill('86,000')
  await phone.getByLabel('所在城市').selectOption({ label: '北京市' })
  await phone.getByText('《个人信息处理及征信查询授权书》').click()
  await expect(phone.getByText('本人授权蓝桥示例汽车金融为审核本次申请')).toBeVisible()
  await phone.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  const before = Number(/\d+/.exec((await bell(clerk).getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  await submit.click()
  await expect(phone.getByRole('heading', { name: '提交成功' })).toBeFocused()

  // The clerk hears of it at once, and the notice leads to the draft.
  await expect(bell(clerk)).toHaveAccessibleName(`消息，${before + 1} 条未读`)
  await bell(clerk).click()
  await clerk
    .getByText(/^客户已提交资料：/)
    .first()
    .click()
  await expect(clerk.getByText('由客户通过采集链接填写，请核对后提交预审')).toBeVisible()
  await expect(clerk.getByRole('textbox', { name: '客户姓名' })).toHaveValue(customer.name)
  await clerk.goto('/create/index')
  await expectLoaded(clerk)
  await quickSearch(clerk, customer.idNo)
  await expect(rows(clerk)).toHaveCount(1)
  await expect(rows(clerk).first()).toContainText('草稿')
  await expect(rows(clerk).first()).toContainText('采集链接')
  await expect(numberLink(rows(clerk).first())).toBeVisible()

  // The link is spent, and nothing of the customer can be read by it.
  const again = await phone.goto(address)
  expect(again?.status()).toBe(410)
  await expect(phone.getByRole('heading', { name: '资料已提交' })).toBeVisible()
  expect(await again?.text()).not.toContain(customer.mobile)
  expect(await graveFindings(phone), 'the notice').toEqual([])
})

test('links that do not count say why, with their status', async ({ signIn, open }) => {
  const clerk = await signIn('shop_user')
  const address = await makeLink(clerk)
  const phone = await open({ width: 390 })
  expect((await phone.goto(address))?.status()).toBe(200)

  await linkDialog(clerk).getByRole('button', { name: '作废' }).first().click()
  await answer(clerk, '确定作废该链接吗', '作废')
  await expect(linkDialog(clerk).getByText('已作废').first()).toBeVisible()
  expect((await phone.goto(address))?.status()).toBe(410)
  await expect(phone.getByRole('heading', { name: '链接已失效' })).toBeVisible()

  expect((await phone.goto(`/collectUserInformation?t=${'x'.repeat(43)}`))?.status()).toBe(404)
  await expect(phone.getByRole('heading', { name: '链接无效' })).toBeVisible()
  // Without a link the form is open where the tenant wants it, as the demo's do.
  expect((await phone.goto('/collectUserInformation'))?.status()).toBe(200)
  await expect(phone.getByRole('button', { name: '提交', exact: true })).toBeVisible()

  // A link is of its tenant: another host does not know it.
  const other = await open({ width: 390, host: 'qinghe.localhost' })
  const { search } = new URL(address)
  expect((await other.goto(`/collectUserInformation${search}`))?.status()).toBe(404)
})

test('error pages answer their status, to a guest and inside the console', async ({ open, signIn }) => {
  const pages = [
    ['/403', 403, '抱歉，您无权访问该页面'],
    ['/404', 404, '抱歉，页面不存在'],
    ['/500', 500, '抱歉，服务器出错了'],
  ] as const
  const guest = await open({ lenient: /\/500$/ })
  const staff = await signIn('entry_clerk', { lenient: /\/500$/ })
  const isErrorPage = async (page: Page, text: string) => {
    await expect(page.getByRole('heading', { name: text })).toBeVisible()
    await expect(page).toHaveTitle(`${text}-汽车金融`)
    await expect(page.getByRole('main')).toHaveCount(1)
  }
  for (const page of [guest, staff]) {
    for (const [path, status, text] of pages) {
      expect((await page.goto(path))?.status()).toBe(status)
      await isErrorPage(page, text)
      await expect(page.getByRole('link', { name: '返回首页' })).toBeVisible()
    }
  }
  for (const path of ['/no/such/menu', '/create/nothing', '/myiframe/999999', '/collectUserInformation/x']) {
    expect((await staff.goto(path))?.status(), path).toBe(404)
    await isErrorPage(staff, '抱歉，页面不存在')
  }
  await staff.getByRole('link', { name: '返回首页' }).click()
  await expect(tab(staff, '首页')).toHaveAttribute('aria-current', 'page')
  await expectTabs(staff, ['首页'])
})

test('the login wears the brand of its host or of :pro, an unknown host nobody’s', async ({ open }) => {
  const brands = [
    { at: '/login', host: 'qinghe.localhost', code: 'qhe', title: '青禾示例融资租赁' },
    { at: '/login/yfd', host: 'localhost', code: 'yfd', title: '云帆示例助贷' },
    { at: '/login?pro=qhe', host: 'localhost', code: 'qhe', title: '青禾示例融资租赁' },
    { at: '/login/nobody', host: 'localhost', code: 'blq', title: '蓝桥示例汽车金融' },
    { at: '/login', host: 'nobody.localhost', code: 'neutral', title: '汽车金融管理系统' },
  ]
  const seen: Record<string, string> = {}
  for (const { at, host, code, title } of brands) {
    const page = await open({ host })
    expect((await page.goto(at))?.status()).toBe(200)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { name: `登录 ${title}` })).toBeVisible()
    await expect(page.locator(`[style*="/brand/${code}/logo.svg"]`)).toBeVisible()
    const icon = await page.locator('link[rel="icon"]').last().getAttribute('href')
    expect(icon).toBe(`/brand/${code}/favicon.svg`)
    expect(await page.evaluate(async (icon) => (await fetch(icon)).status, icon ?? '')).toBe(200)
    const colour = await page
      .getByRole('button', { name: '登录', exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor)
    expect(seen[code] ?? colour).toBe(colour)
    seen[code] = colour
  }
  // Green, orange and blue; the neutral brand has the default colour of the specification.
  expect(new Set([seen.qhe, seen.yfd, seen.blq]).size).toBe(3)
  expect(seen.neutral).toBe(seen.blq)
})

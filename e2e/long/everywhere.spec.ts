import type { Page } from '@playwright/test'
import { graveFindings, graveFindingsInDark } from '../support/axe.ts'
import { newCustomer } from '../support/customer.ts'
import { expect, takeClock, test } from '../support/desk.ts'
import { fillIntake, upload } from '../support/entry-steps.ts'
import { fillIn, section, textField } from '../support/fields.ts'
import {
  answer,
  cells,
  numberLink,
  openByMenu,
  quickSearch,
  rows,
  tab,
  tabBar,
  textOf,
  toast,
} from '../support/shell.ts'

const field = (page: Page) => page.getByRole('combobox', { name: '搜索页面、客户、订单' })
const options = (page: Page, group: string) => page.getByRole('group', { name: group }).getByRole('option')
const find = '/nlos/biz/home/find/list'

/** Opens the command palette; the first press after a load may come before the page listens. */
async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused({ timeout: 2000 })
  }).toPass()
}

test('Ctrl K finds pages, customers and orders by keys alone', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await takeClock(page)
  await openByMenu(page, '订单管理', '订单查询')
  const first = rows(page).first()
  const orderNo = await textOf(numberLink(first))
  const name = (await textOf(cells(first, '客户姓名'))).slice(0, 2)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(find)) calls.push(request.postData() ?? '')
  })

  await test.step('what was used last comes first; a page by its initials', async () => {
    await openPalette(page)
    await expect(options(page, '页面').first()).toContainText('订单查询')
    expect(await graveFindings(page)).toEqual([])
    await page.keyboard.type('jjlb')
    await expect(page.getByRole('option', { selected: true })).toContainText('进件列表')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/create\/index$/)
    await expect(page.getByRole('heading', { name: '进件列表', level: 1 })).toBeFocused()
  })

  await test.step('two characters of a name find customers, masked, and lead to their orders', async () => {
    await openPalette(page)
    await page.keyboard.insertText(name)
    await expect(options(page, '客户').first()).toContainText(/\d{3}\*{4}\d{4} \d{6}\*{8}/)
    expect(calls.at(-1)).toContain(encodeURIComponent(name))
    expect(await graveFindings(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => (url.searchParams.get('q') ?? '').startsWith(name))
    await expect(cells(rows(page).first(), '客户姓名')).toContainText(name)
  })

  await test.step('an order by its number, without a call for each character', async () => {
    await openPalette(page)
    calls.length = 0
    // No pause between two keys, however busy the machine is.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))
    await page.keyboard.type(orderNo)
    expect(calls).toEqual([])
    await page.clock.resume()
    await expect(options(page, '订单')).toHaveCount(1)
    expect(calls).toEqual([expect.stringContaining(orderNo)])
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/record\/details\?orderId=\d+/)
    await expect(page.getByText(orderNo).first()).toBeVisible()
  })

  await test.step('Escape goes back to where the focus was', async () => {
    await tab(page, '进件列表').focus()
    await openPalette(page)
    await page.keyboard.press('Escape')
    await expect(tab(page, '进件列表')).toBeFocused()
  })
})

test('the palette keeps to the data scope and to the rights of the person', async ({ signIn }) => {
  const clerk = await signIn('entry_clerk')
  await openByMenu(clerk, '订单管理', '订单查询')
  const orderNo = await textOf(numberLink(rows(clerk).first()))
  const elsewhere = await signIn('shop_user2')
  await openPalette(elsewhere)
  await elsewhere.keyboard.insertText(orderNo)
  await expect(elsewhere.getByText(`没有找到“${orderNo}”`)).toBeVisible()
})

test('? shows the keys, but is a sign like any other in a field', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const sheet = page.getByRole('dialog', { name: '快捷键' })
  await openByMenu(page, '订单管理', '订单查询')
  await page.getByRole('textbox', { name: '快速搜索' }).focus()
  await page.keyboard.press('?')
  await expect(page.getByRole('textbox', { name: '快速搜索' })).toHaveValue('?')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(sheet.getByText('打开命令面板')).toBeVisible()
  await expect(sheet.locator('kbd').filter({ hasText: 'Ctrl' }).first()).toBeVisible()
  expect(await graveFindings(page), 'light').toEqual([])
  expect(await graveFindingsInDark(page), 'dark').toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
})

test('a page that takes long is announced by a thin bar and in words', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const bar = page.getByRole('progressbar', { name: '正在打开页面' })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/create\/index\?_rsc=/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('navigation', { name: '快捷入口' }).getByRole('link', { name: '进件列表' }).click()
  await expect(bar).toHaveCSS('opacity', '1')
  await expect(page.getByRole('status').filter({ hasText: '正在打开页面' })).toBeAttached()
  answer()
  await expect(page.getByRole('heading', { name: '进件列表', level: 1 })).toBeFocused()
  await expect(bar).toHaveCount(0)
})

test('the browser asks before a reload loses what no draft has, not before a lock', async ({ signIn }) => {
  const page = await signIn('first_reviewer')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.goto('/info/index')
  await page.getByLabel('个性签名').fill('还没有保存')
  await page.evaluate(() => window.location.reload())
  await expect(() => expect(asked).toEqual(['beforeunload'])).toPass()
  await expect(page.getByLabel('个性签名')).toHaveValue('还没有保存')

  await page.getByRole('button', { name: '锁屏', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await dialog.getByLabel('锁屏密码').fill('锁屏1234')
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(page).toHaveURL(/\/lock(\?|$)/)
  expect(asked).toEqual(['beforeunload'])
})

test('a network that is gone in the middle of a form takes nothing of it', async ({ signIn }) => {
  const page = await signIn('entry_clerk', { lenient: /./ })
  const customer = newCustomer()
  await openByMenu(page, '进件管理', '进件列表')
  await page.getByRole('button', { name: '新增进件' }).click()
  await fillIntake(page, customer)
  const identity = section(page, '客户身份')
  await fillIn(identity, { 证件号码: customer.idNo, 手机号: customer.mobile })
  for (const side of ['身份证正面', '身份证反面']) await upload(page, side)
  const submit = async () => {
    await page.getByRole('button', { name: '提交预审', exact: true }).click()
    await answer(page, '提交后不能修改，是否继续?', '提交预审')
  }

  await page.context().setOffline(true)
  await submit()
  await expect(toast(page, '请求超时')).toBeVisible()
  await expect(textField(identity, '客户姓名')).toHaveValue(customer.name)

  const notice = page.getByText('网络已断开，恢复后自动继续')
  await expect(notice).toBeVisible()
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await menu.getByRole('button', { name: '订单管理' }).click()
  await menu.getByRole('link', { name: '订单查询', exact: true }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
  await expect(textField(identity, '客户姓名')).toHaveValue(customer.name)

  await page.context().setOffline(false)
  await expect(tab(page, '订单查询')).toHaveAttribute('aria-current', 'page')
  await expect(notice).toBeHidden()
  await tabBar(page)
    .getByRole('link', { name: /BLQ\d+/ })
    .click()
  await submit()
  await expect(toast(page, /^\S+ 已提交预审$/)).toBeVisible()
  await expect(page).toHaveURL(/\/create\/details\?orderId=\d+/)
})

test('an order prints on A4, without the frame, with the watermark', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '订单管理', '订单查询')
  const number = numberLink(rows(page).first())
  const orderNo = await textOf(number)
  await quickSearch(page, orderNo)
  await number.click()
  await expect(page.getByRole('heading', { name: '客户身份' })).toBeVisible()

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const part of ['banner', 'navigation', 'complementary'] as const) {
    await expect(page.getByRole(part).filter({ visible: true })).toHaveCount(part === 'complementary' ? 1 : 0)
  }
  // Thumbnails are pictures too; nothing else that could be pressed is left.
  await expect(page.getByRole('button').filter({ visible: true, hasNot: page.locator('img') })).toHaveCount(0)
  const mark = page.locator('main > [aria-hidden=true]')
  await expect(mark).toHaveCSS('print-color-adjust', 'exact')
  const { height } = (await mark.boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(1500)
  const pages = (await page.pdf({ preferCSSPageSize: true }))
    .toString('latin1')
    .match(/\/MediaBox \[[^\]]+\]/g)
  expect(pages?.length).toBeGreaterThan(1)
  expect(new Set(pages)).toEqual(new Set(['/MediaBox [0 0 594.95996 841.91998]']))
})

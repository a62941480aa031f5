import type { Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { expectHome, openByMenu, rows, tab } from '../support/shell.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '菜单', exact: true })
const tops = (page: Page) => page.getByRole('navigation', { name: '顶部菜单' })
const box = (page: Page) => page.getByRole('combobox', { name: '搜索菜单' })
const outside = 'https://portal.nlos.example/**'
const hello = {
  contentType: 'text/html; charset=utf-8',
  body: '<!doctype html><title>outside</title><h1>外部系统在此</h1>',
}

async function openExample(page: Page, entry: string): Promise<void> {
  await tops(page).getByRole('button', { name: '菜单示例' }).click()
  await menu(page).getByRole('link', { name: entry, exact: true }).click()
}

test('a top entry brings its children and opens the first; one branch is open at a time', async ({
  signIn,
}) => {
  const page = await signIn('admin')
  await tops(page).getByRole('button', { name: '菜单示例' }).click()
  await expect(page).toHaveURL(/\/menu-examples\/orders$/)
  await expect(menu(page).getByRole('link', { name: '订单一览' })).toHaveAttribute('aria-current', 'page')
  await tops(page).getByRole('button', { name: '业务办理' }).click()
  await expect(page).toHaveURL(/\/wel\/index$/)

  const clerk = await signIn('entry_clerk')
  await menu(clerk).getByRole('button', { name: '进件管理' }).click()
  await expect(menu(clerk).getByRole('link', { name: '进件列表' })).toBeVisible()
  await menu(clerk).getByRole('button', { name: '订单管理' }).click()
  await expect(menu(clerk).getByRole('link', { name: '进件列表' })).toHaveCount(0)
})

test('the menu is searched by label, pinyin and initials', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const found = page.getByRole('listbox').getByRole('option')
  for (const text of ['订单查', 'dingdanc', 'DDCX']) {
    await box(page).fill(text)
    await expect(found).toHaveText([/订单查询/])
  }
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\/order\/query$/)
})

test('stars and what was used last stand above the menu, and are kept', async ({ signIn }) => {
  const page = await signIn('report_viewer')
  await openByMenu(page, '订单管理', '订单查询')
  await menu(page).getByRole('link', { name: '订单查询' }).hover()
  await menu(page).getByRole('button', { name: '收藏 订单查询' }).click()
  await menu(page).getByRole('button', { name: '收藏', exact: true }).click()
  await expect(menu(page).getByRole('link', { name: '订单查询' })).toBeVisible()
  const saved = page.waitForResponse((response) => response.url().endsWith('/biz/workspace/save'))
  await menu(page).getByRole('button', { name: '最近使用' }).click()
  await menu(page).getByRole('link', { name: '首页' }).first().click()
  await saved
  await page.reload()
  await menu(page).getByRole('button', { name: '最近使用' }).click()
  await expect(menu(page).getByRole('link', { name: '订单查询' })).toBeVisible()
  await menu(page).getByRole('button', { name: '取消收藏 订单查询' }).click()
  await expect(menu(page).getByRole('button', { name: '收藏', exact: true })).toHaveCount(0)
})

test('the width of the window decides how the menu stands, at once', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const shell = page.locator('[data-screen]')
  for (const [width, screen] of [
    [1200, '3'],
    [1199, '2'],
    [992, '2'],
    [991, '1'],
    [768, '1'],
    [767, '0'],
    [1440, '3'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect(shell).toHaveAttribute('data-screen', screen)
  }
  await page.setViewportSize({ width: 900, height: 900 })
  await expect(menu(page)).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: '打开菜单' }).click()
  await expect(menu(page)).toBeVisible()
  await page.mouse.click(880, 500)
  await expect(menu(page)).toBeHidden()
})

test('a path that no folder serves shows the registered screen, an unknown one says so', async ({
  signIn,
}) => {
  const page = await signIn('admin')
  await openExample(page, '订单一览')
  await expect(tab(page, '订单一览')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveTitle('订单一览-汽车金融')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('textbox', { name: '快速搜索' }).fill('王')
  await expect(page).toHaveURL(/\/menu-examples\/orders\?q=/)
  await page.reload()
  await expect(page.getByRole('textbox', { name: '快速搜索' })).toHaveValue('王')

  await openExample(page, '未登记的组件')
  await expect(page.getByText('“未登记的组件”还没有对应的页面')).toBeVisible()
  await expect(page.getByText(/no\/such\/screen/)).toBeVisible()

  await test.step('a group leads to its first entry', async () => {
    await page.goto('/menu-examples')
    await expect(page).toHaveURL(/\/menu-examples\/orders$/)
  })
  await test.step('nobody else gets there', async () => {
    const clerk = await signIn('entry_clerk')
    const response = await clerk.goto('/menu-examples/orders')
    expect(response?.status()).toBe(404)
    await expect(clerk.getByText('抱歉，页面不存在')).toBeVisible()
  })
})

test('a page outside shows in a frame that cannot leave it (B5)', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.route(outside, (route) => route.fulfill(hello))
  await openExample(page, '外部系统')
  await expect(page).toHaveURL(/\/myiframe\/\d+$/)
  await expect(tab(page, '外部系统')).toHaveAttribute('aria-current', 'page')
  const frame = page.locator('iframe')
  await expect(page.frameLocator('iframe').getByText('外部系统在此')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByText('没有加载成功')).toHaveCount(0)
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect((await frame.getAttribute('sandbox'))?.split(' ')).not.toContain('allow-top-navigation')
  expect(await graveFindings(page)).toEqual([])

  await test.step('it stays loaded behind another tab', async () => {
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.url().startsWith('https://portal')) loads += 1
    })
    await tab(page, '首页').click()
    await expectHome(page)
    await tab(page, '外部系统').click()
    await expect(page.frameLocator('iframe').getByText('外部系统在此')).toBeVisible()
    expect(loads).toBe(0)
  })
})

test('a page outside that does not load says so, is tried again, and opens in a window', async ({
  signIn,
}) => {
  const page = await signIn('admin', { lenient: /portal\.nlos\.example/ })
  await page.route(outside, (route) => route.abort('connectionrefused'))
  await openExample(page, '外部系统')
  const alert = page.getByRole('alert').filter({ hasText: '“外部系统”没有加载成功' })
  await expect(alert).toBeVisible()
  await expect(alert.getByRole('link', { name: '新窗口打开' })).toHaveAttribute('rel', /noopener/)
  await page.unroute(outside)
  await page.route(outside, (route) => route.fulfill(hello))
  await alert.getByRole('button', { name: '重试' }).click()
  await expect(alert).toBeHidden()
  await expect(page.frameLocator('iframe').getByText('外部系统在此')).toBeVisible()
})

test('addresses that nobody allowed are refused without a request (B5)', async ({ signIn }) => {
  const page = await signIn('admin')
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin)) asked.push(request.url())
  })
  await openExample(page, '不允许的地址')
  await expect(page.getByText('“不允许的地址”的地址不在允许范围内')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  await page.goto('/myiframe/https%3A%2F%2Fevil.example')
  await expect(page.getByText('“https://evil.example”的地址不在允许范围内')).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)
  for (const guess of ['999999', '1?src=https://evil.example', 'x']) {
    const response = await page.goto(`/myiframe/${guess}`)
    expect([400, 404]).toContain(response?.status())
  }
  expect(asked).toEqual([])
})

import type { Page } from '@playwright/test'
import { expect, fillLogin, test } from '../support/desk.ts'
import {
  answer,
  ask,
  expectHome,
  expectLoaded,
  expectTabs,
  openByMenu,
  rows,
  tab,
  tabBar,
} from '../support/shell.ts'

const search = { name: '快速搜索' } as const
const more = (page: Page) => tabBar(page).getByRole('button', { name: '更多' })
const choose = (page: Page, entry: string) => page.getByRole('menuitem', { name: entry, exact: true }).click()

test('keys walk through the tabs, move, close and reopen them', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '进件管理', '进件列表')
  await page.getByRole('textbox', search).fill('王')
  await expect(page).toHaveURL(/[?&]q=/)
  await openByMenu(page, '订单管理', '订单查询')

  await page.keyboard.press('Alt+PageUp')
  await expect(tab(page, '进件列表')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Alt+PageDown')
  await page.keyboard.press('Alt+PageDown')
  await expect(tab(page, '首页')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Alt+W')
  await expectTabs(page, ['首页', '进件列表', '订单查询'])
  await page.keyboard.press('Alt+PageDown')
  await expect(tab(page, '进件列表')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Alt+Shift+PageDown')
  await expectTabs(page, ['首页', '订单查询', '进件列表'])
  await page.keyboard.press('Alt+W')
  await expectTabs(page, ['首页', '订单查询'])
  await expect(tab(page, '订单查询')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('Alt+Shift+T')
  await expectTabs(page, ['首页', '订单查询', '进件列表'])
  await expect(page.getByRole('textbox', search)).toHaveValue('王')
  await expect(page).toHaveURL(/\/create\/index\?q=/)
})

test('tabs are dragged, moved and pinned; a pinned tab stays when all are closed', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '进件管理', '进件列表')
  await openByMenu(page, '进件管理', '客户审核流程')
  await openByMenu(page, '订单管理', '订单查询')

  await test.step('by the pointer, without opening what is dragged', async () => {
    const target = await tab(page, '进件列表').boundingBox()
    await tab(page, '订单查询').hover()
    await tab(page, '客户审核流程').click()
    await tab(page, '订单查询').hover()
    await page.mouse.down()
    await page.mouse.move((target?.x ?? 0) + 4, (target?.y ?? 0) + 12, { steps: 12 })
    await page.mouse.up()
    await expectTabs(page, ['首页', '订单查询', '进件列表', '客户审核流程'])
    await expect(tab(page, '客户审核流程')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('by the menu', async () => {
    await tab(page, '订单查询').click({ button: 'right' })
    await choose(page, '向右移动')
    await expectTabs(page, ['首页', '进件列表', '订单查询', '客户审核流程'])
  })

  await test.step('pinned', async () => {
    await tab(page, '订单查询').click({ button: 'right' })
    await choose(page, '固定标签')
    await expectTabs(page, ['首页', '订单查询', '进件列表', '客户审核流程'])
    await expect(page.getByRole('button', { name: '关闭 订单查询' })).toHaveCount(0)
    await more(page).click()
    await choose(page, '关闭全部')
    await expectTabs(page, ['首页', '订单查询'])
    await page.reload()
    await expectTabs(page, ['首页', '订单查询'])
    await expect(page.getByRole('button', { name: '关闭 订单查询' })).toHaveCount(0)
  })
})

test('an unsaved form has a dot and asks before it closes, by key too', async ({ signIn }) => {
  const page = await signIn('entry_clerk2')
  await openByMenu(page, '进件管理', '进件')
  await page.getByRole('textbox', { name: '客户姓名' }).fill('王示例')
  await expect(tabBar(page).getByText('未保存')).toBeAttached()
  await page.keyboard.press('Alt+W')
  await answer(page, /未保存/, '取消')
  await expect(page.getByRole('textbox', { name: '客户姓名' })).toHaveValue('王示例')
  await page.keyboard.press('Alt+W')
  await answer(page, /未保存/, '确定')
  await expectTabs(page, ['首页'])
})

test('of two tabs chosen one after the other the last counts, also when it is the one that is shown', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '进件管理', '进件列表')
  await expectLoaded(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/wel\/index\?_rsc=/, async (route) => {
    await held
    await route.continue()
  })
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  for (const shown of [menu.getByRole('link', { name: '进件列表' }), tab(page, '进件列表')]) {
    await tab(page, '首页').click()
    await expect(page.getByRole('progressbar', { name: '正在打开页面' })).toBeVisible()
    await shown.click()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(tabBar(page).getByRole('listitem').filter({ hasText: '首页' })).not.toHaveAttribute(
      'aria-busy',
    )
  }
  const came = page.waitForResponse(/\/wel\/index\?_rsc=/)
  answer()
  await came
  await page.getByRole('textbox', { name: '快速搜索' }).fill('王')
  await expect(page).toHaveURL(/\/create\/index\?q=/)
  await expectLoaded(page)
  await expect(tab(page, '进件列表')).toHaveAttribute('aria-current', 'page')
  await tab(page, '首页').click()
  await expectHome(page)
})

test('another machine begins with the tabs of the last one, and with the stars of the menu', async ({
  signIn,
  open,
}) => {
  const office = await signIn('first_reviewer')
  await openByMenu(office, '订单管理', '订单查询')
  await office.getByRole('textbox', search).fill('李')
  await expect(office).toHaveURL(/[?&]q=/)
  await tab(office, '订单查询').click({ button: 'right' })
  const saved = office.waitForResponse((response) => response.url().endsWith('/biz/workspace/save'))
  await choose(office, '固定标签')
  await saved
  await office
    .getByRole('navigation', { name: '菜单', exact: true })
    .getByRole('link', { name: '订单查询' })
    .hover()
  await office.getByRole('button', { name: '收藏 订单查询' }).click()
  await expect(office.getByRole('button', { name: '取消收藏 订单查询' })).toBeVisible()

  const home = await open()
  await home.goto('/login')
  await fillLogin(home, 'first_reviewer')
  await home.getByRole('button', { name: '登录', exact: true }).click()
  await expect(home).toHaveURL(/\/wel\/index$/)
  await expectTabs(home, ['首页', '订单查询'])
  await expect(tab(home, '首页')).toHaveAttribute('aria-current', 'page')
  await tabBar(home)
    .getByRole('link', { name: /^订单查询/ })
    .click()
  await expect(home.getByRole('textbox', search)).toHaveValue('李')
  await expect(rows(home).first()).toBeVisible()
  await home
    .getByRole('navigation', { name: '菜单', exact: true })
    .getByRole('button', { name: '收藏', exact: true })
    .click()
  await expect(home.getByRole('button', { name: '取消收藏 订单查询' })).toBeVisible()

  await test.step('what nobody could have opened is refused', async () => {
    const tabs = JSON.stringify([{ path: '//evil.example', query: '', label: null, pinned: false }])
    expect(await ask(home, '/biz/workspace/save', { tabs, recent: '[]' })).toMatchObject({ status: 400 })
  })
})

import type { Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
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

/** Opens tabs of the order query, each with a key and a name of its own. */
async function openMany(page: Page, count: number): Promise<void> {
  await page.evaluate((count) => {
    const tabs = Array.from({ length: count }, (_, at) => {
      const query = new URLSearchParams({ src: `/t/${at}`, name: `标签${at}`, q: `${1000 + at}` })
      return { path: '/order/query', query: query.toString(), label: `标签${at}`, pinned: false }
    })
    const record = { dataType: 'object', content: tabs, type: 'session', datetime: Date.now() }
    sessionStorage.setItem('nlos-tabs', JSON.stringify(record))
  }, count)
  await page.reload()
  await expect(tabBar(page).getByRole('listitem')).toHaveCount(count + 1)
}

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

test('fifty tabs: the bar scrolls, the list shows all, each is as it was left', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openMany(page, 49)

  await test.step('the list of all tabs', async () => {
    await page.getByRole('button', { name: /^全部标签页/ }).click()
    await choose(page, '标签44')
    await expect(page.getByRole('textbox', search)).toHaveValue('1044')
    await expect(tab(page, '标签44')).toBeInViewport()
  })

  await test.step('each with its filter', async () => {
    for (let at = 0; at < 14; at++) {
      await page.keyboard.press('Alt+PageUp')
      await expect(page.getByRole('textbox', search)).toHaveValue(`${1043 - at}`)
    }
    await page.getByRole('button', { name: /^全部标签页/ }).click()
    await choose(page, '标签44')
    await expect(page.getByRole('textbox', search)).toHaveValue('1044')
    await expect(page).toHaveURL(/q=1044/)
  })

  await test.step('no serious finding, wide and narrow', async () => {
    for (const width of [1440, 992, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await graveFindings(page)).toEqual([])
    }
  })
})

test('a form that is parked with its draft saved comes back as it was', async ({ signIn }) => {
  // Opens more than fifty pages, one after the other.
  test.setTimeout(420_000)
  const page = await signIn('entry_clerk')
  await page.goto('/create/index?status=draft')
  await rows(page).first().getByRole('link').first().click()
  const field = page.getByRole('textbox', { name: '身份证地址' })
  await field.fill('示例路99号')
  await expect(page.getByText(/草稿已保存/)).toBeVisible()
  const form = tabBar(page).locator('[aria-current=page]')
  const address = await form.getAttribute('href')
  // More than stay mounted.
  for (let at = 0; at < 50; at++) {
    await page.evaluate((at) => {
      const { next } = window as unknown as { next: { router: { push: (to: string) => void } } }
      next.router.push(`/order/query?src=/t/${at}&name=T${at}`)
    }, at)
    await expect(tab(page, `T${at}`)).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByRole('textbox', { name: '身份证地址', includeHidden: true })).toHaveCount(0)
  await tabBar(page).locator(`a[href="${address}"]`).click()
  await expect(field).toHaveValue('示例路99号')
  await expect(tabBar(page).getByText('未保存')).toBeAttached()
  await page.getByRole('button', { name: '放弃', exact: true }).click()
  await answer(page, /放弃草稿/, '放弃')
  await expect(field).not.toHaveValue('示例路99号')
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

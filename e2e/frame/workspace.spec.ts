import { expect, test } from '../support/desk.ts'
import { expectTabs, openByMenu, rows, tab, tabBar } from '../support/shell.ts'

const search = { name: '快速搜索' } as const

test('tabs keep their values, and close as their menu says', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await expectTabs(page, ['首页'])
  await openByMenu(page, '进件管理', '进件列表')
  await page.getByRole('textbox', search).fill('王')
  await expect(page).toHaveURL(/[?&]q=/)
  await openByMenu(page, '进件管理', '客户审核流程')
  await openByMenu(page, '订单管理', '订单查询')
  await expectTabs(page, ['首页', '进件列表', '客户审核流程', '订单查询'])

  await test.step('a page that is kept alive is as it was left', async () => {
    await expect(page.getByRole('textbox', search)).toHaveValue('')
    await tab(page, '进件列表').click()
    await expect(page).toHaveURL(/\/create\/index\?q=/)
    await expect(page.getByRole('textbox', search)).toHaveValue('王')
    await page.goBack()
    await expect(page).toHaveURL(/\/order\/query$/)
    await expect(tab(page, '订单查询')).toHaveAttribute('aria-current', 'page')
    await page.goForward()
    await expect(page.getByRole('textbox', search)).toHaveValue('王')
  })

  await test.step('a reload brings the tabs and their filters back', async () => {
    await page.reload()
    await expectTabs(page, ['首页', '进件列表', '客户审核流程', '订单查询'])
    await expect(page.getByRole('textbox', search)).toHaveValue('王')
    await expect(tab(page, '进件列表')).toHaveAttribute('aria-current', 'page')
  })

  await test.step('closed and opened again it is fresh', async () => {
    await page.getByRole('button', { name: '关闭 进件列表' }).click()
    await expectTabs(page, ['首页', '客户审核流程', '订单查询'])
    await expect(tab(page, '首页')).toHaveAttribute('aria-current', 'page')
    await openByMenu(page, '进件管理', '进件列表')
    await expect(page.getByRole('textbox', search)).toHaveValue('')
    await expect(page).toHaveURL(/\/create\/index$/)
  })

  const choose = async (entry: string) => {
    await page.getByRole('menuitem', { name: entry }).click()
    await expect(page.getByRole('menu')).toBeHidden()
  }
  const more = () => tabBar(page).getByRole('button', { name: '更多' }).click()

  await test.step('the tab menu, of the right click and of 更多', async () => {
    await tab(page, '订单查询').click({ button: 'right' })
    await choose('关闭左侧')
    await expectTabs(page, ['首页', '订单查询', '进件列表'])
    await tab(page, '订单查询').click({ button: 'right' })
    await choose('关闭右侧')
    await expectTabs(page, ['首页', '订单查询'])
    await expect(page).toHaveURL(/\/order\/query$/)

    await openByMenu(page, '进件管理', '进件列表')
    await openByMenu(page, '进件管理', '客户审核流程')
    await more()
    await choose('关闭其他')
    await expectTabs(page, ['首页', '客户审核流程'])
    await expect(page).toHaveURL(/\/create\/history$/)
    await more()
    await choose('关闭当前')
    await expectTabs(page, ['首页'])
    await expect(page).toHaveURL(/\/wel\/index$/)

    await openByMenu(page, '进件管理', '进件列表')
    await openByMenu(page, '订单管理', '订单查询')
    await more()
    await choose('关闭全部')
    await expectTabs(page, ['首页'])
    await expect(page.getByRole('button', { name: '关闭 首页' })).toHaveCount(0)
  })
})

test('the first HTML of the home page has what waits for its user, and for nobody else', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  const todos = page.getByRole('region', { name: '我的待办' }).getByRole('listitem')
  const order = /[A-Z]{3}\d{14}/
  await expect(todos.first()).toContainText(order)
  const [number = ''] = order.exec((await todos.first().textContent()) ?? '') ?? []
  // Everything that stands before the first script is what is painted; a service that is late is not waited for.
  const drawnFor = async (other: typeof page) => {
    const html = await (await other.request.get('/wel/index')).text()
    return html.slice(html.indexOf('<main'), html.indexOf('self.__next_f'))
  }
  await expect(async () => expect(await drawnFor(page)).toContain(number)).toPass()
  const reviewer = await drawnFor(await signIn('pre_reviewer'))
  expect(reviewer).toContain('审核任务')
  expect(reviewer).not.toContain(number)
})

test('a page that the server drew does not go blank again, and has its name in the title', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await page.addInitScript(() => {
    // Everything that the content says at each frame; -1 before there is any.
    const lengths: number[] = []
    const look = () => {
      const panel = document.querySelector('#content > div:not([style*="none"], [aria-hidden])')
      lengths.push(panel?.textContent.length ?? -1)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { lengths })
  })
  await expect(page).toHaveTitle('首页-汽车金融')
  for (const [path, label] of [
    ['/order/query', '订单查询'],
    ['/create/index', '进件列表'],
    ['/create/shenfen', '进件'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveTitle(`${label}-汽车金融`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy=true]').filter({ visible: true })).toHaveCount(0)
    const lengths: number[] = await page.evaluate('lengths')
    const drawn = lengths.findIndex((length) => length > 0)
    expect(
      lengths.slice(drawn).filter((length) => length <= 0),
      path,
    ).toEqual([])
  }
})

test('a page that is loaded asks for everything once', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/nlos/')) calls.push(`${pathname} ${request.postData()}`)
  })
  await page.goto('/order/query')
  await expect(rows(page).first()).toBeVisible()
  // Everything that is asked after the page stands is asked once as well.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(calls.filter((call) => call.startsWith('/nlos/biz/order/order/list '))).toHaveLength(1)
  expect(calls).toEqual([...new Set(calls)])
})

test('刷新页面 begins the page again', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '订单管理', '订单查询')
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: '更多筛选' }).click()
  await expect(page.getByRole('button', { name: '收起筛选' })).toBeVisible()
  await tab(page, '订单查询').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '刷新页面' }).click()
  await expect(page.getByRole('button', { name: '更多筛选' })).toBeVisible()
  await expect(rows(page).first()).toBeVisible()
})

test('the side menu is searched, and stays as narrow as it was left', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  const box = page.getByRole('combobox', { name: '搜索菜单' })
  const results = page.getByRole('listbox').getByRole('option')
  await box.click()
  await expect(results.filter({ hasText: '订单查询' })).toBeVisible()
  await box.fill('没有这个')
  await expect(page.getByText('没有发现菜单')).toBeVisible()
  await box.fill('订单查')
  await expect(results).toHaveText([/订单查询.*\/order\/query/])
  await results.click()
  await expect(page).toHaveURL(/\/order\/query$/)
  await expect(box).toHaveValue('')

  await page.getByRole('button', { name: '收起菜单' }).click()
  await expect(box).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible()
  await expect(box).toBeHidden()
  await page.getByRole('button', { name: '展开菜单' }).click()
  await expect(box).toBeVisible()
})

test('below 992 px the menu is a drawer', async ({ signIn }) => {
  const page = await signIn('entry_clerk', { width: 991 })
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await expect(menu).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: '打开菜单' }).click()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()

  await page.getByRole('banner').getByRole('button', { name: '打开菜单' }).click()
  await menu.getByRole('button', { name: '订单管理' }).click()
  await menu.getByRole('link', { name: '订单查询' }).click()
  await expect(page).toHaveURL(/\/order\/query$/)
  await expect(menu).toBeHidden()
})

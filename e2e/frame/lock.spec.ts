import { graveFindings } from '../support/axe.ts'
import { expect, password, takeClock, test } from '../support/desk.ts'
import { expectLocked, lock, lockField, statusOf, unlock, unlockButton } from '../support/screen-lock.ts'
import { answer, expectTabs, rows, tab, toast } from '../support/shell.ts'

test('the dialog asks for a lock password, setting it locks, the right one leads back to the tab', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await page.goto('/create/index')
  await expectTabs(page, ['首页', '进件列表'])
  await page.goto('/order/query?status=released')
  await expectTabs(page, ['首页', '进件列表', '订单查询'])

  await page.getByRole('button', { name: '锁屏', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await expect(dialog.getByPlaceholder('请输入锁屏密码')).toBeFocused()
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(dialog.getByText('锁屏密码不能为空')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await lock(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('蓝桥示例汽车金融')).toBeVisible()
  await expect(lockField(page)).toBeFocused()

  await unlock(page, 'wrong')
  await expect(page.getByText('解锁密码错误,请重新输入')).toBeVisible()
  await expect(lockField(page)).toHaveValue('')
  await expect(lockField(page)).toBeFocused()
  await unlock(page)
  await expect(page).toHaveURL(/\/order\/query\?status=released$/)
  await expectTabs(page, ['首页', '进件列表', '订单查询'])
  await expect(tab(page, '订单查询')).toHaveAttribute('aria-current', 'page')

  // Forgotten with the lock: the next one asks again.
  await page.getByRole('button', { name: '锁屏', exact: true }).click()
  await expect(dialog).toBeVisible()
})

test('every page and every call of a locked session is closed, whatever is cleared or switched off (S9)', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  const context = page.context()
  const before = (await context.cookies()).find(({ name }) => name === 'nlos-session')
  await lock(page)

  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.goto('/create/index')
  await expectLocked(page)
  for (const path of ['/', '/wel/index', '/record/shenfen', '/info/index', '/login', '/api/index']) {
    const { pathname } = new URL((await context.request.get(path)).url())
    expect(pathname, path).toBe('/lock')
  }
  expect(await statusOf(page)).toBe(423)
  await page.goBack()
  await expectLocked(page)

  // Everything that Next's router would fetch for a page.
  const payload = await context.request.get('/create/index', { headers: { RSC: '1' }, maxRedirects: 0 })
  expect(await payload.text()).not.toContain('进件列表')

  // The cookie of before the lock opens nothing either.
  if (before) await context.addCookies([before])
  await page.goto('/create/index')
  await expectLocked(page)
  expect(await statusOf(page)).toBe(423)

  // Nothing of the lock password is in the browser.
  const held = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  // The sign of the session is a time, in which any four digits may stand.
  expect(held.replace(/nlos-sign=\d+/, '')).not.toContain('1234')
  expect(held).not.toContain('argon2')
})

test('without script the lock page is a form', async ({ signIn, browser, baseURL }) => {
  const page = await signIn('entry_clerk')
  await page.goto('/order/query')
  await lock(page)
  const bare = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  await bare.addCookies(await page.context().cookies())
  const plain = await bare.newPage()
  await plain.goto('/order/query')
  await expectLocked(plain)
  await unlock(plain, 'wrong')
  await expect(plain.getByText('解锁密码错误,请重新输入')).toBeVisible()
  await unlock(plain)
  await expect(plain).toHaveURL(/\/order\/query$/)
  // One session in two browsers: it is open for the other one too.
  await page.goto('/order/query')
  await expect(page).toHaveURL(/\/order\/query$/)
  await bare.close()
})

test('other tabs follow to the lock page and back, another browser of the same person does not', async ({
  signIn,
}) => {
  const page = await signIn('pre_reviewer')
  const elsewhere = await signIn('pre_reviewer')
  const second = await page.context().newPage()
  await second.goto('/mycheopeone/index')
  await expect(rows(second).first()).toBeVisible()

  await lock(page)
  await expectLocked(second)
  expect(await statusOf(elsewhere)).toBe(200)

  await unlock(second)
  await expect(second).toHaveURL(/\/mycheopeone\/index/)
  await expect(page).toHaveURL(/\/wel\/index$/)
  expect(await statusOf(page)).toBe(200)
})

test('five wrong tries end the session, counted over two tabs (S10)', async ({ signIn }) => {
  const page = await signIn('first_reviewer')
  await lock(page)
  const second = await page.context().newPage()
  await second.goto('/wel/index')
  await expectLocked(second)
  for (const at of [page, second, page, second]) {
    await unlock(at, 'wrong')
    await expect(at.getByText('解锁密码错误,请重新输入')).toBeVisible()
    await expect(lockField(at)).toHaveValue('')
  }
  await unlock(page, 'wrong')
  await expect(toast(page, '解锁密码连续5次错误，请重新登录')).toBeVisible()
  await expect(page).toHaveURL(/\/login(\/|\?pro=)blq$/)
  await expect(second).toHaveURL(/\/login(\/|\?pro=)blq$/)
})

test('logging out leads away from the lock page, and the next login begins open', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await lock(page)
  await page.getByRole('button', { name: '退出系统' }).click()
  await answer(page, '是否退出系统, 是否继续?', '取消')
  await page.getByRole('button', { name: '退出系统' }).click()
  await answer(page, '是否退出系统, 是否继续?', '确定')
  await expect(page).toHaveURL(/\/login(\/|\?pro=)blq$/)
  await page.getByLabel('用户名').fill('entry_clerk')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL(/\/wel\/index$/)
  expect(await statusOf(page)).toBe(200)
})

test('nobody there for half an hour: the screen locks by itself, the login password opens it', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await takeClock(page)
  await page.goto('/create/index')
  await expect(rows(page).first()).toBeVisible()
  await page.clock.fastForward('29:00')
  await page.mouse.move(200, 200)
  await page.clock.fastForward('29:00')
  expect(await statusOf(page)).toBe(200)
  await page.clock.fastForward('02:00')
  await expect(page).toHaveURL(/\/lock\?from=%2Fcreate%2Findex$/)
  await expect(page.getByText('长时间未操作，已自动锁屏，请用登录密码解锁')).toBeVisible()
  await page.getByPlaceholder('请输入登录密码').fill('wrong')
  await unlockButton(page).click()
  await expect(page.getByText('解锁密码错误,请重新输入')).toBeVisible()
  await page.getByPlaceholder('请输入登录密码').fill(password)
  await unlockButton(page).click()
  await expect(page).toHaveURL(/\/create\/index$/)
})

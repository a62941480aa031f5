import { readCaptcha } from '../support/captcha.ts'
import { expect, fillLogin, test } from '../support/desk.ts'
import { answer, expectHome, expectLoaded, numberLink, rows, tab, textOf, toast } from '../support/shell.ts'

const failed = '用户名或密码错误'

test('the guard leads without a session to the login, with one away from it', async ({ open, signIn }) => {
  const guest = await open()
  await guest.goto('/create/index')
  await expect(guest).toHaveURL(/\/login(\/|\?pro=)blq$/)
  await expect(guest.getByRole('heading', { name: '登录 蓝桥示例汽车金融' })).toBeVisible()

  const page = await signIn('entry_clerk')
  await page.goto('/login')
  await expect(page).toHaveURL(/\/wel\/index$/)
  await page.goto('/')
  await expect(page).toHaveURL(/\/wel\/index$/)

  const missing = await page.goto('/no/such/page')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: '抱歉，页面不存在' })).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/wel\/index$/)
})

// On a host of its own: failures count for the address within a tenant, and everybody here has the same address.
test('a wrong password says so, and from the third failed try on asks for the captcha', async ({ open }) => {
  const page = await open({ host: 'yunfan.localhost' })
  const submit = page.getByRole('button', { name: '登录', exact: true })
  await page.goto('/login')
  await fillLogin(page, '', '')
  await submit.click()
  await expect(page.getByText('请输入用户名')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await fillLogin(page, 'entry_clerk', '12345')
  await submit.click()
  await expect(page.getByText('密码长度最少为6位')).toBeVisible()

  const code = page.getByLabel('验证码', { exact: true })
  for (let failures = 1; failures <= 3; failures++) {
    await expect(code).toBeHidden()
    await fillLogin(page, 'entry_clerk', `wrong-${failures}`)
    const answered = page.waitForResponse((response) => response.url().endsWith('/nlos/login/go'))
    await submit.click()
    expect((await answered).status()).toBe(400)
    await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible()
  }

  await expect(code).toBeVisible()
  const drawing = page.getByRole('button', { name: '看不清，换一张' })
  await expect(drawing).toHaveCSS('background-image', /^url\("data:image\/png/)
  const drawn = await drawing.getAttribute('style')
  await fillLogin(page, 'entry_clerk')
  await submit.click()
  await expect(page.getByText('请输入验证码')).toBeVisible()
  await code.fill('12')
  await submit.click()
  await expect(page.getByText('验证码长度为4位')).toBeVisible()
  await code.fill('0000')
  await submit.click()
  await expect(page.getByText('请输入正确的验证码')).toBeVisible()
  await expect(code).toHaveValue('')
  await expect.poll(() => drawing.getAttribute('style')).not.toBe(drawn)

  // With it the person comes in, and what went wrong before is forgiven.
  await fillLogin(page, 'entry_clerk')
  await code.fill(await readCaptcha(page))
  await submit.click()
  await expectHome(page)
})

test('a session that ends during the work says so and leads to the login', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await page.goto('/create/index')
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  // As when the service has forgotten the session: the browser's part of it is gone.
  await page.context().clearCookies()
  // A call that the page makes of itself may meet the end first; then there is nothing left to click.
  const refresh = page.getByRole('button', { name: '刷新', exact: true })
  await Promise.all([
    expect(toast(page, '登录已失效，请重新登录')).toBeVisible(),
    refresh.click({ timeout: 2_000 }).catch(() => {}),
  ])
  await expect(page).toHaveURL(/\/login(\/|\?pro=)blq$/)
  await expect(page.getByRole('heading', { name: '登录 蓝桥示例汽车金融' })).toBeVisible()
})

test('a brand stays with its people after they have signed in (T1)', async ({ signIn }) => {
  const page = await signIn('entry_clerk', { host: 'qinghe.localhost' })
  await expect(page.getByRole('banner')).toContainText('青禾示例融资租赁')
})

test('the account is remembered on request only', async ({ open }) => {
  const page = await open()
  const account = page.getByLabel('用户名')
  const remember = page.getByLabel('记住账号')
  const signInAndOut = async () => {
    await fillLogin(page, 'pre_reviewer')
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expectHome(page)
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出系统' }).click()
    await answer(page, '是否退出系统', '确定')
    await expect(page.getByRole('region', { name: '演示账号' })).toBeVisible()
  }
  await page.goto('/login')
  await expect(remember).not.toBeChecked()
  await remember.check()
  await signInAndOut()
  await expect(account).toHaveValue('pre_reviewer')
  await expect(remember).toBeChecked()

  await remember.uncheck()
  await signInAndOut()
  await expect(account).toHaveValue('')
})

test('logging out asks first, ends the session and leaves the browser no word of the work (S4, B8)', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await page.goto('/create/index')
  await expectLoaded(page)
  const shown = await textOf(numberLink(rows(page).first()))
  await page.evaluate(() => {
    localStorage.setItem('else', 'x')
    sessionStorage.setItem('else', 'x')
  })
  const logout = async () => {
    await page.getByRole('button', { name: /^用户菜单/ }).click()
    await page.getByRole('menuitem', { name: '退出系统' }).click()
  }
  await logout()
  await answer(page, '是否退出系统, 是否继续?', '取消')
  await expect(tab(page, '进件列表')).toHaveAttribute('aria-current', 'page')

  const answered = page.waitForResponse((response) => response.url().endsWith('/session/logout'))
  await logout()
  await answer(page, '是否退出系统, 是否继续?', '确定')
  expect(await (await answered).headerValue('clear-site-data')).toBe('"storage"')
  await expect(page.getByRole('region', { name: '演示账号' })).toBeVisible()
  const left = await page.evaluate(() => [
    ...Object.keys(localStorage).filter((name) => name !== 'nlos-account'),
    ...Object.keys(sessionStorage),
  ])
  expect(left).toEqual([])

  await page.goBack()
  await expect(page).toHaveURL(/\/login(\/|\?pro=)blq/)
  expect(await page.content()).not.toContain(shown)
})

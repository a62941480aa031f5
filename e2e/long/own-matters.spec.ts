import type { Locator, Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, fillLogin, password, test } from '../support/desk.ts'
import { answer, expectTabs, toast } from '../support/shell.ts'

const next = 'Vx7-qmLp2_tR'

/** Chooses an entry of the user menu. */
async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^用户菜单/ }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

async function signInAgain(page: Page, account: string, secret: string): Promise<void> {
  await fillLogin(page, account, secret)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Types an original and a new password, the new one twice. */
async function fillPasswords(scope: Page | Locator, original: string, wanted: string): Promise<void> {
  await scope.getByLabel('原密码', { exact: true }).fill(original)
  await scope.getByLabel('新密码', { exact: true }).fill(wanted)
  await scope.getByLabel('确认密码', { exact: true }).fill(wanted)
}

test('修改密码: a wrong original is told, the right one leads to the login, where only the new one counts', async ({
  signIn,
}) => {
  // Somebody whom no other journey signs in: the password stays changed.
  const page = await signIn('postloan')
  const elsewhere = await signIn('postloan')
  await choose(page, '修改密码')
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  await expect(dialog.getByLabel('用户名')).toHaveValue('postloan')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请至少输入一个密码')).toBeVisible()
  expect(await graveFindings(page)).toEqual([])

  await fillPasswords(dialog, 'not-this-one', next)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(toast(page, '原密码错误')).toBeVisible()
  await fillPasswords(dialog, password, next)
  await dialog.getByRole('button', { name: '确定' }).click()
  await answer(page, '密码修改成功，是否尝试重新登录?', '确定')
  await expect(page).toHaveURL(/\/login\?pro=blq$/)
  await expect(elsewhere).toHaveURL(/\/login\?pro=blq$/)

  await signInAgain(page, 'postloan', password)
  await expect(page.getByText('用户名或密码错误')).toBeVisible()
  await signInAgain(page, 'postloan', next)
  await expect(page).toHaveURL(/\/wel\/index$/)
})

test('个人信息: own data is saved, the first pay password is set, the session goes on', async ({
  signIn,
}) => {
  const page = await signIn('cashier')
  await choose(page, '个人信息')
  await expectTabs(page, ['首页', '个人信息'])
  await expect(page.getByLabel('姓名')).toHaveAttribute('readonly', '')
  await page.getByLabel('个性签名').fill('今日事今日毕')
  await page.getByRole('button', { name: '修改', exact: true }).click()
  await expect(toast(page, '修改信息成功!')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('个性签名')).toHaveValue('今日事今日毕')

  await page.getByLabel('登录密码').fill(password)
  await page.getByLabel('支付密码', { exact: true }).fill(next)
  await page.getByLabel('确认支付密码').fill(next)
  await page.getByRole('button', { name: '修改密码', exact: true }).click()
  await answer(page, '密码修改成功，是否尝试重新登录?', '取消')
  await expect(page.getByLabel('原支付密码')).toBeVisible()
  await expect(page.getByLabel('支付密码', { exact: true })).toHaveValue('')
  expect(await graveFindings(page)).toEqual([])
})

test('登录设备: another own session is ended from here, and is at the login at once (S4)', async ({
  signIn,
}) => {
  const page = await signIn('risk_manager')
  const elsewhere = await signIn('risk_manager')
  await choose(page, '个人信息')
  const devices = page.getByRole('region', { name: '登录设备' })
  await expect(devices.getByText('本机')).toHaveCount(1)
  await devices
    .getByRole('button', { name: /^结束 / })
    .first()
    .click()
  await answer(page, /将结束“.+”的登录/, '结束')
  await expect(toast(page, '已结束该设备的登录')).toBeVisible()
  await expect(elsewhere).toHaveURL(/\/login/)
  await page.reload()
  await expect(devices.getByText('本机')).toBeVisible()
})

test('问题反馈: type and content, a question, and it is sent', async ({ signIn }) => {
  const page = await signIn('archivist')
  await choose(page, '问题反馈')
  const dialog = page.getByRole('dialog', { name: '问题反馈' })
  await dialog.getByRole('button', { name: '提交' }).click()
  await expect(dialog.getByText('请选择类型')).toBeVisible()
  await expect(dialog.getByText('请输入内容')).toBeVisible()
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByLabel('使用问题').check()
  await dialog.getByLabel('内容').fill('打印很慢')
  await dialog.getByRole('button', { name: '提交' }).click()
  await answer(page, '确认发送吗?', '确定')
  await expect(toast(page, '发送成功，请确认!')).toBeVisible()
  await expect(dialog).toBeHidden()
})

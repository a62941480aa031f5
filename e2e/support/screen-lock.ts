import { expect, type Locator, type Page } from '@playwright/test'
import { ask } from './shell.ts'

const lockPassword = '锁屏1234'

/** The field where the lock page asks for the password. */
export const lockField = (page: Page): Locator => page.getByLabel('锁屏密码')

export const unlockButton = (page: Page): Locator => page.getByRole('button', { name: '解锁', exact: true })

/** 锁屏 in the top bar: the dialog asks for a lock password, and setting it locks. */
export async function lock(page: Page, secret = lockPassword): Promise<void> {
  await page.getByRole('button', { name: '锁屏', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '设置锁屏密码' })
  await dialog.getByLabel('锁屏密码').fill(secret)
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expectLocked(page)
}

export async function expectLocked(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/lock(\?|$)/)
  await expect(unlockButton(page)).toBeVisible()
}

export async function unlock(page: Page, secret = lockPassword): Promise<void> {
  await lockField(page).fill(secret)
  await unlockButton(page).click()
}

/** Everything that the door says to a call of the page: 200 while its session is open, 423 while it is locked. */
export const statusOf = async (page: Page): Promise<number> =>
  (await ask(page, '/sys/role/getPermission', {})).status

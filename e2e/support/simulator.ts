import { expect, type Page } from '@playwright/test'
import { choose, fillIn } from './fields.ts'
import { cells, quickSearch, rows, toast } from './shell.ts'

/** What an administrator does with the simulators of the demo. */

/** A service outside, by its key in the address and its name on the page. */
type Service = { port: string; name: string }

/** The simulator of a service waits for a person, or answers by itself. */
export async function setSimulator(
  admin: Page,
  { port, name }: Service,
  to: '改为人工应答' | '改为自动成功',
): Promise<void> {
  await admin.goto(`/sys/outside?port=${port}`)
  await admin.getByRole('button', { name: '服务与模拟器' }).click()
  const dialog = admin.getByRole('dialog', { name: '服务与模拟器' })
  const row = dialog.getByRole('row', { name: new RegExp(name) })
  const change = row.getByRole('button', { name: to })
  const back = row.getByRole('button', { name: to === '改为自动成功' ? '改为人工应答' : '改为自动成功' })
  await expect(change.or(back).first()).toBeVisible()
  // A journey that fell may have left it so.
  if (await change.isVisible()) await change.click()
  await expect(change).toHaveCount(0)
  await dialog.getByRole('button', { name: '关闭' }).first().click()
}

/** The service answers the newest question about an order. */
export async function simulatorSays(
  admin: Page,
  { port }: Service,
  orderNo: string,
  verb: string,
  result?: string,
  opinion?: string,
): Promise<void> {
  await expect(async () => {
    await admin.goto(`/sys/outside?port=${port}`)
    await quickSearch(admin, orderNo)
    await expect(cells(rows(admin).first(), '状态')).toHaveText('已发送待回', { timeout: 2_000 })
  }).toPass()
  const row = rows(admin).first()
  const own = row.getByRole('button', { name: verb, exact: true })
  if (await own.isVisible()) await own.click()
  else {
    await row.getByRole('button', { name: '更多' }).click()
    await admin.getByRole('menuitem', { name: verb, exact: true }).click()
  }
  if (opinion !== undefined) {
    const dialog = admin.getByRole('dialog', { name: verb })
    if (result) {
      await choose(dialog, { 结果: result })
      await fillIn(dialog, { 原因: opinion })
    } else await choose(dialog, { 原因: opinion })
    await dialog.getByRole('button', { name: verb, exact: true }).click()
  }
  await expect(toast(admin, '模拟器将这样应答').first()).toBeVisible()
}

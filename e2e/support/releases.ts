import { expect, type Page } from '@playwright/test'
import { password } from './desk.ts'
import { choiceField } from './fields.ts'
import { expectLoaded, numberLink, quickSearch, rows, textOf, toast } from './shell.ts'

/** Everything that cashier and checker do with a release. */

/** 制单 of the first release that waits for it; its case stays open. @returns number of the order */
export async function makeRelease(cashier: Page): Promise<string> {
  await cashier.goto('/release/index?releaseState=make')
  await expectLoaded(cashier)
  const row = rows(cashier).first()
  const orderNo = await textOf(numberLink(row))
  await numberLink(row).click()
  await expect(cashier.getByRole('heading', { name: '放款', exact: true })).toBeVisible()
  await cashier.getByRole('button', { name: '制单', exact: true }).click()
  const making = cashier.getByRole('dialog', { name: /制单放款$/ })
  await expect(making.getByText('放款金额')).toBeVisible()
  await making.getByRole('button', { name: '提交复核' }).click()
  await expect(cashier.getByText('等待他人复核').first()).toBeVisible()
  return orderNo
}

/** 复核 of a release by somebody else, who mistypes the pay password once. */
export async function passRelease(checker: Page, orderNo: string): Promise<void> {
  await checker.goto('/check/index')
  await expectLoaded(checker)
  await quickSearch(checker, orderNo)
  await rows(checker).first().getByRole('button', { name: '通过', exact: true }).click()
  const checking = checker.getByRole('dialog', { name: new RegExp(`复核通过 ${orderNo}`) })
  await expect(checking.getByText('收款户名')).toBeVisible()
  await checking.getByLabel('支付密码').fill('wrong-password')
  await checking.getByRole('button', { name: '通过', exact: true }).click()
  await expect(checking.getByText('支付密码错误')).toBeVisible()
  await checking.getByLabel('支付密码').fill(password)
  await checking.getByRole('button', { name: '通过', exact: true }).click()
  await expect(checking).toBeHidden()
}

/** The way in which the tenant pays: 银企直连 or 付款文件. */
export async function payBy(admin: Page, way: string): Promise<void> {
  await admin.goto('/sys/tenant')
  const main = admin.locator('main')
  const choice = choiceField(main, '放款付款方式')
  // A journey that fell may have left it so; there is nothing to save then.
  if ((await textOf(choice.locator('option:checked'))) === way) return
  await choice.selectOption(way)
  await main.getByRole('button', { name: '保存', exact: true }).click()
  await expect(toast(admin, '已保存，所有页面随即更新')).toBeVisible()
}

import { expect, type Locator, type Page } from '@playwright/test'
import { fillIn, textField } from './fields.ts'
import { photo } from './papers.ts'
import { expectLoaded, rows, toast } from './shell.ts'

/** Everything that a customer pays before the release: registered by one, checked by another. */

/** Everything that counts of an order's first payment. */
export const figure = (page: Page, label: string): Locator =>
  page
    .locator('dt')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd[1]')

/** 登记首付款 of the order that is open, with its proof. @param amount as the dialog proposes unless told */
export async function registerPayment(cashier: Page, reference: string, amount?: string): Promise<void> {
  await cashier.getByRole('button', { name: '登记首付款' }).click()
  const dialog = cashier.getByRole('dialog', { name: '登记首付款' })
  if (amount !== undefined) await textField(dialog, '到账金额').fill(amount)
  await fillIn(dialog, { 流水号: reference })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('须附到账凭证')).toBeVisible()
  await dialog.getByLabel('凭证').setInputFiles(await photo('到账凭证'))
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(toast(cashier, '待他人复核后入账')).toBeVisible()
  await expect(cashier.getByText('等待他人复核').first()).toBeVisible()
  // Whoever made it does not check it.
  await expect(cashier.getByRole('button', { name: '通过', exact: true })).toHaveCount(0)
}

/** 复核 of what waits for an order's money, on the record with its proof. @param payPassword where it is asked */
export async function passPayment(
  checker: Page,
  orderNo: string,
  what: '首付款入账' | '首付款退款' | '退款未成',
  payPassword?: string,
): Promise<void> {
  await checker.goto(`/check/index?q=${orderNo}`)
  await expectLoaded(checker)
  const row = rows(checker).filter({ hasText: what })
  // The record with the proof is a click away.
  await row.getByRole('link', { name: orderNo }).click()
  await expect(checker.getByRole('heading', { name: '到账记录' })).toBeVisible()
  await checker.getByRole('button', { name: '通过', exact: true }).click()
  const dialog = checker.getByRole('dialog')
  if (payPassword !== undefined) await dialog.getByLabel('支付密码').fill(payPassword)
  await dialog.getByRole('button', { name: '通过', exact: true }).click()
  await expect(toast(checker, '已复核通过')).toBeVisible()
}

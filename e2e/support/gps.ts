import { expect, type Page } from '@playwright/test'
import { choose, fillIn } from './fields.ts'
import { photo } from './papers.ts'
import { quickSearch, rows } from './shell.ts'

/** The way of a GPS device on its way from the stock into a car. */

/** 入库 of one device; the list of the stock is open then. */
export async function takeIn(keeper: Page, deviceNo: string): Promise<void> {
  await keeper.goto('/gps/index')
  await keeper.getByRole('button', { name: '入库', exact: true }).click()
  const dialog = keeper.getByRole('dialog', { name: '入库登记' })
  await fillIn(dialog, { 厂商: '示例物联', 设备: deviceNo })
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** 领用 of a device that is in stock, by somebody of a shop. */
export async function issueDevice(keeper: Page, deviceNo: string, shop: string): Promise<void> {
  await quickSearch(keeper, deviceNo)
  await rows(keeper).first().getByRole('button', { name: '领用', exact: true }).click()
  const issuing = keeper.getByRole('dialog', { name: `领用 ${deviceNo}` })
  await choose(issuing, { 领用门店: shop })
  await fillIn(issuing, { 领用人: '周凯' })
  await issuing.getByRole('button', { name: '领用', exact: true }).click()
  await expect(issuing).toBeHidden()
}

/** Opens the fitting of an order in a state: of one that has no device yet unless it says otherwise. */
export async function openFitting(
  fitter: Page,
  orderNo: string,
  state: 'none' | 'check' = 'none',
): Promise<void> {
  await fitter.goto(`/gps/fitting?fittingState=${state}`)
  await quickSearch(fitter, orderNo)
  await fitter.getByRole('link', { name: orderNo }).first().click()
  await expect(fitter.getByRole('button', { name: '选定设备', exact: true })).toBeVisible()
}

/** 选定设备: its number is typed into the dialog; what else the dialog says is for the test. */
export async function chooseDevice(fitter: Page, deviceNo: string): Promise<void> {
  const dialog = fitter.getByRole('dialog', { name: '选定设备' })
  if (!(await dialog.isVisible())) await fitter.getByRole('button', { name: '选定设备', exact: true }).click()
  await fillIn(dialog, { 设备号: deviceNo.toLowerCase() })
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Both photos, without which nothing is fitted, and 登记安装. */
export async function fitDevice(fitter: Page, deviceNo: string): Promise<void> {
  const fit = fitter.getByRole('button', { name: '登记安装', exact: true })
  await expect(fit).toHaveAttribute('aria-disabled', 'true')
  for (const kind of ['设备照片', '车架号照片']) {
    await fitter
      .locator('main')
      .getByLabel(kind, { exact: true })
      .setInputFiles(await photo(kind))
  }
  // The outbox sends them; what has arrived makes the fitting possible.
  await expect(fit).not.toHaveAttribute('aria-disabled', 'true')
  await fit.click()
  const fitting = fitter.getByRole('dialog', { name: `登记安装 ${deviceNo}` })
  await fillIn(fitting, { 安装位置: '仪表台下' })
  await fitting.getByRole('button', { name: '确定', exact: true }).click()
  await expect(fitter.getByText('已全部安装')).toBeVisible()
}

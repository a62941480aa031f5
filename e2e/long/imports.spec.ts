import { readFileSync } from 'node:fs'
import { expect, test } from '../support/desk.ts'
import { expectLoaded, quickSearch, rows, toast } from '../support/shell.ts'

const heads = '号码类型,号码,级别,来源,原因,有效期至'
/** So each run has rows of its own. */
const mark = `导入${Date.now()}`
const mobile = (end: number) => `1390${String((Date.now() % 1_000_000) * 10 + end).padStart(7, '0')}`

test('a file of the black list: its wrong rows are told and given back, the right ones come in, and are taken back', async ({
  signIn,
}) => {
  const page = await signIn('risk_manager')
  await page.goto('/sys/blacklist')
  await expectLoaded(page)
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导入黑灰白名单' })
  const right = `手机号,${mobile(1)},黑名单,内部,${mark},`
  const file = [
    heads,
    right,
    right,
    `手机号,12345,黑名单,内部,${mark},`,
    `手机号,${mobile(2)},红,内部,${mark},`,
  ]
  await dialog
    .getByLabel('选择文件')
    .setInputFiles({ name: `${mark}.csv`, mimeType: 'text/csv', buffer: Buffer.from(file.join('\r\n')) })
  await expect(dialog.getByText('可导入 1 行，已存在 0 行，错误 3 行')).toBeVisible()
  const wrong = dialog.getByRole('table', { name: '错误行' }).getByRole('row')
  await expect(wrong.filter({ hasText: '号码：与前面的行重复' })).toHaveCount(1)
  await expect(wrong.filter({ hasText: '级别：不是可选的内容' })).toContainText('红')
  const downloaded = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载错误行' }).click()
  const path = await (await downloaded).path()
  expect(readFileSync(path, 'utf8').trim().split('\r\n')).toHaveLength(4)
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await expect(toast(page, '已导入 1 行')).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await quickSearch(page, mark)
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first().getByText('在用')).toBeVisible()

  await page.getByRole('button', { name: '导入', exact: true }).click()
  const recent = dialog.getByRole('table', { name: '最近的导入' }).getByRole('row')
  await recent.filter({ hasText: mark }).getByRole('button', { name: '撤销导入' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤销导入' }).click()
  await expect(toast(page, '已撤销导入')).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(rows(page).first().getByText('已停用')).toBeVisible()
})

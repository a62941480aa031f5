import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { ask, cells, rows, toast } from '../support/shell.ts'

/** Orders whose customers can be invited to an interview, each by an SMS. */
async function invite(clerk: Page, wanted: number): Promise<void> {
  const { text } = await ask(clerk, '/biz/interview/list', { start: '0', length: '50' })
  let sent = 0
  for (const { id } of JSON.parse(text).data as { id: number }[]) {
    if (sent === wanted) return
    const answer = await ask(clerk, '/biz/interview/invite', { orderId: String(id), eventId: randomUUID() })
    if (answer.status === 200 && JSON.parse(answer.text).sms) sent++
  }
  expect(sent).toBe(wanted)
}

const state = (row: Locator) => cells(row, '状态')

/** A verb of a row, wherever its place is. */
async function press(page: Page, row: Locator, verb: string): Promise<void> {
  const own = row.getByRole('button', { name: verb, exact: true })
  if (await own.isVisible()) return own.click()
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: verb, exact: true }).click()
}

async function setSms(page: Page, to: '改为人工应答' | '改为自动成功'): Promise<void> {
  await page.getByRole('button', { name: '服务与模拟器' }).click()
  const dialog = page.getByRole('dialog', { name: '服务与模拟器' })
  const sms = dialog.getByRole('row', { name: /短信/ })
  await sms.getByRole('button', { name: to }).click()
  await expect(sms.getByRole('button', { name: to })).toHaveCount(0)
  await dialog.getByRole('button', { name: '关闭' }).first().click()
}

test('at night: requests are answered each way, why one failed is read, dead letters are sent again, one and many', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  await admin.goto('/sys/outside?port=sms')
  await setSms(admin, '改为人工应答')
  await invite(await signIn('contract_clerk'), 4)
  const refresh = async () => {
    await admin.reload()
    await expect(rows(admin).first()).toBeVisible()
  }
  const newest = (at: number) => rows(admin).nth(at)
  await refresh()
  for (let at = 0; at < 4; at++) await expect(state(newest(at))).toHaveText('已发送待回')

  await press(admin, newest(0), '应答：失败')
  const dialog = admin.getByRole('dialog', { name: '应答：失败' })
  await dialog.getByRole('combobox').selectOption({ label: '号码已停机' })
  await dialog.getByRole('button', { name: '应答：失败' }).click()
  await expect(toast(admin, '模拟器将这样应答')).toBeVisible()
  for (const at of [1, 2]) await press(admin, newest(at), '应答：不答')
  await press(admin, newest(3), '应答：重复')
  await expect(async () => {
    await refresh()
    await expect(state(newest(0))).toHaveText('失败')
    await expect(state(newest(1))).toHaveText('死信')
    await expect(state(newest(2))).toHaveText('死信')
    await expect(state(newest(3))).toHaveText('成功')
  }).toPass()
  await expect(cells(newest(0), '原因')).toHaveText('号码已停机')
  await press(admin, newest(3), '查看')
  const sheet = admin.getByRole('dialog', { name: '短信' })
  await expect(sheet.getByRole('row', { name: /重复应答，已忽略/ })).toBeVisible()
  await admin.keyboard.press('Escape')

  for (const at of [1, 2]) await newest(at).getByRole('checkbox').check()
  await admin.getByText('已选 2 条').locator('..').getByRole('button', { name: '重发' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '重发' }).click()
  await expect(async () => {
    await refresh()
    for (const at of [1, 2]) await expect(state(newest(at))).toHaveText('已发送待回')
  }).toPass()
  for (const at of [1, 2]) await newest(at).getByRole('checkbox').check()
  await admin.getByText('已选 2 条').locator('..').getByRole('button', { name: '应答：成功' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: '应答：成功' }).click()
  await expect(async () => {
    await refresh()
    for (const at of [1, 2]) await expect(state(newest(at))).toHaveText('成功')
  }).toPass()
  await setSms(admin, '改为自动成功')
})

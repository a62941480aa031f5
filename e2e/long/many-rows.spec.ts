import type { Page } from '@playwright/test'
import { anotherWindow, expect, test } from '../support/desk.ts'
import { ask, cells, expectLoaded, quickSearch, rows } from '../support/shell.ts'

const reason = `多条操作 ${Date.now()}`

/** Three plates on the black list, whatever was there before. */
async function addEntries(page: Page): Promise<void> {
  for (const at of [1, 2, 3]) {
    const number = `京A${`${Date.now()}`.slice(-4)}${at}`
    const entry = { numberType: 'plateNo', number, level: '黑', source: '内部', reason }
    const eventId = crypto.randomUUID()
    expect(await ask(page, '/biz/blacklist/add', { ...entry, eventId })).toMatchObject({ status: 200 })
  }
}

async function choose(page: Page): Promise<void> {
  await page.goto('/sys/blacklist')
  await expectLoaded(page)
  await quickSearch(page, reason)
  await expect(rows(page)).toHaveCount(3)
  for (const row of await rows(page).all()) await row.getByRole('checkbox', { name: /^选择/ }).check()
}

test('many rows are done behind the call: one that a colleague was first at is told, and a closed page loses nothing', async ({
  signIn,
}) => {
  const page = await signIn('risk_manager')
  await addEntries(page)
  await choose(page)

  const colleague = await anotherWindow(page)
  await colleague.goto('/sys/blacklist')
  await expectLoaded(colleague)
  await quickSearch(colleague, reason)
  await rows(colleague).first().getByRole('button', { name: '停用' }).click()
  const one = colleague.getByRole('dialog')
  await one.getByLabel('停用原因').fill('先到')
  await one.getByRole('button', { name: '停用' }).click()
  await expect(cells(rows(colleague).first(), '状态')).toHaveText('已停用')

  await page.getByText('已选 3 条').locator('..').getByRole('button', { name: '停用' }).click()
  const dialog = page.getByRole('dialog', { name: /^停用 \d 条名单/ })
  await dialog.getByLabel('停用原因').fill('误报')
  const started = page.waitForResponse('**/nlos/biz/bulk/start')
  await dialog.getByRole('button', { name: '停用' }).click()
  expect((await started).status()).toBe(200)
  await page.close()

  await colleague.goto('/info/bulk')
  await expectLoaded(colleague)
  await expect(async () => {
    await colleague.reload()
    await expect(cells(rows(colleague).first(), '状态')).toHaveText('已完成', { timeout: 1_000 })
  }).toPass()
  await expect(cells(rows(colleague).first(), '已完成')).toHaveText('2')
  await rows(colleague).first().getByRole('button', { name: '查看结果' }).click()
  const results = colleague.getByRole('dialog', { name: /^停用/ })
  await expect(results.getByRole('row').filter({ hasText: '未完成' })).toContainText('数据已被他人修改')
  await results.getByRole('button', { name: '关闭' }).click()
  await colleague.goto('/sys/blacklist')
  await expectLoaded(colleague)
  await quickSearch(colleague, reason)
  for (const row of await rows(colleague).all()) await expect(cells(row, '状态')).toHaveText('已停用')
})

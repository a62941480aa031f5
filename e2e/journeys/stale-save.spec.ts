import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { section, textField, unfold } from '../support/fields.ts'
import { expectLoaded, rows, toast } from '../support/shell.ts'

const stale = '数据已被他人修改，请刷新'

const english = (page: Page) => textField(section(page, '客户身份'), '英文名')
const wechat = (page: Page) => textField(section(page, '客户身份'), '微信号')
const remark = (page: Page) => textField(section(page, '来源与备注'), '备注')

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存草稿' }).click()
}

test('a save over a colleague’s shows what changed, loses nothing, and the work goes on', async ({
  signIn,
}) => {
  const first = await signIn('entry_clerk')
  const second = await signIn('entry_clerk2')
  await first.goto('/create/index?status=wait_entry')
  await expectLoaded(first)
  const entry = await rows(first).first().getByRole('link', { name: '录单' }).getAttribute('href')
  for (const page of [first, second]) {
    await page.goto(entry ?? '')
    for (const title of ['客户身份', '来源与备注']) await unfold(section(page, title))
  }

  await wechat(first).fill('first_wechat')
  await remark(first).fill('先到的备注')
  await save(first)
  await expect(toast(first, '已保存')).toBeVisible()

  await english(second).fill('Second Hand')
  await remark(second).fill('后到的备注')
  await save(second)
  const conflict = second.getByRole('dialog', { name: stale })
  await expect(conflict).toBeVisible()
  await expect(conflict.getByText('保存了新版本')).toBeVisible()
  await expect(conflict.getByRole('row', { name: /备注/ })).toHaveText(/后到的备注.*先到的备注/)
  await expect(conflict.getByRole('row', { name: /微信号/ })).toHaveText(/first_wechat/)
  await conflict.getByRole('button', { name: '保留我的内容，继续编辑' }).click()
  await expect(conflict).toBeHidden()
  await expect(english(second)).toHaveValue('Second Hand')
  await expect(remark(second)).toHaveValue('后到的备注')
  await wechat(second).fill('first_wechat')
  await save(second)
  await expect(toast(second, '已保存')).toBeVisible()

  // Now the first one is late, and takes over what the second one saved.
  await remark(first).fill('又改的备注')
  await save(first)
  const again = first.getByRole('dialog', { name: stale })
  await again.getByRole('button', { name: '采用最新内容' }).click()
  await expect(remark(first)).toHaveValue('后到的备注')
  await expect(english(first)).toHaveValue('Second Hand')
  await save(first)
  await expect(toast(first, '已保存').first()).toBeVisible()
  await first.reload()
  await expect(remark(first)).toHaveValue('后到的备注')
  await expect(wechat(first)).toHaveValue('first_wechat')
  await expect(english(first)).toHaveValue('Second Hand')
})

import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from '../support/desk.ts'
import { fillIn } from '../support/fields.ts'
import { cells, expectLoaded, quickSearch, rows, textOf } from '../support/shell.ts'

/** Of a person's card, or of a company's code, which has letters. */
const maskedId = /^[\dA-Z]{6}\*{8}[\dA-Z]{4}$/
const maskedMobile = /^\d{3}\*{4}\d{4}$/

async function openQuery(page: Page, query = ''): Promise<void> {
  await page.goto(`/order/query${query}`)
  await expectLoaded(page)
}

test('the quick search finds by name, ID number, mobile and order number', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openQuery(page)
  const first = rows(page).first()
  const orderNo = await textOf(cells(first, '订单编号'))
  const name = await textOf(cells(first, '客户姓名'))
  const idNo = await textOf(cells(first, '证件号'))
  const mobile = await textOf(cells(first, '手机号'))
  expect(idNo).toMatch(maskedId)
  expect(mobile).toMatch(maskedMobile)

  const twoCharacters = name.slice(0, 2)
  await quickSearch(page, twoCharacters)
  await expect(cells(page, '订单编号').filter({ hasText: orderNo })).toBeVisible()
  await expect(cells(page, '客户姓名').filter({ hasNotText: twoCharacters })).toHaveCount(0)

  for (const text of [idNo.slice(-4), mobile.slice(-4), orderNo]) {
    await quickSearch(page, text)
    await expect(cells(page, '订单编号').filter({ hasText: orderNo })).toBeVisible()
  }
  await expect(rows(page)).toHaveCount(1)
  await quickSearch(page, '没有这个人')
  await expect(page.getByText('没有符合条件的数据')).toBeVisible()
})

test('filters and page are in the address, and a reload keeps them', async ({ signIn }) => {
  const page = await signIn('pre_reviewer')
  await openQuery(page)
  await page.getByRole('button', { name: '状态: 全部' }).click()
  await page.getByRole('dialog', { name: '状态' }).getByLabel('已放款', { exact: true }).check()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/[?&]status=released(&|$)/)
  await expect(page.getByText('状态: 已放款')).toBeVisible()
  await page.getByRole('navigation', { name: '分页' }).getByRole('button', { name: '下一页' }).click()
  await expect(page).toHaveURL(/[?&]page=2(&|$)/)
  const onPageTwo = async () => {
    await expect(page.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page')
    await expectLoaded(page)
    await expect(rows(page)).toHaveCount(20)
    for (const day of await cells(page, '放款日期').allInnerTexts()) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/)
    // One state for every row: the chip says it, no column does.
    await expect(page.getByRole('columnheader', { name: '状态' })).toBeHidden()
  }
  await onPageTwo()
  const second = await cells(page, '订单编号').allInnerTexts()
  await page.reload()
  await onPageTwo()
  expect(await cells(page, '订单编号').allInnerTexts()).toEqual(second)
  await page.getByRole('button', { name: '清除全部' }).click()
  await expect(page).toHaveURL(/\/order\/query$/)
})

test('the columns that a user chose are there after a new login', async ({ signIn }) => {
  const chooseColumns = async (page: Page, change: () => Promise<void>) => {
    const saved = page.waitForResponse((response) => response.url().endsWith('/biz/system/preference/save'))
    await page.getByRole('button', { name: '列设置' }).click()
    await change()
    expect((await saved).status()).toBe(200)
    await page.keyboard.press('Escape')
  }
  const column = (page: Page) => page.getByRole('columnheader', { name: '产品名称' })

  const page = await signIn('report_viewer')
  await openQuery(page)
  await expect(column(page)).toBeVisible()
  await chooseColumns(page, () =>
    page.getByRole('dialog', { name: '列设置' }).getByLabel('产品名称', { exact: true }).click(),
  )
  await expect(column(page)).toBeHidden()

  const later = await signIn('report_viewer')
  await openQuery(later)
  await expect(later.getByRole('columnheader', { name: '订单编号' })).toBeVisible()
  await expect(column(later)).toBeHidden()
  await chooseColumns(later, () => later.getByRole('button', { name: '恢复默认' }).click())
  await expect(column(later)).toBeVisible()
})

test('a view that somebody shares is opened by a colleague, who sees his own orders through it', async ({
  signIn,
}) => {
  const name = `已放款${Date.now()}`
  const viewMenu = (page: Page) => page.getByRole('dialog', { name: '列表视图' })

  const owner = await signIn('report_viewer')
  await openQuery(owner, '?status=released')
  const all = await textOf(owner.getByRole('navigation', { name: '分页' }))
  await owner.getByRole('button', { name: '视图', exact: true }).click()
  await fillIn(viewMenu(owner), { 视图名称: name })
  await viewMenu(owner).getByLabel('共享给能看此列表的同事').check()
  await viewMenu(owner).getByRole('button', { name: '另存为新视图' }).click()
  await expect(owner.getByRole('button', { name, exact: true })).toBeVisible()

  // Somebody of a branch: the filter is the owner's, the rows are those of his branch.
  const colleague = await signIn('branch_mgr')
  await openQuery(colleague)
  await colleague.getByRole('button', { name: '视图', exact: true }).click()
  const shared = viewMenu(colleague).getByRole('region', { name: '同事共享的视图' })
  await shared.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(colleague).toHaveURL(/[?&]status=released(&|$)/)
  await expect(colleague.getByText('状态: 已放款')).toBeVisible()
  await expectLoaded(colleague)
  expect(await textOf(colleague.getByRole('navigation', { name: '分页' }))).not.toBe(all)
  // It is his own first look from now on, and not his to delete.
  await colleague.getByRole('button', { name, exact: true }).click()
  await expect(viewMenu(colleague).getByRole('button', { name: `删除「${name}」` })).toHaveCount(0)
  const kept = colleague.waitForResponse((response) => response.url().endsWith('/biz/system/preference/save'))
  await viewMenu(colleague)
    .getByRole('button', { name: `打开列表时默认用「${name}」` })
    .click()
  expect((await kept).status()).toBe(200)
  await colleague.keyboard.press('Escape')
  await openQuery(colleague)
  await expect(colleague.getByText('状态: 已放款')).toBeVisible()

  // Without it the colleague's list opens as it is by itself.
  await owner.getByRole('button', { name, exact: true }).click()
  await viewMenu(owner)
    .getByRole('button', { name: `删除「${name}」` })
    .click()
  await owner
    .getByRole('alertdialog')
    .getByRole('button', { name: `删除「${name}」` })
    .click()
  await expect(owner.getByText(`视图「${name}」已删除`)).toBeVisible()
  await openQuery(colleague)
  await expect(colleague.getByText('状态: 已放款')).toBeHidden()
  await expect(rows(colleague).first()).toBeVisible()
})

test('the export is an xlsx of the rows of the filter, masked as the list is', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openQuery(page, '?status=draft')
  const shown = await cells(page, '订单编号').allInnerTexts()
  await expect(page.getByText(`共 ${shown.length} 条`)).toBeVisible()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^订单-\d{4}-\d{2}-\d{2}\.xlsx$/)
  const workbook = await readXlsx(await readFile(await file.path()))
  const lines = workbook.sheets[0]?.rows ?? []
  const head = lines[0]?.map(String) ?? []
  const values = (title: string) => lines.slice(1).map((line) => String(line[head.indexOf(title)] ?? ''))
  expect(values('订单编号').filter((text) => shown.includes(text))).toEqual(shown)
  expect(
    values('订单编号').filter((text) => text !== '' && !shown.includes(text) && !/导出人/.test(text)),
  ).toEqual([])
  for (const idNo of values('证件号').slice(0, shown.length)) expect(idNo).toMatch(maskedId)
})

test('somebody who may not export has no button for it', async ({ signIn }) => {
  const page = await signIn('shop_user')
  await openQuery(page)
  await expect(page.getByRole('button', { name: '列设置' })).toBeVisible()
  await expect(page.getByRole('button', { name: '导出', exact: true })).toBeHidden()
})

test('what cannot be done with an order says why', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await page.goto('/create/index?status=released')
  await expectLoaded(page)
  await expect(rows(page).first().getByText('编辑')).toBeHidden()
  await rows(page).first().getByRole('button', { name: '更多' }).click()
  const edit = page.getByRole('menuitem', { name: '编辑' })
  await expect(edit).toHaveAttribute('aria-disabled', 'true')
  await expect(edit).toContainText('当前状态不能进行此操作')
  await edit.click({ force: true })
  await expect(page).toHaveURL(/\/create\/index\?status=released$/)
})

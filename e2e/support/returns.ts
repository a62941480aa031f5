import { expect, type Locator, type Page } from '@playwright/test'
import { password } from './desk.ts'
import { choose, fillIn } from './fields.ts'
import { photo } from './papers.ts'
import { answer, cells, expectLoaded, numberLink, quickSearch, rows, textOf, toast } from './shell.ts'

/**
 * Everything that goes back on the way of an order to its money: papers, pushes to funders, payments, and money that
 * came back.
 */

/** The order of the demo that is turned back by everybody. */
const whose = '欧阳国建'

/** Opens its 资方材料 from the list. */
export async function openCapitalPapers(page: Page): Promise<{ orderId: string; orderNo: string }> {
  await page.goto('/materials/capital')
  await expectLoaded(page)
  await quickSearch(page, whose)
  const link = numberLink(rows(page).filter({ hasText: whose }).first())
  await expect(link).toBeVisible()
  const orderNo = await textOf(link)
  await link.click()
  await expect(paper(page, '资方申请表')).toBeVisible()
  return { orderId: new URL(page.url()).searchParams.get('orderId') ?? '', orderNo }
}

/** One of the papers, with its files and what is said of it. */
export const paper = (page: Page, name: string): Locator =>
  page.locator('main').getByRole('group', { name: new RegExp(`^${escaped(name)}`) })
const escaped = (text: string) => text.replace(/[()]/g, '\\$&')

export const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true })

/** 不合格 of one paper, with what is wrong with it. */
export async function markBad(page: Page, name: string, note: string): Promise<void> {
  await button(paper(page, name), '不合格').click()
  const dialog = page.getByRole('dialog', { name: `${name}不合格` })
  await fillIn(dialog, { 不合格说明: note })
  await button(dialog, '不合格').click()
  await expect(paper(page, name).getByText(note)).toBeVisible()
}

/** Takes out what is there of a paper and puts another photo in its place. */
export async function replace(page: Page, name: string): Promise<void> {
  const own = paper(page, name)
  const removes = own.getByRole('button', { name: /^删除 / })
  while ((await removes.count()) > 0) {
    const left = await removes.count()
    await removes.first().click()
    await answer(page, /删除/, '确定')
    await expect(removes).toHaveCount(left - 1)
  }
  await own.getByLabel(name, { exact: true }).setInputFiles(await photo(name))
  await expect(removes).toHaveCount(1)
}

/** 推送 of the order that is open. */
export async function push(page: Page, funder: string): Promise<void> {
  await button(page.locator('main'), '推送').click()
  await answer(page, new RegExp(`推送.+到${funder}？`), '推送')
  await expect(page.getByText(new RegExp(`^已推送${funder}`))).toBeVisible()
}

/** Opens its release from the list. @returns its number and the name of its shop */
export async function openRelease(page: Page): Promise<{ orderNo: string; shop: string }> {
  await page.goto('/release/index')
  await expectLoaded(page)
  await quickSearch(page, whose)
  const row = rows(page).filter({ hasText: whose }).first()
  const link = numberLink(row)
  await expect(link).toBeVisible()
  const [orderNo, shop] = [await textOf(link), await textOf(cells(row, '门店'))]
  await link.click()
  await expect(page.getByRole('heading', { name: '放款', exact: true })).toBeVisible()
  return { orderNo, shop }
}

/** 制单 of the release that is open: what is shown is handed to the checker. */
export async function make(page: Page, remark?: string): Promise<void> {
  await button(page.locator('main'), '制单').click()
  const dialog = page.getByRole('dialog', { name: /制单放款$/ })
  if (remark !== undefined) await fillIn(dialog, { 附言: remark })
  await button(dialog, '提交复核').click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('等待他人复核').first()).toBeVisible()
}

/** Number of the newest 放款单 of the release that is open. */
export async function payNoOf(page: Page): Promise<string> {
  const title = await textOf(page.getByRole('heading', { name: /^放款单 / }).first())
  return title.replace('放款单 ', '')
}

/** Everything that waits for a checker in his list. */
async function waitingRow(checker: Page, text: string, kind: string): Promise<Locator> {
  await checker.goto('/check/index')
  await expectLoaded(checker)
  await quickSearch(checker, text)
  return rows(checker).filter({ hasText: kind }).first()
}

/** Opens the 复核 of what waits. @returns the dialog with what is answered for */
export async function openCheck(checker: Page, text: string, kind: string): Promise<Locator> {
  await button(await waitingRow(checker, text, kind), '通过').click()
  return checker.getByRole('dialog', { name: `复核通过 ${text}` })
}

/** 驳回 with the reason. */
export async function refuse(checker: Page, orderNo: string, why: string, kind = '放款'): Promise<void> {
  await button(await waitingRow(checker, orderNo, kind), '驳回').click()
  const dialog = checker.getByRole('dialog', { name: `驳回 ${orderNo}` })
  await fillIn(dialog, { 原因: why })
  await button(dialog, '驳回').click()
  await expect(dialog).toBeHidden()
}

/** 通过, with the pay password where money goes; what is said to it is for the caller to read. */
export async function pressPass(dialog: Locator, withPassword: boolean): Promise<void> {
  if (withPassword) await dialog.getByLabel('支付密码').fill(password)
  await button(dialog, '通过').click()
}

export async function passCheck(dialog: Locator, withPassword: boolean): Promise<void> {
  await pressPass(dialog, withPassword)
  await expect(dialog).toBeHidden()
}

/** 新增账户 of a shop, by its name. */
export async function addAccount(page: Page, shop: string, accountNo: string): Promise<void> {
  await page.goto('/branch/accauditing')
  await expectLoaded(page)
  await button(page.locator('main'), '新增账户').click()
  const dialog = page.getByRole('dialog', { name: '新增结算账户' })
  await choose(dialog, { 门店: shop })
  await fillIn(dialog, { 户名: `${shop}有限公司`, 账号: accountNo, 开户行: '示例银行示例支行' })
  await button(dialog, '提交审核').click()
  await expect(toast(page, '已提交，等待他人审核')).toBeVisible()
}

type Posting = { voucher: string; account: string; fen: number }

/** Opens plan and books of its loan. @returns the postings as they stand on the page */
export async function openLoan(page: Page): Promise<Posting[]> {
  const { orderId } = Object.fromEntries(new URL(page.url()).searchParams)
  await page.goto(`/loans/detail?orderId=${orderId}`)
  const lines = page.getByRole('table', { name: '凭证' }).getByRole('row')
  await expect(lines.nth(1)).toBeVisible()
  const texts = await lines.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent?.trim() ?? '')),
  )
  const fen = (amount = '') => Math.round(Number(amount.replaceAll(',', '')) * 100)
  let voucher = ''
  return texts.map(([number, , event, account = '', debit, credit]) => {
    // Only its first line says which voucher it is of.
    if (number) voucher = `${number} ${event}`
    return { voucher, account, fen: fen(debit) - fen(credit) }
  })
}

/** Everything that postings leave on each account, in fen. */
export function balances(postings: readonly Posting[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const { account, fen } of postings) all.set(account, (all.get(account) ?? 0) + fen)
  return all
}

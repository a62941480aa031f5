import { expect, type Locator, type Page } from '@playwright/test'
import { password } from './desk.ts'
import { choose, fillIn, typeOver } from './fields.ts'
import { photo } from './papers.ts'
import { ask, cells, expectLoaded, quickSearch, rows, textOf, toast } from './shell.ts'

/** Days of a loan behind its release: the business day, money that comes in, what a second person checks. */

type Listed = { loanId: number; loanNo: string; orderId: number; customerName: string }
export type DueLoan = Listed & { periodNo: number; dueDate: string; left: string; loanStatus: string }
export type OverdueLoan = { id: number; loanNo: string; orderId: number; dpd: number; overdueCount: number }

const listOf = async <Row>(page: Page, path: string, input: Record<string, string>): Promise<Row[]> => {
  const { status, text } = await ask(page, path, { length: '100', ...input })
  expect(status, text).toBe(200)
  return JSON.parse(text).data
}

/** Rows that are there in the end: the demo tells what happened to its loans behind its start. */
async function untilSome<Row>(read: () => Promise<Row[]>): Promise<Row> {
  let found: Row[] = []
  await expect
    .poll(
      async () => {
        found = await read()
        return found.length
      },
      { timeout: 420_000, intervals: [1_000] },
    )
    .toBeGreaterThan(0)
  return found[0] as Row
}

/** The instalment that is due next of a loan that has paid all others for a year. */
export const nextDue = (page: Page): Promise<DueLoan> =>
  untilSome(async () => {
    const rows = await listOf<DueLoan>(page, '/biz/repayment/due', { when: 'week' })
    return rows
      .filter(({ loanStatus, periodNo }) => loanStatus === '还款中' && periodNo > 8)
      .sort((one, other) => one.dueDate.localeCompare(other.dueDate))
  })

/** A loan of which one instalment is overdue, for longer than its days of grace. */
export const overdueLoan = (page: Page): Promise<OverdueLoan> =>
  untilSome(async () => {
    const rows = await listOf<OverdueLoan>(page, '/biz/loan/overdue/list', { dpdMin: '6' })
    return rows.filter(({ overdueCount }) => overdueCount === 1)
  })

/** A loan that is paid as it was agreed. */
export const liveLoan = (page: Page): Promise<Listed> =>
  untilSome(() => listOf<Listed>(page, '/biz/loan/list', { status: JSON.stringify(['还款中']) }))

/** 日终 of the open business day. @returns the day that it opens */
export async function closeDay(admin: Page): Promise<string> {
  await admin.goto('/sys/closing')
  await expectLoaded(admin)
  await admin.getByRole('button', { name: '日终', exact: true }).click()
  const dialog = admin.getByRole('alertdialog').or(admin.getByRole('dialog'))
  const [day = ''] = (await textOf(dialog)).match(/\d{4}-\d\d-\d\d/) ?? []
  await dialog.getByRole('button', { name: '日终', exact: true }).click()
  await expect(dialog).toBeHidden()
  const row = rows(admin).filter({ has: cells(admin, '结束的营业日').getByText(day) })
  await expect(cells(row, '进度')).toHaveText('已完成')
  await expect(cells(row, '处理失败')).toHaveText('0')
  return textOf(cells(row, '新营业日'))
}

/** The two columns of a dialog that books a fact: the figure before and after. */
export const bothSides = (dialog: Locator, figure: string): Locator =>
  dialog
    .getByRole('table', { name: '办理前后对照' })
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${figure}`) })
    .locator('[data-label]')

/** 登记还款 in the dialog that is open. */
export async function registerReceipt(
  dialog: Locator,
  thirdNo: string,
  { amount, valueDate }: { amount?: string; valueDate?: string } = {},
): Promise<void> {
  if (amount !== undefined) await typeOver(dialog.getByRole('textbox', { name: '金额' }), amount)
  if (valueDate !== undefined) await fillIn(dialog, { 入账日: valueDate })
  await choose(dialog, { 还款渠道: '转账' })
  await fillIn(dialog, { 第三方流水号: thirdNo })
  await expect(dialog.getByRole('table', { name: '办理前后对照' })).toBeVisible()
}

/** 复核 of what waits about a loan or an application of it, with the pay password where money goes. */
export async function passLoanChange(
  checker: Page,
  q: string,
  kind: string,
  payPassword?: true,
): Promise<void> {
  await checker.goto('/check/index')
  await expectLoaded(checker)
  await quickSearch(checker, q)
  const row = rows(checker).filter({ hasText: kind }).first()
  await row.getByRole('button', { name: '通过', exact: true }).click()
  const dialog = checker.getByRole('dialog', { name: /^复核通过/ })
  if (payPassword) await dialog.getByLabel('支付密码').fill(password)
  await dialog.getByRole('button', { name: '通过', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** 登记付款 of the application that is open, as its quote asks. */
export async function payQuote(page: Page, thirdNo: string): Promise<void> {
  await page.locator('main').getByRole('button', { name: '登记付款', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '登记付款' })
  await fillIn(dialog, { 流水号: thirdNo })
  await dialog.getByLabel('付款凭证').setInputFiles(await photo('付款凭证'))
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(toast(page, '付款已登记，等待他人核销')).toBeVisible()
}

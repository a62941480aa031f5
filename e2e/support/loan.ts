import { expect, type Page } from '@playwright/test'

/** Everything that the page of a loan shows, judged as somebody with a pencil would. */

/** An amount of the screen in cents; nothing is none. */
const cents = (text: string): number => Math.round(Number(text.replaceAll(',', '') || '0') * 100)
const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** The cells of a table, without its head. */
async function cellsOf(page: Page, name: string, part: 'tbody' | 'tfoot'): Promise<string[][]> {
  const rows = page.getByRole('table', { name, exact: true }).locator(`${part} tr`)
  await expect(rows.first()).toBeVisible()
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent?.trim() ?? '')),
  )
}

/**
 * Each row of the plan adds up, the columns give what stands below them, and what is left goes down to nothing.
 *
 * @returns what it is a plan of
 */
export async function expectPlanAddsUp(page: Page): Promise<{ periods: number; principal: string }> {
  const rows = await cellsOf(page, '还款计划', 'tbody')
  const [foot = []] = await cellsOf(page, '还款计划', 'tfoot')
  const amounts = rows.map((row) => row.slice(2, 7).map(cents))
  for (const [principal = 0, interest = 0, fee = 0, due] of amounts) {
    expect(due).toBe(principal + interest + fee)
  }
  const sums = [0, 1, 2, 3].map((column) => total(amounts.map((row) => row[column] ?? 0)))
  expect(foot.slice(1, 5).map(cents)).toEqual(sums)
  const [financed = 0] = sums
  const left = amounts.map((_, at) => financed - total(amounts.slice(0, at + 1).map(([one = 0]) => one)))
  expect(amounts.map((row) => row[4])).toEqual(left)
  expect(left.at(-1)).toBe(0)
  return { periods: rows.length, principal: foot[1] ?? '' }
}

/** Debits and credits of each voucher are the same. @returns what the vouchers are for */
export async function expectVouchersBalance(page: Page): Promise<string[]> {
  const vouchers: { no: string; event: string; debit: number; credit: number }[] = []
  for (const [no = '', , event = '', account = '', debit = '', credit = ''] of await cellsOf(
    page,
    '凭证',
    'tbody',
  )) {
    // Its number stands in the first line of a voucher alone.
    if (no !== '') vouchers.push({ no, event, debit: 0, credit: 0 })
    const own = vouchers.at(-1)
    if (!own) throw new Error('the first line has no number')
    // Accounts of 7xxx are of one side: they stand outside the balance.
    if (account.startsWith('7')) continue
    own.debit += cents(debit)
    own.credit += cents(credit)
  }
  for (const { no, debit, credit } of vouchers) expect([no, debit], no).toEqual([no, credit])
  expect(total(vouchers.map(({ debit }) => debit))).toBeGreaterThan(0)
  return vouchers.map(({ event }) => event)
}

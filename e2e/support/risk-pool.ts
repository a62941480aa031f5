import { expect, type Page } from '@playwright/test'
import { section } from './fields.ts'
import { cells, expectLoaded, quickSearch, rows, textOf } from './shell.ts'

/** The page where a reviewer decides. */
export const opinion = (page: Page) => section(page, '审核意见')

/** Everything that an officer may pass at once: no visit is open, and the amount is within his authority. */
const decidable = 'diligence=none&amountMin=30000&amountMax=290000'

/** Claims an order of the risk pool, the one that has waited longest unless told; its number and its id. */
export async function claim(page: Page, wanted?: string): Promise<{ orderNo: string; orderId: string }> {
  await page.goto(`/mycheopethree/index${wanted ? '' : `?${decidable}`}`)
  await expectLoaded(page)
  if (wanted) await quickSearch(page, wanted)
  const orderNo = (await textOf(cells(page, '订单编号').first())).trim()
  await rows(page).first().getByRole('button', { name: '领取', exact: true }).click()
  await expect(page).toHaveURL(/\/mycheopethree\/details\?orderId=\d+/)
  await expect(opinion(page).getByRole('radio', { name: '通过' })).toBeEnabled()
  return { orderNo, orderId: new URL(page.url()).searchParams.get('orderId') ?? '' }
}

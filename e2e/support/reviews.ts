import { expect, type Page } from '@playwright/test'
import { choiceField, fillIn } from './fields.ts'
import { opinion } from './risk-pool.ts'
import { expectLoaded, quickSearch, rows, toast } from './shell.ts'

/** Everything that reviewers do with an order that they know by its number. */

const pools = {
  pre: { path: '/mycheopeone/index', name: '预审' },
  first: { path: '/mycheopetwo/shenfen', name: '初审' },
  risk: { path: '/mycheopethree/index', name: '风控' },
} as const
export type Stage = keyof typeof pools

/** Claims the order in its pool; the case is open and may be decided. */
export async function claimIn(page: Page, stage: Stage, orderNo: string): Promise<void> {
  await page.goto(pools[stage].path)
  await expectLoaded(page)
  await quickSearch(page, orderNo)
  await rows(page).first().getByRole('button', { name: '领取', exact: true }).click()
  await expect(opinion(page).getByRole('radio', { name: '通过' })).toBeEnabled()
}

async function decide(page: Page, stage: Stage, orderNo: string, result: string): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, `${orderNo} ${pools[stage].name}${result}`)).toBeVisible()
}

/** Returns an order that is open, for a paper that cannot be read. */
export async function returnOrder(page: Page, stage: Stage, orderNo: string, why: string): Promise<void> {
  await page.keyboard.press('2')
  await choiceField(opinion(page), '一级原因').selectOption('资料类')
  await choiceField(opinion(page), '二级原因').selectOption('证件不清')
  await fillIn(opinion(page), { 原因细节: why, 意见: why })
  await decide(page, stage, orderNo, '退回')
}

/** Passes an order that is open; in the first review once everybody was called who has to be. */
export async function passOrder(page: Page, stage: Stage, orderNo: string): Promise<void> {
  if (stage === 'first') await callAll(page)
  await page.keyboard.press('1')
  await fillIn(opinion(page), { 意见: '资料齐全，同意' })
  await decide(page, stage, orderNo, '通过')
}

/** Calls everybody who has to be called before a pass. */
export async function callAll(page: Page): Promise<void> {
  const waits = opinion(page).getByText(/^通过前须完成电核/)
  await expect(waits).toBeVisible()
  await page.keyboard.press('t')
  while (await waits.isVisible()) {
    await expect(page.getByRole('button', { name: '保存电核' })).toBeVisible()
    const said = toast(page, /^已记录/)
    await page.keyboard.press('a')
    await page.keyboard.press('Enter')
    await expect(said.first()).toBeVisible()
    await expect(said).toHaveCount(0)
  }
}

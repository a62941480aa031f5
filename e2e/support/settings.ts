import { expect, type Locator, type Page } from '@playwright/test'

/** A function of the top bar by its name. */
export const topButton = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('banner').getByRole('button', { name, exact: true })

/** Opens the settings drawer, behind 更多功能 in a narrow window. */
export async function openSettings(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: '更多功能' })
  // The first click after a load may come before the page listens.
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await topButton(page, '设置').click({ timeout: 5000 })
    await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible({ timeout: 5000 })
  }).toPass()
}

import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Opens a screen by the side menu.
 *
 * @param label what its tab is called, if not as the entry
 */
export async function openByMenu(page: Page, group: string, entry: string, label = entry): Promise<void> {
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  const head = menu.getByRole('button', { name: group })
  if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click()
  await menu.getByRole('link', { name: entry, exact: true }).click()
  await expect(tab(page, label)).toHaveAttribute('aria-current', 'page')
}

export const tabBar = (page: Page): Locator => page.getByRole('navigation', { name: '标签页' })

export const tab = (page: Page, label: string): Locator =>
  tabBar(page).getByRole('link', { name: label, exact: true })

/** Labels of the open tabs, in order. */
export async function expectTabs(page: Page, labels: readonly string[]): Promise<void> {
  await expect(tabBar(page).getByRole('listitem')).toHaveText(labels.map((label) => new RegExp(`^${label}`)))
}

/** The browser has taken the page over: what is typed or pressed before that may be lost. */
export async function expectListening(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll('button, input, select, textarea')].every((control) =>
      Object.keys(control).some((key) => key.startsWith('__reactProps$')),
    ),
  )
}

/** The home page has its to-dos and listens: the server draws both before that. */
export async function expectHome(page: Page): Promise<void> {
  const todos = page.getByRole('region', { name: '我的待办' })
  const toCheck = todos.getByRole('link', { name: /待我|被退回/ })
  await expect(
    todos.locator('[aria-busy="false"]').or(todos.getByRole('status')).or(toCheck).first(),
  ).toBeVisible()
  await expect(page).toHaveURL(/\/wel\/index$/)
  await expectListening(page)
}

/** The rows of the list in sight, without its head. */
export const rows = (page: Page): Locator => page.locator('tbody').getByRole('row').filter({ visible: true })

/** The cells of a column, of all rows or of one. */
export const cells = (scope: Page | Locator, column: string): Locator =>
  scope.locator(`td[data-label="${column}"]`).filter({ visible: true })

/** The link of a row that opens its order. */
export const numberLink = (row: Locator): Locator => cells(row, '订单编号').getByRole('link')

/** Everything that an element says, once it is there. */
export const textOf = async (element: Locator): Promise<string> => (await element.textContent()) ?? ''

/** The rows of the list in sight are those of its filters. */
export async function expectLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('navigation', { name: '分页' })).toBeVisible()
  await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false')
  await expect(rows(page).or(page.getByText('没有符合条件的数据')).first()).toBeVisible()
}

/** Types into the quick search and waits for its rows. */
export async function quickSearch(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '快速搜索' }).fill(text)
  await expect(page).toHaveURL((url) => (url.searchParams.get('q') ?? '') === text)
  // The address is there before the table says that it asks anew.
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))))
  await expectLoaded(page)
}

/** A toast that says this. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /操作提示/ }).getByText(text)

/** Answers the question of a dialog. */
export async function answer(page: Page, question: string | RegExp, button: string): Promise<void> {
  const dialog = page.getByRole('alertdialog').filter({ hasText: question })
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Calls the service as the page's own script would. @returns status and body */
export function ask(
  page: Page,
  path: string,
  input: Record<string, string>,
): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([path, input]) => {
      const response = await fetch(`/nlos${path}`, {
        method: 'POST',
        headers: { 'x-nlos': '1' },
        body: new URLSearchParams(input),
      })
      return { status: response.status, text: await response.text() }
    },
    [path, input] as const,
  )
}

import type { Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { answer, rows, tab, tabBar } from '../support/shell.ts'

/** As many tabs as the workspace keeps: too many pages to open with every change, so the whole proof does. */

const search = { name: '快速搜索' } as const
const choose = (page: Page, entry: string) => page.getByRole('menuitem', { name: entry, exact: true }).click()

/** Opens tabs of the order query, each with a key and a name of its own. */
async function openMany(page: Page, count: number): Promise<void> {
  await page.evaluate((count) => {
    const tabs = Array.from({ length: count }, (_, at) => {
      const query = new URLSearchParams({ src: `/t/${at}`, name: `标签${at}`, q: `${1000 + at}` })
      return { path: '/order/query', query: query.toString(), label: `标签${at}`, pinned: false }
    })
    const record = { dataType: 'object', content: tabs, type: 'session', datetime: Date.now() }
    sessionStorage.setItem('nlos-tabs', JSON.stringify(record))
  }, count)
  await page.reload()
  await expect(tabBar(page).getByRole('listitem')).toHaveCount(count + 1)
}

test('fifty tabs: the bar scrolls, the list shows all, each is as it was left', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await openMany(page, 49)

  await test.step('the list of all tabs', async () => {
    await page.getByRole('button', { name: /^全部标签页/ }).click()
    await choose(page, '标签44')
    await expect(page.getByRole('textbox', search)).toHaveValue('1044')
    await expect(tab(page, '标签44')).toBeInViewport()
  })

  await test.step('each with its filter', async () => {
    for (let at = 0; at < 14; at++) {
      await page.keyboard.press('Alt+PageUp')
      await expect(page.getByRole('textbox', search)).toHaveValue(`${1043 - at}`)
    }
    await page.getByRole('button', { name: /^全部标签页/ }).click()
    await choose(page, '标签44')
    await expect(page.getByRole('textbox', search)).toHaveValue('1044')
    await expect(page).toHaveURL(/q=1044/)
  })

  await test.step('no serious finding, wide and narrow', async () => {
    for (const width of [1440, 992, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await graveFindings(page)).toEqual([])
    }
  })
})

test('a form that is parked with its draft saved comes back as it was', async ({ signIn }) => {
  // Opens more than fifty pages, one after the other.
  const page = await signIn('entry_clerk')
  await page.goto('/create/index?status=draft')
  await rows(page).first().getByRole('link', { name: '编辑' }).click()
  const field = page.getByRole('textbox', { name: '身份证地址' })
  await field.fill('示例路99号')
  await expect(page.getByText(/草稿已保存/)).toBeVisible()
  const form = tabBar(page).locator('[aria-current=page]')
  const address = await form.getAttribute('href')
  // More than stay mounted.
  for (let at = 0; at < 50; at++) {
    await page.evaluate((at) => {
      const { next } = window as unknown as { next: { router: { push: (to: string) => void } } }
      next.router.push(`/order/query?src=/t/${at}&name=T${at}`)
    }, at)
    await expect(tab(page, `T${at}`)).toHaveAttribute('aria-current', 'page')
  }
  await expect(page.getByRole('textbox', { name: '身份证地址', includeHidden: true })).toHaveCount(0)
  await tabBar(page).locator(`a[href="${address}"]`).click()
  await expect(field).toHaveValue('示例路99号')
  await expect(tabBar(page).getByText('未保存')).toBeAttached()
  await page.getByRole('button', { name: '放弃', exact: true }).click()
  await answer(page, /放弃草稿/, '放弃')
  await expect(field).not.toHaveValue('示例路99号')
})

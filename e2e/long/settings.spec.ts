import type { Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { openSettings, topButton } from '../support/settings.ts'
import { answer, expectLoaded, openByMenu, tab, toast } from '../support/shell.ts'

const html = (page: Page) => page.locator('html')
const flag = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })
const background = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return `${backgroundColor} ${backgroundImage}`
    })

test('each of the nine switches acts at once and holds after a reload', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  // The drawer hides the rest from assistive technology while it is open, not from the eye.
  const button = (name: string) => page.getByRole('button', { name, exact: true, includeHidden: true })
  const shown = {
    标签: page.getByRole('navigation', { name: '标签页', includeHidden: true }),
    日志: button('没有错误日志'),
    主题: button('特色主题'),
    主题色: button('主题色'),
    全屏: button('全屏'),
    锁屏: button('锁屏'),
    搜索: page.getByPlaceholder('请输入搜索内容'),
    缩放: button('收起菜单'),
    顶部菜单: page.getByRole('navigation', { name: '顶部菜单', includeHidden: true }),
  }
  for (const part of Object.values(shown)) await expect(part).toBeVisible()

  await openSettings(page)
  const drawer = page.getByRole('dialog', { name: '设置' })
  await expect(drawer).toHaveCSS('width', '320px')
  await expect(drawer.getByText(/^当前版本：\d/)).toBeVisible()
  for (const [name, part] of Object.entries(shown)) {
    await expect(flag(page, name)).toBeChecked()
    await flag(page, name).click()
    await expect(flag(page, name)).toContainText('关闭')
    await expect(part).toBeHidden()
  }
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  const answered = page.waitForResponse((response) => response.url().endsWith('/wel/index'))
  await page.reload()
  // The server knows: what is switched off is not in the first HTML.
  expect(await (await answered).text()).not.toContain('特色主题"')
  for (const part of Object.values(shown)) await expect(part).toBeHidden()
  await openSettings(page)
  await flag(page, '标签').click()
  await expect(shown.标签).toBeVisible()
})

test('the two links of the version panel lead to the manual and the release notes', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  for (const name of ['使用手册', '更新日志']) {
    await openSettings(page)
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(tab(page, name)).toHaveAttribute('aria-current', 'page')
  }
  await tab(page, '使用手册').click()
  const picture = page.getByRole('img', { name: '首页' })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
})

test('four themes are four looks, and the next load has the right one from its first HTML on', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  const looks = new Set<string>()
  for (const [name, theme] of [
    ['默认主题', 'default'],
    ['炫彩主题', 'colourful'],
    ['黑色主题', 'black'],
    ['渐变主题', 'gradient'],
  ] as const) {
    await topButton(page, '特色主题').click()
    await page.getByRole('menuitemradio', { name }).click()
    await expect(html(page)).toHaveAttribute('data-theme', theme)
    await expect(html(page)).toHaveAttribute('data-scheme', theme === 'black' ? 'dark' : 'light')
    const parts = await Promise.all(['header', 'aside', 'body'].map((part) => background(page, part)))
    looks.add(parts.join('|'))

    const first = page.waitForResponse((response) => response.url().endsWith('/wel/index'))
    await page.reload()
    expect(await (await first).text()).toContain(`data-theme="${theme}"`)
    await expect(html(page)).toHaveAttribute('data-theme', theme)
  }
  expect(looks.size).toBe(4)
})

test('a colour of one’s own is worn by links and buttons, from the first HTML on, until the default is back', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '进件', '进件列表')
  const primary = () =>
    page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mui-palette-brand-seed'),
    )
  const before = await primary()
  expect(before.toUpperCase()).toBe('#409EFF')
  await topButton(page, '主题色').click()
  const panel = page.getByRole('dialog', { name: '主题色' })
  await panel.getByRole('button', { name: '#D9534F' }).click()
  await expect.poll(primary).toBe('#D9534F')
  await panel.getByLabel('自选颜色').fill('#123456')
  await expect.poll(primary).toBe('#123456')
  await page.keyboard.press('Escape')

  const first = page.waitForResponse((response) => response.url().includes('/create/index'))
  await page.reload()
  expect(await (await first).text()).toContain('--mui-palette-brand-seed:#123456')
  await topButton(page, '主题色').click()
  await page.getByRole('button', { name: '恢复默认' }).click()
  await expect.poll(primary).toBe(before)
})

test('full screen follows Escape', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await topButton(page, '全屏').click()
  await expect(topButton(page, '退出全屏')).toBeVisible()
  // As the browser does on Escape; a headless one has no key of its own for that.
  await page.evaluate(() => document.exitFullscreen())
  await expect(topButton(page, '全屏')).toBeVisible()
})

test('clearing the cache leaves the session and the tabs, and takes what else the browser keeps', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk')
  await openByMenu(page, '进件', '进件列表')
  await expectLoaded(page)
  await openSettings(page)
  await flag(page, '深色模式').click()
  await page.keyboard.press('Escape')
  await page.evaluate(() => localStorage.setItem('else', 'x'))

  await page.getByRole('button', { name: /用户菜单/ }).click()
  await page.getByRole('menuitem', { name: '清除缓存' }).click()
  await answer(page, '将清除本机保存的设置', '确定')
  await expect(toast(page, '缓存已清除')).toBeVisible()
  await expect(html(page)).toHaveAttribute('data-scheme', 'light')
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
  await expectLoaded(page)
  await page.reload()
  await expect(tab(page, '进件列表')).toHaveAttribute('aria-current', 'page')
  await expect(html(page)).toHaveAttribute('data-scheme', 'light')
})

test('at 390 px the functions are tiles behind 更多功能, the page does not scroll sideways', async ({
  signIn,
}) => {
  const page = await signIn('entry_clerk', { width: 390 })
  await expect(topButton(page, '特色主题')).toBeHidden()
  await page.getByRole('button', { name: '更多功能' }).click()
  await expect(topButton(page, '特色主题')).toBeVisible()
  await topButton(page, '特色主题').click()
  // Everything that a tile opens stands under the bar, and the focus comes back to where it was opened from.
  const menu = page.getByRole('menu', { name: '特色主题' })
  await expect(menu).toBeVisible()
  await expect.poll(async () => (await menu.boundingBox())?.y).toBeGreaterThanOrEqual(52)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '更多功能' })).toBeFocused()
  await expect(topButton(page, '特色主题')).toBeHidden()
  await openSettings(page)
  await flag(page, '紧凑布局').click()
  await expect(html(page)).toHaveAttribute('data-density', 'compact')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})

for (const mode of ['浅色', '深色'] as const) {
  test(`nothing grave for axe in the frame, the drawer and the panels, ${mode}`, async ({ signIn }) => {
    const page = await signIn('entry_clerk')
    const check = async (place: string) => {
      expect.soft(await graveFindings(page), place).toEqual([])
    }
    await openSettings(page)
    if (mode === '深色') await flag(page, '深色模式').click()
    await check('drawer')
    await flag(page, '色弱模式').click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: '设置' })).toBeHidden()
    await check('colour-weak frame')
    for (const name of ['炫彩主题', '渐变主题', '黑色主题']) {
      await topButton(page, '特色主题').click()
      await page.getByRole('menuitemradio', { name }).click()
      await expect(page.getByRole('menu')).toBeHidden()
      await check(name)
    }
    await topButton(page, '主题色').click()
    await expect(page.getByRole('dialog', { name: '主题色' })).toBeVisible()
    await check('colour panel')
  })
}

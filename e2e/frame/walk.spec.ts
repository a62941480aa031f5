import type { Page } from '@playwright/test'
import * as catalogue from '../../lib/i18n/messages/zh-CN/index.ts'
import { graveFindings, graveFindingsInDark } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { byAddress, byRouter, type Screen, screensOf, showScreen } from '../support/screens.ts'

/**
 * Everything that every screen has to do, whatever it is about: it opens, fits its window, and no call of it is
 * refused. A change has each opened inside one page a person, as narrow as a phone; a release each by its address, at
 * all widths, looked at by axe, and its lists sorted, paged, searched and filtered (the law of lists asks for all of
 * that in any proof). Nothing here knows a screen by name.
 */

const isWhole = process.env.NLOS_PROOF === 'full'

for (const [person, screens] of screensOf()) {
  test(`every screen of ${person} opens, fits, and does what its kind does`, async ({ open, signIn }) => {
    // Axe reads each screen three times, and a form of entry for half a minute where two other desks are busy.
    if (isWhole) test.setTimeout(120_000 * screens.length)
    const seat = { width: 390 }
    const isGuest = person === 'guest'
    const page = isGuest ? await open(seat) : await signIn(person, seat)
    // Nobody's pages are no parts of one console.
    const go = isWhole || isGuest ? byAddress : byRouter
    const refused = refusalsOf(page)
    for (const screen of screens) {
      await test.step(screen.name, async () => {
        if (isWhole) await page.setViewportSize({ width: 390, height: 900 })
        await showScreen(page, screen, go)
        expect.soft(await sidewaysOverflow(page), `${screen.name} at 390 px`).toBeLessThanOrEqual(0)
        expect.soft(await keysShown(page), `${screen.name} says words`).toEqual([])
        if (isWhole) await lookClosely(page, screen)
        // Everything that the page before still had to save may come to a session that is locked by now: it is saved
        // after that.
        const told = refused.splice(0).filter((call) => !(screen.lockedWith && call.startsWith('423 ')))
        expect.soft(told, `calls of ${screen.name}`).toEqual([])
      })
    }
  })
}

/** From a phone's width up: the same page, grown, so that one load serves all widths. */
async function lookClosely(page: Page, { name, kind }: Screen): Promise<void> {
  expect.soft(await graveFindings(page), `${name} at 390 px`).toEqual([])
  for (const width of [992, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await sidewaysOverflow(page), `${name} at ${width} px`).toBeLessThanOrEqual(0)
  }
  expect.soft(await graveFindings(page), `${name} at 1440 px`).toEqual([])
  // Colours are the same at any width.
  expect.soft(await graveFindingsInDark(page), `${name}, dark`).toEqual([])
  if (kind === 'list') await operateList(page)
}

/** The number of pixels by which the page as a whole could be scrolled sideways. */
const sidewaysOverflow = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    // Everything that a new width changes is drawn with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

/** A key of the catalogue, which is shown where a page does not have its words. */
const key = new RegExp(`\\b(?:${Object.keys(catalogue).join('|')})\\.[a-z]\\w*(?:\\.\\w+)*`, 'gi')

/** Keys of the catalogue that stand on the page instead of their words; none, unless a part of it is missing. */
async function keysShown(page: Page): Promise<string[]> {
  const texts = await page.getByRole('main').allTextContents()
  return [...new Set(texts.flatMap((text) => text.match(key) ?? []))]
}

/** Calls that were answered otherwise than by 200, as they come. */
function refusalsOf(page: Page): string[] {
  const refused: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/nlos/') && response.status() !== 200)
      refused.push(`${response.status()} ${pathname}`)
  })
  return refused
}

/** Sorts by each column that can be, goes on a page and back, finds nothing, and filters by what a row says. */
async function operateList(page: Page): Promise<void> {
  const main = page.getByRole('main')
  const table = main.getByRole('table')
  const loaded = async () => {
    await expect(table).toHaveAttribute('aria-busy', 'false')
    await expect(main.getByRole('alert')).toHaveCount(0)
  }
  const heads = table.locator('thead th:has(> button:not([tabindex="-1"]))')
  for (let at = 0; at < (await heads.count()); at++) {
    const head = heads.nth(at)
    const before = await head.getAttribute('aria-sort')
    await head.getByRole('button').first().click()
    await expect(head).not.toHaveAttribute('aria-sort', before ?? 'none')
    await loaded()
  }
  const pager = main.getByRole('navigation', { name: '分页' })
  const second = pager.getByRole('button', { name: '第 2 页' })
  if ((await second.count()) > 0) {
    await second.click()
    await expect(page).toHaveURL((url) => url.searchParams.get('page') === '2')
    await loaded()
    await expect(table.locator('tbody tr').first()).toBeVisible()
  }
  const search = main.getByRole('textbox', { name: '快速搜索' })
  if ((await search.count()) > 0) {
    await search.fill('没有这样的内容')
    await expect(main.getByText('没有符合条件的数据')).toBeInViewport()
    await search.fill('')
    await expect(page).toHaveURL((url) => !url.searchParams.has('q'))
    await loaded()
  }
  const choice = main.getByRole('search').getByRole('combobox').first()
  if ((await choice.count()) > 0) {
    // Unfolded, or searched where it has many entries.
    if ((await choice.evaluate((one) => one.tagName)) === 'SELECT') await choice.selectOption({ index: 1 })
    else {
      await choice.click()
      await page.getByRole('listbox').getByRole('option').first().click()
    }
    await loaded()
  }
}

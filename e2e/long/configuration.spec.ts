import type { Locator, Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { choose } from '../support/fields.ts'
import { answer, rows, toast } from '../support/shell.ts'

const menu = (page: Page) => page.getByRole('navigation', { name: '菜单', exact: true })
const tops = (page: Page) => page.getByRole('navigation', { name: '顶部菜单' })
const item = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true })
/** The labels of the rows that stand on the level of an entry and follow it, in order. */
const orderOf = (page: Page, names: readonly string[]) =>
  page
    .getByRole('treeitem')
    .evaluateAll(
      (items, names) => items.flatMap((one) => names.filter((name) => one.textContent?.startsWith(name))),
      names,
    )

/** The name is the test run's own: a suite may run twice on one database. */
const unique = (name: string) => `${name}${Date.now() % 1_000_000}`

test('the menu is edited, and whoever is signed in has it at once, without losing what is typed', async ({
  signIn,
}) => {
  const clerk = await signIn('entry_clerk')
  await clerk.goto('/create/shenfen')
  const name = clerk.locator('[data-field="customer.name"] input')
  await name.fill('王未存')

  const page = await signIn('admin')
  await tops(page).getByRole('button', { name: '系统管理' }).click()
  await menu(page).getByRole('link', { name: '菜单管理' }).click()
  await expect(item(page, '业务办理')).toBeVisible()
  const [group, first, second] = [unique('甲组'), unique('甲一'), unique('甲二')]

  await test.step('a top entry with two below it', async () => {
    await button(page, '新增顶级菜单').click()
    await page.getByRole('textbox', { name: /^名称/ }).fill(group)
    await page.getByRole('textbox', { name: /^地址/ }).fill(`/${group.replace('甲组', 'own-')}`)
    await button(page, '保存').click()
    await expect(page.getByRole('heading', { name: group })).toBeVisible()
    for (const [label, path] of [
      [first, 'one'],
      [second, 'two'],
    ] as const) {
      await item(page, group).click()
      await button(page, '新增下级').click()
      await page.getByRole('textbox', { name: /^名称/ }).fill(label)
      await page.getByRole('textbox', { name: /^地址/ }).fill(`/${group.replace('甲组', 'own-')}/${path}`)
      await expect(page.getByText(/没有页面，也没有指定组件/)).toBeVisible()
      await page.getByRole('combobox', { name: /^组件/ }).selectOption('order/query')
      await expect(page.getByText(/没有页面，也没有指定组件/)).toHaveCount(0)
      await page.getByRole('radio', { name: 'star', exact: true }).check()
      await button(page, '保存').click()
      await expect(page.getByRole('heading', { name: label })).toBeVisible()
    }
  })

  await test.step('the clerk sees it, and his form is as it was', async () => {
    await expect(tops(clerk).getByRole('button', { name: group })).toBeVisible()
    await expect(name).toHaveValue('王未存')
    await tops(clerk).getByRole('button', { name: group }).click()
    await expect(rows(clerk).first()).toBeVisible()
    await expect(menu(clerk).getByRole('link', { name: first })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('order by keys and by dragging', async () => {
    await item(page, second).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => orderOf(page, [first, second])).toEqual([second, first])
    // Behind it is the lowest quarter of its row, beside the toast of the move before.
    const row = await item(page, first).boundingBox()
    const behind = { x: 320, y: (row?.height ?? 0) - 4 }
    await item(page, second).dragTo(item(page, first), { targetPosition: behind })
    await expect.poll(() => orderOf(page, [first, second])).toEqual([first, second])
    await item(page, second).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await expect(item(page, second)).toHaveAttribute('aria-level', '3')
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(item(page, second)).toHaveAttribute('aria-level', '2')
  })

  await test.step('addresses that may not be, and the own way back', async () => {
    await item(page, first).click()
    const url = page.getByRole('textbox', { name: /^地址/ })
    const before = await url.inputValue()
    for (const [address, message] of [
      ['ftp://portal.nlos.example/', /须为完整的http或https网址/],
      ['https://elsewhere.invalid/', /主机不在本公司允许范围内/],
      ['/sys/menu', /已有菜单使用该地址/],
    ] as const) {
      await url.fill(address)
      await button(page, '保存').click()
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
    }
    await url.fill(before)
    await item(page, '菜单管理').click()
    await button(page, '停用').click()
    await expect(toast(page, '不能移除自己进入“菜单管理”的入口')).toBeVisible()
    await expect(item(page, '菜单管理')).not.toContainText('已停用')
  })

  await test.step('roles and state decide who sees it', async () => {
    await item(page, second).click()
    await page.getByRole('checkbox', { name: '系统管理员', exact: true }).check()
    await button(page, '保存').click()
    await expect(menu(clerk).getByRole('link', { name: second })).toHaveCount(0)
    await button(page, '预览').click()
    const preview = page.getByRole('dialog')
    await choose(preview, { 角色: '录单员' })
    await expect(preview.getByText(first)).toBeVisible()
    await expect(preview.getByText(second)).toHaveCount(0)
    await button(preview, '确定').click()
    expect(await graveFindings(page)).toEqual([])
  })

  await test.step('what has nothing below it is deleted', async () => {
    for (const label of [second, first, group]) {
      await item(page, label).click()
      await button(page, '删除').click()
      await answer(page, `确定删除菜单“${label}”吗?`, '删除')
      await expect(item(page, label)).toHaveCount(0)
    }
    await expect(tops(clerk).getByRole('button', { name: group })).toHaveCount(0)
  })
})

test('a new item of a dictionary is offered in a form that stands open; one that is disabled is not', async ({
  signIn,
}) => {
  const [code, label] = [unique('S'), unique('展会')]
  const clerk = await signIn('entry_clerk')
  await clerk.goto('/record/shenfen')
  await clerk.goto((await rows(clerk).first().getByRole('link', { name: '录单' }).getAttribute('href')) ?? '')
  const options = clerk.locator('select option', { hasText: label })
  await expect(clerk.getByText('职业与收入').first()).toBeVisible()

  const page = await signIn('admin')
  await page.goto('/sys/dictionary?type=intention_level')
  await expect(rows(page).first()).toBeVisible()
  await button(page, '新增字典项').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^值/ }).fill(code)
  await dialog.getByRole('textbox', { name: /^标签/ }).fill(label)
  await button(dialog, '确定').click()
  await expect(rows(page).filter({ hasText: label })).toBeVisible()
  await expect(options).toHaveCount(1)

  await test.step('its order changes, then it is disabled', async () => {
    await button(rows(page).filter({ hasText: label }), '更多').click()
    await page.getByRole('menuitem', { name: '移到最前' }).click()
    await expect(rows(page).first()).toContainText(label)
    // A list that is drawn anew between press and release takes no click.
    await expect(async () => {
      await button(rows(page).first(), '停用').click()
      await expect(page.getByRole('alertdialog')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await answer(page, `停用“${label}”后不能再选择`, '停用')
    await expect(rows(page).first()).toContainText('停用')
    await expect(options).toHaveCount(0)
  })

  await test.step('what the product depends on is protected', async () => {
    await page.getByRole('searchbox', { name: '搜索字典名称或类型' }).fill('gender')
    await page.getByRole('button', { name: /性别/ }).click()
    await expect(page.getByText('系统依赖这些值：可以修改标签与顺序，不能增加、停用。')).toBeVisible()
    await expect(button(page, '新增字典项')).toHaveAttribute('aria-disabled', 'true')
    expect(await graveFindings(page)).toEqual([])
  })

  await test.step('nobody else gets there', async () => {
    for (const path of ['/sys/menu', '/sys/dictionary']) {
      const response = await clerk.goto(path)
      expect(response?.status()).toBe(403)
    }
  })
})

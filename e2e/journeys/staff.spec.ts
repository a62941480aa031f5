import type { Locator, Page } from '@playwright/test'
import { hasAny } from '../../lib/domains/identity/rules/permission-match.ts'
import { roles } from '../../lib/domains/identity/rules/roles.ts'
import { routes } from '../../lib/routes.ts'
import { accessOf, screenKeys } from '../../lib/screens.ts'
import { graveFindings } from '../support/axe.ts'
import { expect, fillLogin, password, test } from '../support/desk.ts'
import { choose } from '../support/fields.ts'
import { answer, expectHome, rows, textOf, toast } from '../support/shell.ts'

const own = 'Vx7-qmLp2_tR'

async function openAdministration(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: '顶部菜单' }).getByRole('button', { name: '系统管理' }).click()
  const menu = page.getByRole('navigation', { name: '菜单', exact: true })
  await menu.getByRole('link', { name: entry, exact: true }).click()
  await expect(page.getByRole('heading', { name: entry, level: 1 })).toBeVisible()
}

/** The only row that the quick search leaves. */
async function find(page: Page, text: string): Promise<Locator> {
  // Everything that is typed before the page listens is lost.
  await expect(rows(page).first().getByRole('button').first()).toBeVisible()
  await page.getByRole('textbox', { name: '快速搜索' }).fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === text)
  await expect(rows(page)).toHaveCount(1)
  return rows(page).first()
}

async function more(page: Page, row: Locator, entry: string): Promise<void> {
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}

/** 复核 by the other administrator of what waits about a user or a role. @param shown what the dialog says of it */
async function check(second: Page, about: string, shown: readonly string[]): Promise<void> {
  await second.goto('/check/index')
  const row = rows(second).filter({ hasText: about })
  await row.getByRole('button', { name: '通过', exact: true }).click()
  const dialog = second.getByRole('dialog', { name: /^复核通过/ })
  for (const text of shown) await expect(dialog.getByText(text).first()).toBeVisible()
  await dialog.getByLabel('支付密码').fill(password)
  await dialog.getByRole('button', { name: '通过', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(toast(second, '已复核通过')).toBeVisible()
}

test('a user is made, has roles when a second administrator agrees, signs in with a password of his own, and is out at once when he is stopped', async ({
  signIn,
  open,
}) => {
  const page = await signIn('admin')
  await openAdministration(page, '用户管理')
  await page.getByRole('button', { name: '新增用户' }).first().click()
  const dialog = page.getByRole('dialog', { name: '新增用户' })
  await dialog.getByLabel('账号').fill('chen_jing')
  await dialog.getByLabel('姓名').fill('陈静')
  await dialog.getByLabel('手机号').fill('12999000017')
  await choose(dialog, { 所属机构: '总部（总部）' })
  await dialog.getByLabel('出纳').check()
  await expect(dialog.getByLabel('数据权限')).toHaveValue('all')
  await dialog.getByLabel('财务复核').check()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByText('制单与复核不能由同一人担任')).toBeVisible()
  expect(await graveFindings(page)).toEqual([])
  await dialog.getByLabel('财务复核').uncheck()
  await dialog.getByRole('button', { name: '保存' }).click()
  const shown = page.getByRole('dialog', { name: '一次性密码' })
  const handedOut = await textOf(shown.getByRole('status', { name: '一次性密码' }))
  expect(await graveFindings(page)).toEqual([])
  await expect(shown.getByText('另一位管理员在“待我复核”中通过后生效')).toBeVisible()
  await shown.getByRole('button', { name: '我已记下' }).click()
  const row = await find(page, 'chen_jing')
  await expect(row.getByText('权限待复核')).toBeVisible()
  await check(await signIn('admin2'), 'chen_jing', ['陈静（chen_jing）', '出纳', '放款制单', '本人'])
  await page.reload()
  await expect(row.getByText('出纳')).toBeVisible()
  await expect(row.getByText('权限待复核')).toHaveCount(0)

  const colleague = await open()
  await colleague.goto('/login')
  await fillLogin(colleague, 'chen_jing', handedOut)
  await colleague.getByRole('button', { name: '登录', exact: true }).click()
  await expect(colleague.getByText('首次登录，请设置新密码')).toBeVisible()
  expect(await graveFindings(colleague)).toEqual([])
  await colleague.getByLabel('新密码').fill(own)
  await colleague.getByLabel('确认密码').fill(own)
  await colleague.getByRole('button', { name: '登录', exact: true }).click()
  await expectHome(colleague)

  // His password made another version of his row, which the list does not hear of.
  await page.reload()
  await expect(row.getByRole('button', { name: '更多' })).toBeVisible()
  await more(page, row, '停用')
  await answer(page, '陈静（chen_jing）立即退出登录', '停用')
  await expect(toast(page, '已停用')).toBeVisible()
  await expect(row.getByText('停用', { exact: true }).first()).toBeVisible()
  await expect(colleague).toHaveURL(/\/login\?pro=blq$/)
})

test('an administrator cannot stop or reset himself, and is told why', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/sys/user?q=admin')
  const row = rows(page).filter({ has: page.getByText('admin', { exact: true }) })
  await row.getByRole('button', { name: '更多' }).click()
  await expect(page.getByRole('menuitem', { name: '重置密码' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: '编辑' }).click()
  await expect(page.getByText('不能修改自己的角色、数据权限和所属机构')).toBeVisible()
  // Of few units it is unfolded and off, of many it is searched and read only.
  await expect(page.getByLabel('所属机构').last()).not.toBeEditable()
})

test('a role gets permissions and menus: whoever has it sees them without a reload, once they are checked', async ({
  signIn,
}) => {
  const clerk = await signIn('collector')
  const menu = clerk.getByRole('navigation', { name: '菜单', exact: true })
  await expect(menu.getByText('订单管理')).toBeVisible()
  await expect(menu.getByText('审核管理')).toHaveCount(0)

  const page = await signIn('admin')
  await openAdministration(page, '角色权限')
  const row = await find(page, 'collector')
  await row.getByRole('link', { name: '编辑' }).click()
  await expect(page.getByRole('heading', { name: '催收员', level: 1 })).toBeVisible()
  await page.getByRole('searchbox', { name: '搜索权限' }).fill('导出')
  await page.getByLabel('导出订单').check()
  await page.getByRole('searchbox', { name: '搜索菜单' }).fill('预审')
  await page.getByLabel('预审池').check()
  expect(await graveFindings(page)).toEqual([])
  await page.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '另一位管理员在“待我复核”中通过后生效')).toBeVisible()
  await expect(page.getByText('等待他人复核').first()).toBeVisible()
  await expect(page.getByLabel('导出订单')).not.toBeChecked()
  await expect(menu.getByText('审核管理')).toHaveCount(0)
  const second = await signIn('admin2')
  await check(second, '催收员', ['增加权限', '导出订单', '增加菜单', '预审池', '1人'])
  await expect(menu.getByText('审核管理')).toBeVisible()

  await page.reload()
  await expect(page.getByLabel('导出订单')).toBeChecked()
  await page.getByRole('searchbox', { name: '搜索菜单' }).fill('预审')
  await page.getByLabel('预审池').uncheck()
  await page.getByRole('button', { name: '保存' }).click()
  await check(second, '催收员', ['减少菜单', '预审池'])
  await expect(menu.getByText('审核管理')).toHaveCount(0)
})

test('a copy of a role is named, and deleted while nobody has it', async ({ signIn }) => {
  const page = await signIn('admin')
  await page.goto('/sys/role?q=archivist')
  await rows(page).first().getByRole('link', { name: '复制' }).click()
  await page.getByRole('textbox', { name: '角色代码' }).fill('archivist_two')
  await expect(page.getByRole('textbox', { name: '角色名称' })).toHaveValue('档案管理员副本')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page).toHaveURL(/\/sys\/role\/form\?roleId=\d+/)
  await expect(page.getByText('还没有人使用此角色')).toBeVisible()
  const second = await signIn('admin2')
  await check(second, '档案管理员副本', ['增加权限', '无人使用'])
  await page.goto('/sys/role?q=archivist_two')
  const row = rows(page).filter({ hasText: 'archivist_two' })
  await more(page, row, '删除')
  await answer(page, '删除角色“档案管理员副本”后不能恢复', '删除')
  await expect(toast(page, '另一位管理员在“待我复核”中通过后生效')).toBeVisible()
  await expect(row.getByText('权限待复核')).toBeVisible()
  await check(second, '档案管理员副本', ['删除角色'])
  await page.reload()
  await expect(rows(page)).toHaveCount(0)
})

test('who may not open a screen gets the page of the 403, an administrator too', async ({ signIn }) => {
  const page = await signIn('admin')
  const held = new Set<string>(roles.admin.permissions)
  const closed = screenKeys.filter((key) => {
    const access = accessOf(key)
    return access !== 'session' && !hasAny(held, access)
  })
  expect(closed).toContain('preReviewPool')
  expect((await page.goto(routes.preReviewPool.path))?.status()).toBe(403)
  for (const key of closed) expect((await page.request.get(routes[key].path)).status(), key).toBe(403)
})

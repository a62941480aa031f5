import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { fillIn, pick, textField } from '../support/fields.ts'
import { answer, ask, cells, expectLoaded, numberLink, rows, toast } from '../support/shell.ts'

const qinghe = { host: 'qinghe.localhost' }
const bell = (page: Page) => page.getByRole('button', { name: /^消息/ })
const panel = (page: Page) => page.getByRole('dialog', { name: '消息' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const colorOf = (page: Page) =>
  page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--mui-palette-brand-seed').trim(),
  )
/** Searches a list that is none of orders, and reads it anew: somebody else may have acted meanwhile. */
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '快速搜索' }).fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === text)
  await page.reload()
  await expect(rows(page)).toHaveCount(1)
}
/** One pixel, as PNG. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a tenant’s administrator changes how it looks: signed-in pages and the login page wear it, other tenants do not', async ({
  signIn,
  open,
}) => {
  const admin = await signIn('admin', qinghe)
  const clerk = await signIn('entry_clerk', qinghe)
  await admin.goto('/sys/tenant')
  const main = admin.locator('main')
  await expect(main.getByText('TENANTS_FILE')).toBeVisible()
  await expect(main.getByText('qinghe.localhost')).toBeVisible()
  await textField(main, '主题色').fill('#FFE08A')
  await expect(main.getByText(/对比度为 1\.\d，低于 4\.5/)).toBeVisible()
  await fillIn(main, { 系统标题: '青禾新标题', 主题色: '#8E5CD9', 水印文字: '内部使用' })
  await main.getByRole('button', { name: '保存', exact: true }).click()
  await expect(toast(admin, '已保存，所有页面随即更新')).toBeVisible()
  await expect(admin.getByRole('banner')).toContainText('青禾新标题')
  await expect.poll(() => colorOf(admin)).toBe('#8E5CD9')
  // The clerk's page follows without a reload.
  await expect(clerk.getByRole('banner')).toContainText('青禾新标题')
  await expect.poll(() => colorOf(clerk)).toBe('#8E5CD9')

  await main.getByLabel('上传 Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: pixel })
  const guest = await open(qinghe)
  await expect(async () => {
    await guest.goto('/login')
    await expect(guest).toHaveTitle('青禾新标题')
    const logo = guest.locator('[style*="/nlos/biz/tenant/picture/get"]')
    await expect(logo).toHaveCount(1, { timeout: 1000 })
  }).toPass()
  const other = await open()
  await other.goto('/login')
  await expect(other).not.toHaveTitle('青禾新标题')

  // Each change is made of the settings as the one before has left them.
  const back = main.getByRole('button', { name: '使用部署设定' })
  await expect(back).toBeVisible()
  await fillIn(main, { 系统标题: '', 主题色: '', 水印文字: '' })
  await main.getByRole('button', { name: '保存', exact: true }).click()
  for (const page of [clerk, admin]) await expect(page.getByRole('banner')).not.toContainText('青禾新标题')
  await back.click()
})

test('a notice to some roles lands live in their bells alone, and goes when it is withdrawn', async ({
  signIn,
}) => {
  const admin = await signIn('admin', qinghe)
  const reviewer = await signIn('pre_reviewer', qinghe)
  const title = `例会通知 ${Date.now()}`
  await admin.goto('/sys/notice')
  await admin.getByRole('button', { name: '写通知' }).first().click()
  const form = dialog(admin, '写通知')
  await fillIn(form, { 标题: title, 内容: '周五下午三点开会' })
  await pick(form, '接收范围', '按角色')
  await form.getByRole('button', { name: '发送', exact: true }).click()
  await expect(form.getByText('请选择接收对象')).toBeVisible()
  await form.getByLabel('运营预审员').check()
  await form.getByRole('button', { name: '发送', exact: true }).click()
  await answer(admin, title, '发送')
  await expect(toast(admin, /^已发送给 \d+ 人$/)).toBeVisible()

  await bell(reviewer).click()
  const message = panel(reviewer).getByText(title)
  await expect(message).toBeVisible()
  await message.click()
  await search(admin, title)
  await expect(cells(rows(admin).first(), '已读人数')).toHaveText('1')
  await rows(admin).first().getByRole('button', { name: '撤回' }).click()
  await answer(admin, title, '撤回')
  await expect(toast(admin, '已撤回')).toBeVisible()
  await expect(message).toBeHidden()
})

test('a seat gets a secret that no page reads back, and is freed from who has it', async ({ signIn }) => {
  const admin = await signIn('admin', qinghe)
  const agent = await signIn('service_agent', qinghe)
  await admin.goto('/sys/seat')
  await search(admin, '8011')
  await rows(admin).first().getByRole('button', { name: '编辑' }).click()
  const form = dialog(admin, '编辑坐席')
  await form.getByLabel('坐席密码', { exact: true }).fill('s3cret-8011')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(toast(admin, '坐席 8011 已保存')).toBeVisible()
  await expect(cells(rows(admin).first(), '坐席密码')).toHaveText('已设置')
  const listed = await ask(admin, '/biz/mosvoice/seat/list', { q: '8011' })
  expect(listed.text).not.toContain('s3cret')

  const held = await ask(agent, '/biz/mosvoice/updateVoiceStatus', { seats_number: '8011', status: '2' })
  expect(held.text).toContain('s3cret-8011')
  await admin.reload()
  await expect(rows(admin).first()).toContainText('占用')
  await rows(admin).first().getByRole('button', { name: '更多' }).click()
  await admin.getByRole('menuitem', { name: '释放' }).click()
  await answer(admin, '坐席 8011', '释放')
  await expect(rows(admin).first()).toContainText('空闲')
})

test('a reminder set on an order’s page comes into the bell when its time has come', async ({ signIn }) => {
  const clerk = await signIn('entry_clerk')
  await clerk.goto('/create/index')
  await expectLoaded(clerk)
  const link = numberLink(rows(clerk).first())
  const orderNo = await link.textContent()
  await link.click()
  await clerk.getByRole('button', { name: '设置提醒' }).filter({ visible: true }).click()
  const form = dialog(clerk, '设置提醒')
  await fillIn(form, { 备注: '补充收入证明' })
  await form.getByRole('button', { name: '确定' }).click()
  await expect(toast(clerk, '到时间会在消息中提醒您')).toBeVisible()
  const orderId = new URL(clerk.url()).searchParams.get('orderId') ?? ''
  // The same, in two seconds instead of tomorrow: the service looks every 15 s.
  const soon = new Date(Date.now() + 2_000).toISOString()
  const input = {
    orderId,
    next_time: soon,
    note: '补充收入证明',
    opens: 'intakeDetails',
    eventId: crypto.randomUUID(),
  }
  expect(await ask(clerk, '/biz/message/reminder/set', input)).toMatchObject({ status: 200 })
  await bell(clerk).click()
  await panel(clerk).getByRole('tab', { name: /^提醒/ }).click()
  const reminder = panel(clerk).getByRole('link').filter({ hasText: '补充收入证明' })
  await expect(reminder).toBeVisible()
  await expect(reminder).toContainText(orderNo ?? '')
})

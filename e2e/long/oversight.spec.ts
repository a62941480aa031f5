import type { Page } from '@playwright/test'
import { expect, fillLogin, test } from '../support/desk.ts'
import { ask, cells, rows, toast } from '../support/shell.ts'

/** Opens a list of the administration by its address and waits for its rows. */
async function openList(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expectRows(page)
}
async function expectRows(page: Page): Promise<void> {
  await expect(page.getByRole('table').first()).toHaveAttribute('aria-busy', 'false')
  await expect(rows(page).first()).toBeVisible()
}
async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: '快速搜索' }).fill(text)
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === text)
  await expectRows(page)
}

test('a session is ended with a reason: its browser says so at the login, and the logs tell who did it', async ({
  open,
  signIn,
}) => {
  const clerk = await signIn('contract_clerk')
  await clerk.goto('/order/query')
  const guest = await open()
  await guest.goto('/login')
  await fillLogin(guest, 'contract_clerk', 'Wrong@2026')
  await guest.getByRole('button', { name: '登录', exact: true }).click()
  await expect(guest.getByRole('alert').filter({ hasText: '用户名或密码错误' })).toBeVisible()

  const admin = await signIn('admin')
  await openList(admin, '/sys/online')
  await search(admin, 'admin')
  const own = rows(admin).filter({ hasText: '本人' })
  await expect(own.getByRole('checkbox', { disabled: false })).toHaveCount(0)
  await own.getByRole('button', { name: '更多' }).click()
  await expect(admin.getByRole('menuitem', { name: '结束会话' })).toHaveAttribute('aria-disabled', 'true')
  await admin.keyboard.press('Escape')

  await search(admin, 'contract_clerk')
  const his = rows(admin).filter({ hasText: 'contract_clerk' }).first()
  await his.getByRole('checkbox', { name: /^选择/ }).check()
  await admin.getByText('已选 1 条').locator('..').getByRole('button', { name: '结束会话' }).click()
  const dialog = admin.getByRole('dialog', { name: '结束会话' })
  await dialog.getByRole('button', { name: '结束会话' }).click()
  await expect(dialog.getByText('请填写原因')).toBeVisible()
  await dialog.getByLabel('原因').fill('设备丢失')
  await Promise.all([
    expect(toast(admin, '已结束1个会话')).toBeVisible(),
    expect(toast(clerk, '管理员已结束您的会话：设备丢失')).toBeVisible(),
    dialog.getByRole('button', { name: '结束会话' }).click(),
  ])
  await expect(clerk).toHaveURL(/\/login(\/|\?pro=)blq$/)

  await openList(admin, '/sys/loginlog?q=contract_clerk')
  await expect(cells(rows(admin).nth(0), '原因')).toHaveText('管理员结束：设备丢失')
  await expect(cells(rows(admin).nth(1), '原因')).toHaveText('密码错误')
  await expect(cells(rows(admin).nth(1), '结果')).toHaveText('失败')
  await expect(cells(rows(admin).nth(2), '浏览器')).toContainText('Chrome')

  await openList(admin, '/sys/operationlog?action=session.end')
  await expect(cells(rows(admin).first(), '动作')).toHaveText('结束会话')
  await rows(admin).first().getByRole('button', { name: '查看' }).click()
  const details = admin.getByRole('dialog', { name: '操作详情' })
  await expect(details.getByRole('row').filter({ hasText: '原因' })).toContainText('设备丢失')
  await details.getByRole('button', { name: '关闭' }).click()
  await rows(admin).first().getByRole('button', { name: '同一对象' }).click()
  await expect(admin).toHaveURL((url) => /^user:\d+$/.test(url.searchParams.get('object') ?? ''))
  const file = admin.waitForEvent('download')
  await admin.getByRole('button', { name: '导出', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/^操作日志-\d{4}-\d{2}-\d{2}\.xlsx$/)
})

test('feedback is answered to its writer, an uploaded error is marked solved', async ({ signIn }) => {
  const clerk = await signIn('material_clerk')
  const text = `打印很慢 ${Date.now()}`
  const sent = await ask(clerk, '/biz/system/feedback/save', {
    plain_type: '03',
    content: text,
    page: '/order/query',
    eventId: `journey-feedback-${Date.now()}`,
  })
  expect(sent.status).toBe(200)
  const uploaded = await ask(clerk, '/biz/system/errorlog/save', {
    eventId: `journey-error-${Date.now()}`,
    errors: JSON.stringify([
      {
        type: 'script',
        message: 'x is not a function',
        stack: 'at a.js:1:2',
        info: '',
        url: '/order/query',
        time: 1,
      },
    ]),
  })
  expect(uploaded.status).toBe(200)

  const admin = await signIn('admin')
  await openList(admin, '/sys/feedback')
  const row = rows(admin).filter({ hasText: text })
  await row.getByRole('button', { name: '查看' }).click()
  const reading = admin.getByRole('dialog', { name: '问题反馈' })
  await expect(reading).toContainText('/order/query')
  await reading.getByRole('button', { name: '处理' }).click()
  const handling = admin.getByRole('dialog', { name: '处理问题反馈' })
  await handling.getByLabel('处理说明').fill('已更换打印服务')
  await handling.getByRole('button', { name: '处理' }).click()
  await expect(toast(admin, '处理成功')).toBeVisible()
  await expect(cells(row, '状态')).toHaveText('已回复')

  await clerk.getByRole('button', { name: /^消息/ }).click()
  await expect(clerk.getByText('已更换打印服务').first()).toBeVisible()

  await openList(admin, '/sys/errorlog?q=not+a+function')
  const error = rows(admin).first()
  await error.getByRole('button', { name: '查看' }).click()
  const details = admin.getByRole('dialog', { name: '错误详情' })
  await details.getByText('at a.js:1:2').first().click()
  await expect(details.getByRole('table')).toContainText('material_clerk')
  await details.getByRole('button', { name: '关闭' }).click()
  await error.getByRole('button', { name: '标记已解决' }).click()
  const settling = admin.getByRole('dialog', { name: '标记已解决' })
  await settling.getByLabel('解决说明').fill('下个版本')
  await settling.getByRole('button', { name: '标记已解决' }).click()
  await expect(cells(error, '状态')).toHaveText('已解决')
})

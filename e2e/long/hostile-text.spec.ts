import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { fillIn, section, textField, unfold } from '../support/fields.ts'
import { ask, expectLoaded, rows, tab, toast } from '../support/shell.ts'

/** Texts that do something where text is taken for markup, an address or a template; each would set `hit`. */
const texts = [
  '<script>hit=1</script>',
  '<img src=x onerror=hit=1>',
  '"><svg/onload=hit=1>',
  "';hit=1//",
  'javascript:hit=1',
  '{{hit=1}}$(hit=1)`$' + '{hit=1}`',
  '</title><script>hit=1</script>',
  '</textarea><a autofocus onfocus=hit=1>',
  '&lt;b&gt;&#x3c;i&#62;',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  'Ω≈ç√∫ 田中さん ثمبمبنا 👩‍👦',
].map((text) => text.replace('\u200d', ''))
const all = texts.join(' ')

/** Nothing of it became a script, a frame or an address, and nobody was asked anything. */
async function expectInert(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    hit: 'hit' in window,
    scripts: [...document.scripts].filter(({ nonce, src }) =>
      src ? !src.startsWith(`${location.origin}/_next/static/`) : !nonce,
    ).length,
    frames: document.querySelectorAll('iframe').length,
    handlers: document.querySelectorAll('[onerror], [onload], [onfocus], [autofocus][onfocus]').length,
    addresses: document.querySelectorAll('[href^="javascript:" i], [src="x"]').length,
  }))
  expect(found).toEqual({ hit: false, scripts: 0, frames: 0, handlers: 0, addresses: 0 })
}

test('what somebody writes is text wherever it is shown: menu, tab, title, messages, lists, forms, details (B4)', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  const clerk = await signIn('entry_clerk')
  const dialogs: string[] = []
  for (const page of [admin, clerk]) {
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })
  }
  const write = async (page: Page, path: string, input: Record<string, string>) =>
    expect(await ask(page, path, { eventId: randomUUID(), ...input })).toMatchObject({ status: 200 })

  await test.step('menu, tab and title', async () => {
    const names = ['<img src=x onerror=hit=1>', '</title><script>hit=1</script>']
    for (const [at, name] of names.entries()) {
      await write(admin, '/biz/configuration/menu/save', {
        name,
        url: `/hostile-${at}`,
        icon: '',
        remark: 'order/query',
        roles: '["admin"]',
        keepAlive: 'false',
        external: 'false',
        enabled: 'true',
      })
      await admin.goto(`/hostile-${at}`)
      await expect(tab(admin, name)).toHaveAttribute('aria-current', 'page')
      await expect(admin).toHaveTitle(`${name}-汽车金融`)
      await expect(rows(admin).first()).toBeVisible()
      await expectInert(admin)
    }
    await admin.goto('/sys/menu')
    await expect(admin.getByRole('treeitem').filter({ hasText: names[0] })).toBeVisible()
    await expectInert(admin)
  })

  await test.step('messages', async () => {
    await write(admin, '/biz/message/notice/send', {
      title: texts[0] ?? '',
      body: all,
      roles: '["entry_clerk"]',
    })
    await clerk.goto('/info/message')
    await expect(clerk.getByText(texts[0] ?? '').first()).toBeVisible()
    await expect(clerk.locator('main')).toContainText(all)
    await expectInert(clerk)
  })

  await test.step('an administrator’s list', async () => {
    await write(clerk, '/biz/system/feedback/save', { plain_type: '04', content: all, page: '/order/query' })
    await admin.goto('/sys/feedback')
    await rows(admin).filter({ hasText: texts[0] }).first().getByRole('button', { name: '查看' }).click()
    await expect(admin.getByRole('dialog', { name: '问题反馈' })).toContainText(all)
    await expectInert(admin)
  })

  await test.step('a form and the details of its order', async () => {
    await clerk.goto('/create/index?status=wait_entry')
    await expectLoaded(clerk)
    const row = rows(clerk).first()
    const entry = (await row.getByRole('link', { name: '录单' }).getAttribute('href')) ?? ''
    await clerk.goto(entry)
    const remark = textField(section(clerk, '来源与备注'), '备注')
    await unfold(section(clerk, '来源与备注'))
    await fillIn(section(clerk, '来源与备注'), { 备注: all })
    await fillIn(section(clerk, '个人与居住'), { 现居住地址: texts[1] ?? '' })
    await clerk.getByRole('button', { name: '保存草稿' }).click()
    await expect(toast(clerk, '已保存')).toBeVisible()
    await clerk.reload()
    await expect(remark).toHaveValue(all)
    await expectInert(clerk)
    await clerk.goto(`/record/details?orderId=${/orderId=(\d+)/.exec(entry)?.[1]}`)
    await expect(clerk.locator('main')).toContainText(all)
    await expect(clerk.locator('main')).toContainText(texts[1] ?? '')
    await expectInert(clerk)
  })

  await test.step('what the address says', async () => {
    for (const text of texts) {
      await clerk.goto(`/order/query?q=${encodeURIComponent(text)}&name=${encodeURIComponent(text)}`)
      await expect(clerk.getByRole('textbox', { name: '快速搜索' })).toHaveValue(text)
      await expectInert(clerk)
    }
  })
  expect(dialogs).toEqual([])
})

test('a script that got into a page all the same does not run, and the browser says why (B3)', async ({
  open,
}) => {
  const page = await open({ lenient: /^/ })
  const refusals: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refusals.push(message.text())
  })
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const added = '<script>window.hit = 1</script><img src="x" onerror="window.hit = 1">'
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${added}</body>`) })
  })
  await page.goto('/login')
  await expect(page.getByRole('region', { name: '演示账号' })).toBeVisible()
  await expect.poll(() => refusals.length).toBe(2)
  expect(refusals.join()).toMatch(/inline script.*inline event handler/is)
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
})

import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { graveFindings, graveFindingsInDark } from '../support/axe.ts'
import { fillLogin, test } from '../support/desk.ts'
import { topButton } from '../support/settings.ts'
import { answer, expectHome, expectListening, toast } from '../support/shell.ts'

/** Errors on purpose: the desk would count those of the browser's console as failures, so it takes no part. */
async function signedIn(page: Page): Promise<void> {
  await page.goto('/login')
  await fillLogin(page, 'entry_clerk')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectHome(page)
}

const fail = (page: Page, message: string) =>
  page.evaluate(
    (text) =>
      setTimeout(() => {
        throw new Error(text)
      }),
    message,
  )

base('errors are counted on the bug, listed, uploaded after a question, and gone then', async ({ page }) => {
  await signedIn(page)
  await expect(topButton(page, '没有错误日志')).toBeVisible()
  await fail(page, 'first 13800138000')
  await page.evaluate(() => void Promise.reject(new Error('second')))
  await expect(topButton(page, '2条错误日志')).toBeVisible()
  await page.reload()
  await topButton(page, '2条错误日志').click()

  const dialog = page.getByRole('dialog', { name: '日志' })
  await expect(dialog.getByRole('columnheader')).toHaveText(['类型', '地址', '内容', '错误堆栈', '时间'])
  await expect(dialog.getByRole('row').nth(2)).toContainText('first ***')
  await expect(dialog.getByRole('row').nth(1)).toContainText('/wel/index')
  await expect(dialog.getByRole('row').nth(1)).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}/)

  await dialog.getByRole('button', { name: '上传服务器' }).click()
  await answer(page, '确定上传本地日志到服务器?', '取消')
  await dialog.getByRole('button', { name: '上传服务器' }).click()
  const answered = page.waitForResponse((response) => response.url().endsWith('/errorlog/save'))
  await answer(page, '确定上传本地日志到服务器?', '确定')
  expect((await answered).status()).toBe(200)
  await expect(toast(page, '发送成功!')).toBeVisible()
  await expect(dialog.getByText('没有错误日志')).toBeVisible()
})

base('the log is cleared after a question', async ({ page }) => {
  await signedIn(page)
  await fail(page, 'one')
  await topButton(page, '1条错误日志').click()
  await page.getByRole('button', { name: '清空本地日志' }).click()
  await answer(page, '确定清空本地日志记录?', '确定')
  await expect(toast(page, '清空成功!')).toBeVisible()
  await page.getByRole('dialog', { name: '日志' }).getByRole('button', { name: '关闭' }).click()
  await expect(topButton(page, '没有错误日志')).toBeVisible()
})

base(
  'a file of the page that does not come is noted, the frame goes on, and one reload is offered',
  async ({ page, context }) => {
    await signedIn(page)
    await context.setOffline(true)
    await topButton(page, '特色主题').click()
    const offer = page.getByRole('alert').filter({ hasText: '页面资源加载失败' })
    await expect(offer).toBeVisible()
    await expect(page.getByRole('heading', { name: '我的待办' })).toBeVisible()
    await expect(topButton(page, '1条错误日志')).toBeVisible()
    await context.setOffline(false)
    // The page of before is still in sight, and still takes clicks, until the new one is there.
    const again = page.waitForEvent('load')
    await offer.getByRole('button', { name: '重新加载' }).click()
    await again
    await expectListening(page)
    await topButton(page, '特色主题').click()
    await expect(page.getByRole('menuitemradio', { name: '黑色主题' })).toBeVisible()
    await expect(offer).toBeHidden()
  },
)

base(
  'a tab of before a deploy, whose files are gone, reloads once when it is told to, and not again (A11)',
  async ({ page }) => {
    await signedIn(page)
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads++
    })
    const gone = '**/_next/static/chunks/**'
    await page.route(gone, (route) => route.fulfill({ status: 404 }))
    await topButton(page, '特色主题').click()
    const offer = page.getByRole('alert').filter({ hasText: '页面资源加载失败' })
    await expect(offer).toBeVisible()
    expect(loads).toBe(0)
    await page.unroute(gone)
    await offer.getByRole('button', { name: '重新加载' }).click()
    await expect.poll(() => loads).toBe(1)
    // The page listens: before that it still fetches files of its own, without which there is none.
    await expectHome(page)
    // The new build is broken as well: it is said, and no second reload is offered.
    await page.route(gone, (route) => route.fulfill({ status: 404 }))
    await topButton(page, '特色主题').click()
    await expect(topButton(page, /条错误日志$/)).toBeVisible()
    await expect(offer).toBeHidden()
    expect(loads).toBe(1)
  },
)

test('nothing grave for axe in the log, light and dark', async ({ signIn }) => {
  const page = await signIn('entry_clerk')
  await page.evaluate(() => {
    const error = {
      type: 'script',
      message: 'x',
      stack: 'Error: x\n at a.js:1',
      info: '',
      url: '/a',
      time: 1,
    }
    const record = { dataType: 'object', content: [error], datetime: 1 }
    localStorage.setItem('nlos-error-log', JSON.stringify(record))
    window.dispatchEvent(new StorageEvent('storage', { key: 'nlos-error-log' }))
  })
  await topButton(page, '1条错误日志').click()
  await expect(page.getByRole('table').filter({ hasText: '错误堆栈' })).toBeVisible()
  expect(await graveFindings(page), 'light').toEqual([])
  expect(await graveFindingsInDark(page), 'dark').toEqual([])
})

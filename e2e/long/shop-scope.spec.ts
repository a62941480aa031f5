import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { ask, cells, expectLoaded, numberLink, quickSearch, rows, textOf } from '../support/shell.ts'

const ownShop = '示例车行一店'
const otherShop = '示例车行三店'
const gone = '数据不存在或已被删除'

/** An order of another shop, and that shop, as headquarters sees them. */
async function foreignOrder(page: Page) {
  await page.goto('/order/query')
  await page.getByRole('button', { name: '更多筛选' }).click()
  const shops = page.getByRole('combobox', { name: '门店' })
  await shops.selectOption({ label: otherShop })
  await expect(page).toHaveURL(/[?&]shopId=\d+/)
  await expectLoaded(page)
  // Each row would say the same.
  await expect(cells(page, '门店')).toHaveCount(0)
  const link = numberLink(rows(page).first())
  const url = new URL((await link.getAttribute('href')) ?? '', page.url())
  const orderId = url.searchParams.get('orderId') ?? ''
  expect((await ask(page, '/biz/order/order/get', { orderId })).text).toContain(otherShop)
  return { shopId: await shops.inputValue(), orderId, orderNo: await textOf(link) }
}

test('a shop sees its own orders: in the list, by address and by call', async ({ signIn }) => {
  const order = await foreignOrder(await signIn('entry_clerk2'))
  const page = await signIn('shop_user')

  await test.step('in the list', async () => {
    await page.goto('/order/query?size=100')
    await expectLoaded(page)
    const shops = new Set(await cells(page, '门店').allInnerTexts())
    expect([...shops]).toEqual([ownShop])
    await page.getByRole('button', { name: '更多筛选' }).click()
    await expect(page.getByRole('combobox', { name: '门店' }).getByRole('option')).toHaveText([
      '门店: 全部',
      ownShop,
    ])
    await quickSearch(page, order.orderNo)
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  })

  await test.step('by address', async () => {
    for (const path of ['/record/details', '/record/shenhe', '/create/details', '/create/shenfen']) {
      await page.goto(`${path}?orderId=${order.orderId}`)
      await expect(page.getByText(gone).first(), path).toBeVisible()
      await expect(page.getByText(order.orderNo), path).toHaveCount(0)
    }
    await page.goto(`/order/query?shopId=${order.shopId}`)
    await expect(page.getByText('没有符合条件的数据')).toBeVisible()
  })

  await test.step('by call', async () => {
    const { orderId, shopId } = order
    for (const path of [
      '/biz/order/order/get',
      '/biz/order/progress/get',
      '/biz/order/intake/get',
      '/biz/material/set/get',
    ]) {
      const answer = await ask(page, path, { orderId })
      expect(answer.status, path).toBe(404)
      expect(answer.text, path).not.toContain(order.orderNo)
    }
    for (const path of ['/biz/order/order/list', '/biz/order/intake/list']) {
      const answer = await ask(page, path, { shopId, start: '0', length: '100' })
      expect(answer.status, path).toBe(200)
      expect(JSON.parse(answer.text), path).toMatchObject({ data: [], total: 0 })
    }
    // Not for a shop at all.
    expect((await ask(page, '/biz/order/entry/get', { orderId })).status).toBe(403)
    expect((await ask(page, '/biz/review/pre/get', { orderId })).status).toBe(403)
  })
})

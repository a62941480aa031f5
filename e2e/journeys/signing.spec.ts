import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { networkTo } from '../support/network.ts'
import { rows } from '../support/shell.ts'
import {
  caseOf,
  guaranteedOrder,
  makeContracts,
  panel,
  prove,
  readAll,
  sendLinks,
  sign,
  tailOf,
} from '../support/signing.ts'

test('from the approval to the sealed contracts: a clerk, the customer’s phone and the guarantor’s', async ({
  signIn,
  open,
  baseURL,
}) => {
  const clerk = await signIn('contract_clerk')
  const orderId = await guaranteedOrder(clerk)
  await test.step('made and sent', () => makeContracts(clerk, orderId))
  const links = await sendLinks(clerk)
  expect(links.map(({ role }) => role.slice(0, 3))).toEqual(['承租人', '保证人'])
  const network = await networkTo(baseURL ?? '')
  for (const [at, { link, role }] of links.entries()) {
    await test.step(`${role} signs`, async () => {
      const later = links[at + 1]
      if (later) {
        const waiting = await open({ width: 390 })
        await waiting.goto(later.link)
        await expect(waiting.getByRole('heading', { name: '还没轮到您签署' })).toBeVisible()
        await expect(waiting.getByText(/^请等待：.\*/)).toBeVisible()
      }
      const phone = await open({ width: 390, server: network.url, lenient: new RegExp(`^${network.url}`) })
      const { pathname, search } = new URL(link)
      await phone.goto(pathname + search)
      await expect(phone.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
      if (at === 0) expect(await graveFindings(phone), 'who signs').toEqual([])
      await prove(phone, await tailOf(clerk, orderId, role))
      // A phone that has proved whose it is need not do so again.
      await phone.reload()
      await expect(phone.getByRole('heading', { name: '请逐页阅读' })).toBeVisible()
      if (at === 0) expect(await graveFindings(phone), 'the papers').toEqual([])
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      await readAll(phone)
      await phone.getByRole('button', { name: '确认签署' }).press('Enter')
      await expect(phone.getByText('请先在框内写下您的姓名')).toBeVisible()
      await sign(phone, network)
      await phone.reload()
      await expect(phone.getByRole('heading', { name: '您已签署' })).toBeVisible()
    })
  }
  network.close()

  await test.step('the company’s seal is last; what was sent stands among the contract SMS', async () => {
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    await expect(panel(clerk).getByText('已盖章')).toBeVisible({ timeout: 120_000 })
    const { contracts, order } = await caseOf(clerk, orderId)
    const live = contracts.filter(({ status }) => status !== '已作废' && status !== '已拒签')
    expect([...new Set(live.map(({ status }) => status))]).toEqual(['已签署'])
    await clerk.goto(`/hzhc/smssend?q=${order.orderNo}`)
    await expect(rows(clerk).filter({ hasText: '签约链接' }).first()).toBeVisible()
  })
})

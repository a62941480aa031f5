import type { Locator, Page } from '@playwright/test'
import { fakeMobile } from '../../lib/rules/made-up-numbers.ts'
import { newCustomer } from '../support/customer.ts'
import { expect, fillLogin, test } from '../support/desk.ts'
import { fillIntake, submit, upload } from '../support/entry-steps.ts'
import { choose, fillIn, section, typeOver } from '../support/fields.ts'
import { photo } from '../support/papers.ts'
import { claimIn, passOrder } from '../support/reviews.ts'
import { expectHome, expectLoaded, quickSearch, rows, textOf, toast } from '../support/shell.ts'

const own = 'Vx7-qmLp2_tR'
const papers = ['营业执照', '门头照', '合作协议', '开户许可']
const button = (scope: Page | Locator, name: string): Locator =>
  scope.getByRole('button', { name, exact: true })

/** The page of an opening, found by its name in the list that a home page leads to. */
async function openFromHome(page: Page, link: RegExp, name: string): Promise<void> {
  await page.goto('/wel/index')
  await page.getByRole('region', { name: '我的待办' }).getByRole('link', { name: link }).click()
  await expectLoaded(page)
  await quickSearch(page, name)
  await rows(page).first().getByRole('link').first().click()
  await expect(page.getByRole('region', { name: '审核记录' })).toBeVisible()
}

/** A verb of the page, with what its dialog asks for. */
async function press(page: Page, verb: string, said: string, asked: Record<string, string> = {}) {
  await button(page.locator('main'), verb).click()
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
  if (Object.keys(asked).length > 0) await fillIn(dialog, asked)
  await button(dialog, verb).click()
  await expect(toast(page, said)).toBeVisible()
}

test('a shop from its application over both reviews to the first order of its user, and suspended', async ({
  signIn,
  open,
}) => {
  const serial = String(Date.now()).slice(-8)
  const name = `示例新店${serial}`
  const account = `shop_${serial}`
  const manager = await signIn('channel_mgr')

  await test.step('its application is not complete without its papers', async () => {
    await manager.goto('/shop/OpenShop')
    await expectLoaded(manager)
    await button(manager.locator('main'), '新增门店').first().click()
    const dialog = manager.getByRole('dialog', { name: '新增门店' })
    await fillIn(dialog, {
      名称: name,
      统一社会信用代码: '91350100M000100Y43',
      联系人: '冯敏',
      联系手机: fakeMobile(700_000_000 + (Number(serial) % 100_000_000)),
      地址: '示例路10号',
      协议到期: '2099-12-31',
      登录账号: account,
    })
    await choose(dialog, { 渠道: '示例渠道甲', 分公司: '示例一区', 省市区: '朝阳区' })
    await typeOver(dialog.getByRole('textbox', { name: '返佣值' }), '0.0100')
    await button(dialog, '保存').click()
    await expect(toast(manager, `${name} 已保存`)).toBeVisible()
    await quickSearch(manager, name)
    await rows(manager).first().getByRole('link').first().click()
    const files = section(manager, '附件')
    await expect(files).toContainText('缺营业执照、门头照、合作协议、开户许可')
    for (const paper of papers) {
      const field = files.getByRole('group', { name: new RegExp(`^${paper}`) })
      await field.locator('input[type=file]').setInputFiles(await photo(paper))
      await expect(field.getByRole('button', { name: /^查看/ })).toBeVisible()
    }
    await press(manager, '提交', `${name} 已提交审核`)
  })

  const headquarters = await signIn('risk_manager')
  await test.step('its branch reviews it first, then headquarters, which opens it', async () => {
    const branch = await signIn('branch_mgr')
    await openFromHome(branch, /^门店开通待我初审/, name)
    const files = section(branch, '附件')
    await files.getByRole('button', { name: /^查看/ }).first().click()
    const shown = branch.getByRole('dialog', { name: '营业执照' })
    await expect(shown.getByRole('img')).toBeVisible()
    await button(shown, '关闭').click()
    await press(branch, '审核通过', `${name} 审核已通过`)
    await openFromHome(headquarters, /^门店开通待我复审/, name)
    await press(headquarters, '审核通过', `${name} 审核已通过`)
  })

  const secret = await test.step('the password of its user is handed over', async () => {
    await button(headquarters.locator('main'), '发放登录密码').click()
    await button(headquarters.getByRole('alertdialog'), '发放登录密码').click()
    const shown = headquarters.getByRole('dialog', { name: '门店登录密码' })
    const password = await textOf(shown.getByRole('status', { name: '一次性密码' }))
    await button(shown, '已记下').click()
    return password
  })

  const shop = await open({ width: 390 })
  await test.step('its user signs in on his phone with a password of his own', async () => {
    await shop.goto('/login')
    await fillLogin(shop, account, secret)
    await button(shop, '登录').click()
    await shop.getByLabel('新密码').fill(own)
    await shop.getByLabel('确认密码').fill(own)
    await button(shop, '登录').click()
    await expectHome(shop)
    await expect(shop.getByText(name).first()).toBeVisible()
  })

  const makeOrder = async () => {
    const customer = newCustomer()
    await shop.goto('/create/shenfen')
    await fillIntake(shop, customer, { shop: name })
    await fillIn(section(shop, '客户身份'), { 证件号码: customer.idNo, 手机号: customer.mobile })
    await upload(shop, '身份证正面')
    await upload(shop, '身份证反面')
  }
  const orderNo = await test.step('he makes the first order of his shop', async () => {
    await makeOrder()
    await submit(shop, '提交预审')
    const said = toast(shop, /^\S+ 已提交预审$/)
    const number = (await textOf(said)).replace(' 已提交预审', '')
    await expect(shop).toHaveURL(/\/create\/details\?orderId=\d+/)
    return number
  })

  await test.step('it is suspended while he enters another one: that is refused with the reason', async () => {
    await makeOrder()
    await press(headquarters, '暂停', `${name} 已暂停`, { 原因: '资料待核实' })
    await submit(shop, '提交预审')
    await expect(shop.getByText(`${name}已暂停新进件：资料待核实`).first()).toBeVisible()
  })

  await test.step('the live one goes on', async () => {
    const reviewer = await signIn('pre_reviewer')
    await claimIn(reviewer, 'pre', orderNo)
    await passOrder(reviewer, 'pre', orderNo)
  })
})

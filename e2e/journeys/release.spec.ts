import { expect, password, test } from '../support/desk.ts'
import { expectLoaded, numberLink, quickSearch, rows, textOf } from '../support/shell.ts'

test('money goes out: a cashier makes the release, another person checks it, the bank pays, the books stand', async ({
  signIn,
}) => {
  const cashier = await signIn('cashier')
  await cashier.goto('/release/index?releaseState=make')
  await expectLoaded(cashier)
  const row = rows(cashier).first()
  const orderNo = await textOf(numberLink(row))
  await numberLink(row).click()
  await expect(cashier.getByRole('heading', { name: '放款', exact: true })).toBeVisible()
  await cashier.getByRole('button', { name: '制单', exact: true }).click()
  const making = cashier.getByRole('dialog', { name: /制单放款$/ })
  await expect(making.getByText('放款金额')).toBeVisible()
  await making.getByRole('button', { name: '提交复核' }).click()
  await expect(cashier.getByText('等待他人复核').first()).toBeVisible()
  // Who made it cannot check it: there is nothing for him to press.
  await expect(cashier.getByRole('button', { name: '通过', exact: true })).toHaveCount(0)

  const checker = await signIn('finance_checker')
  await checker.goto('/check/index')
  await expectLoaded(checker)
  await quickSearch(checker, orderNo)
  await rows(checker).first().getByRole('button', { name: '通过', exact: true }).click()
  const checking = checker.getByRole('dialog', { name: new RegExp(`复核通过 ${orderNo}`) })
  await expect(checking.getByText('收款户名')).toBeVisible()
  await checking.getByLabel('支付密码').fill('wrong-password')
  await checking.getByRole('button', { name: '通过', exact: true }).click()
  await expect(checking.getByText('支付密码错误')).toBeVisible()
  await checking.getByLabel('支付密码').fill(password)
  await checking.getByRole('button', { name: '通过', exact: true }).click()
  await expect(checking).toBeHidden()

  // The bank of the demo answers by itself.
  const loan = cashier.getByRole('link', { name: '还款计划与凭证' })
  await expect(loan).toBeVisible({ timeout: 30_000 })
  await loan.click()
  await expect(cashier.getByRole('table', { name: '还款计划' })).toBeVisible()
  await expect(cashier.getByRole('table', { name: '凭证' }).getByText('长期应收款-本金')).toBeVisible()
})

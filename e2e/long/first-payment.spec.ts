import { expect, password, test } from '../support/desk.ts'
import { fillIn, textField, typeOver } from '../support/fields.ts'
import { figure, passPayment, registerPayment } from '../support/first-payments.ts'
import { expectLoaded, numberLink, rows, textOf, toast } from '../support/shell.ts'

test('money counts when a second person has checked it, and goes back by two people and a bank’s number', async ({
  signIn,
}) => {
  const cashier = await signIn('cashier')
  await cashier.goto('/payment/first?state=none')
  await expectLoaded(cashier)
  const orderNo = await textOf(numberLink(rows(cashier).first()))
  await numberLink(rows(cashier).first()).click()
  await expect(cashier.getByRole('heading', { name: '到账记录' })).toBeVisible()
  const address = cashier.url()
  const reference = `E2E${orderNo.slice(-8)}`

  await test.step('registered with its proof: it waits, and who made it does not check it', async () => {
    await registerPayment(cashier, reference, '1200')
    await expect(figure(cashier, '已入账')).toHaveText('0.00')
    await expect(figure(cashier, '待复核到账')).toHaveText('1,200.00')
  })

  const checker = await signIn('finance_checker')
  await test.step('a checker opens the proof and passes it', async () => {
    await passPayment(checker, orderNo, '首付款入账')
    await cashier.goto(address)
    await expect(figure(cashier, '已入账')).toHaveText('1,200.00')
  })

  await test.step('a part goes back: too much is refused, two people, then the number of the bank', async () => {
    await cashier.getByRole('button', { name: `退款 ${reference}` }).click()
    const dialog = cashier.getByRole('dialog', { name: /^退款/ })
    await typeOver(textField(dialog, '退款金额'), '1200.01')
    await fillIn(dialog, {
      收款账号: '9999990000000000121',
      收款开户行: '示例银行示例支行',
      退款原因: '客户多付',
    })
    await dialog.getByRole('button', { name: '退款', exact: true }).click()
    await expect(dialog.getByText('不能超过可退金额')).toBeVisible()
    await typeOver(textField(dialog, '退款金额'), '200')
    await dialog.getByRole('button', { name: '退款', exact: true }).click()
    await expect(toast(cashier, '退款已制单')).toBeVisible()
    await expect(figure(cashier, '已入账')).toHaveText('1,200.00')
    await passPayment(checker, orderNo, '首付款退款', password)
    await cashier.goto(address)
    await expect(figure(cashier, '已入账')).toHaveText('1,000.00')
    await cashier.getByRole('button', { name: '登记已退' }).click()
    const paid = cashier.getByRole('dialog', { name: /^登记已退/ })
    await fillIn(paid, { 流水号: `B${reference}` })
    await paid.getByRole('button', { name: '登记已退' }).click()
    await expect(toast(cashier, '退款已登记')).toBeVisible()
    await expect(cashier.getByText('已退款', { exact: true })).toBeVisible()
  })

  await test.step('its money comes back: it goes to another account by two people, and is away all the time', async () => {
    await cashier.getByRole('button', { name: /^退款未成/ }).click()
    const dialog = cashier.getByRole('dialog', { name: '退款未成：200.00' })
    await fillIn(dialog, { 未成原因: '收款账户已销户' })
    await dialog.getByRole('button', { name: '退款未成' }).click()
    await expect(dialog.getByText('不能为空')).toBeVisible()
    await fillIn(dialog, { 收款账号: '9999990000000000139' })
    await dialog.getByRole('button', { name: '退款未成' }).click()
    await expect(toast(cashier, '退款未成已登记')).toBeVisible()
    await expect(cashier.getByText('等待他人复核')).toBeVisible()
    await passPayment(checker, orderNo, '退款未成', password)
    await cashier.goto(address)
    await expect(cashier.getByText('退款失败', { exact: true })).toBeVisible()
    await expect(figure(cashier, '已入账')).toHaveText('1,000.00')
    await cashier.getByRole('button', { name: '登记已退' }).click()
    const paid = cashier.getByRole('dialog', { name: /^登记已退/ })
    await fillIn(paid, { 流水号: `C${reference}` })
    await paid.getByRole('button', { name: '登记已退' }).click()
    await expect(toast(cashier, '退款已登记')).toBeVisible()
  })
})

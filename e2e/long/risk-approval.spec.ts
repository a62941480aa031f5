import { expect, test } from '../support/desk.ts'
import { fillIn, section, textField } from '../support/fields.ts'
import { claim, opinion } from '../support/risk-pool.ts'
import { toast } from '../support/shell.ts'

test('risk control gives less than was applied for, on a condition that the next steps must meet', async ({
  signIn,
}) => {
  const officer = await signIn('risk_officer')

  await test.step('less than applied for: a quote at once, the consent as a condition', async () => {
    const { orderNo, orderId } = await claim(officer)
    await officer.keyboard.press('1')
    await textField(opinion(officer), '批复金额').press('ControlOrMeta+a')
    await officer.keyboard.type('25000')
    await expect(opinion(officer).getByRole('row', { name: /^首付金额/ })).toBeVisible()
    await opinion(officer).getByRole('button', { name: '添加条件' }).click()
    await fillIn(opinion(officer), { 意见: '降额通过，收入稳定' })
    await officer.keyboard.press('Control+Enter')
    await expect(toast(officer, `${orderNo} 风控通过`)).toBeVisible()

    const clerk = await signIn('contract_clerk')
    await clerk.goto(`/record/details?orderId=${orderId}`)
    const conditions = section(clerk, '放款条件')
    await expect(conditions.getByText('客户同意批复方案')).toBeVisible()
    await conditions.getByRole('button', { name: '确认满足' }).first().click()
    const dialog = clerk.getByRole('dialog')
    await fillIn(dialog, { 如何满足: '客户已签字' })
    await dialog.getByRole('button', { name: '确认满足' }).click()
    await expect(conditions.getByText('已满足')).toBeVisible()
  })
})

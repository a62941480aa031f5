import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { choiceField, fillIn, section, textField } from '../support/fields.ts'
import { photo } from '../support/papers.ts'
import { answer, cells, expectLoaded, rows, toast } from '../support/shell.ts'

const opinion = (page: Page) => section(page, '审核意见')

/** Claims the order that has waited longest; its number and its id. */
async function claim(page: Page): Promise<{ orderNo: string; orderId: string }> {
  await page.goto('/mycheopethree/index')
  await expectLoaded(page)
  const orderNo = ((await cells(page, '订单编号').first().textContent()) ?? '').trim()
  await rows(page).first().getByRole('button', { name: '领取', exact: true }).click()
  await expect(page).toHaveURL(/\/mycheopethree\/details\?orderId=\d+/)
  await expect(opinion(page).getByRole('radio', { name: '通过' })).toBeEnabled()
  return { orderNo, orderId: new URL(page.url()).searchParams.get('orderId') ?? '' }
}

test('risk control gives less on a condition, and takes a rejected order up once more with new evidence', async ({
  signIn,
}) => {
  test.setTimeout(240_000)
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

  const { orderNo, orderId } = await test.step('rejected', async () => {
    const order = await claim(officer)
    await officer.keyboard.press('3')
    await choiceField(opinion(officer), '一级原因').selectOption('资质类')
    await choiceField(opinion(officer), '二级原因').selectOption('负债过高')
    await fillIn(opinion(officer), { 意见: '负债过高，不予通过' })
    await officer.keyboard.press('Control+Enter')
    await answer(officer, /拒绝/, '风控拒绝')
    await expect(toast(officer, `${order.orderNo} 风控拒绝`)).toBeVisible()
    return order
  })

  await test.step('reconsidered by the manager, with evidence and never without', async () => {
    const manager = await signIn('risk_manager')
    await manager.goto(`/record/details?orderId=${orderId}`)
    await manager.getByRole('button', { name: '复议', exact: true }).click()
    const dialog = manager.getByRole('dialog')
    await fillIn(dialog, { 复议理由: '客户已结清其他借款' })
    await dialog.getByRole('button', { name: '复议', exact: true }).click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await dialog.locator('input[type=file]').setInputFiles(await photo('结清证明'))
    await dialog.getByRole('button', { name: '复议', exact: true }).click()
    await expect(toast(manager, `${orderNo} 已复议`)).toBeVisible()
    await expect(manager.getByText('预审通过·待录单').first()).toBeVisible()
  })
})

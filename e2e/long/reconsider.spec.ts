import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { choiceField, fillIn } from '../support/fields.ts'
import { photo } from '../support/papers.ts'
import { claim, opinion } from '../support/risk-pool.ts'
import { answer, ask, cells, expectLoaded, quickSearch, rows, textOf, toast } from '../support/shell.ts'

async function numbersOf(page: Page, path: string, fields: Record<string, string>): Promise<string[]> {
  const { text } = await ask(page, path, { length: '100', ...fields })
  return JSON.parse(text).data.map(({ orderNo }: { orderNo: string }) => orderNo)
}

/** An order that the officer may reject at once, of the clerk's own region. */
async function orderOfBoth(officer: Page, clerk: Page): Promise<string> {
  const seen = await numbersOf(clerk, '/biz/order/order/list', { status: '["wait_risk"]' })
  const decidable = { claim: 'unclaimed', diligence: 'none', amountMin: '30000', amountMax: '290000' }
  const pool = await numbersOf(officer, '/biz/review/risk/list', decidable)
  const found = pool.find((number) => seen.includes(number))
  if (!found) throw new Error('the risk pool has no order of the clerk')
  return found
}

test('a rejected order is asked for again with papers that are new, taken up and entered once more; another is declined', async ({
  signIn,
}) => {
  const officer = await signIn('risk_officer')
  const clerk = await signIn('entry_clerk')
  const manager = await signIn('risk_manager')
  const evidence = (page: typeof clerk) => page.getByRole('group', { name: '复议材料' })

  const { orderNo, orderId } = await test.step('risk control rejects it', async () => {
    const order = await claim(officer, await orderOfBoth(officer, clerk))
    await officer.keyboard.press('3')
    await choiceField(opinion(officer), '一级原因').selectOption('资质类')
    await choiceField(opinion(officer), '二级原因').selectOption('负债过高')
    await fillIn(opinion(officer), { 意见: '负债过高，不予通过' })
    await officer.keyboard.press('Control+Enter')
    await answer(officer, /拒绝/, '风控拒绝')
    await expect(toast(officer, `${order.orderNo} 风控拒绝`)).toBeVisible()
    return order
  })
  const details = `/record/details?orderId=${orderId}`

  await test.step('before it was asked for the manager reads who has to', async () => {
    await manager.goto(details)
    // A refused button says why to a key as to a click.
    await manager.getByRole('button', { name: '受理复议' }).press('Enter')
    const why = manager.getByText('该订单尚未申请复议').filter({ visible: true })
    await expect(why.first()).toBeVisible()
    await expect(manager.getByText('录单员').filter({ visible: true }).first()).toBeVisible()
    await manager.keyboard.press('Escape')
  })

  await test.step('the clerk asks, never without a new paper', async () => {
    await clerk.goto(details)
    await clerk.getByRole('button', { name: '申请复议' }).click()
    const dialog = clerk.getByRole('dialog', { name: `申请复议 ${orderNo}` })
    await fillIn(dialog, { 复议理由: '客户已结清其他借款' })
    await dialog.getByRole('button', { name: '申请复议' }).click()
    await expect(dialog.getByText('请上传新的证明材料')).toBeVisible()
    await evidence(clerk)
      .locator('input[type=file]')
      .setInputFiles(await photo('结清证明'))
    await expect(evidence(clerk).getByRole('button', { name: /^删除 / })).toHaveCount(1)
    await dialog.getByRole('button', { name: '申请复议' }).click()
    await expect(toast(clerk, `${orderNo} 已申请复议`)).toBeVisible()
    await expect(clerk.getByText('复议待处理').first()).toBeVisible()
  })

  await test.step('and adds to it while it waits', async () => {
    await clerk.getByRole('button', { name: '补充复议材料' }).click()
    const dialog = clerk.getByRole('dialog', { name: `补充复议材料 ${orderNo}` })
    await evidence(clerk)
      .locator('input[type=file]')
      .setInputFiles(await photo('收入证明'))
    await expect(evidence(clerk).getByText('收入证明.jpg')).toBeVisible()
    await dialog.getByRole('button', { name: '关闭' }).click()
  })

  await test.step('the manager finds it among the requests and takes it up', async () => {
    await manager.goto('/mycheopethree/reconsider')
    await expectLoaded(manager)
    await quickSearch(manager, orderNo)
    const row = rows(manager).first()
    await expect(row).toContainText('客户已结清其他借款')
    await expect(cells(row, '新材料')).toHaveText('2')
    await row.getByRole('button', { name: '受理复议' }).click()
    const dialog = manager.getByRole('dialog', { name: `受理复议 ${orderNo}` })
    await fillIn(dialog, { 处理意见: '结清证明有效，同意复议' })
    await dialog.getByRole('button', { name: '受理复议' }).click()
    await expect(toast(manager, `${orderNo} 已受理复议`)).toBeVisible()
  })

  await test.step('the clerk enters it once more and reads why', async () => {
    await clerk.goto(details)
    await clerk
      .getByRole('link', { name: '录单' })
      .or(clerk.getByRole('button', { name: '录单' }))
      .first()
      .click()
    await expect(clerk.getByText('结清证明有效，同意复议').first()).toBeVisible()
  })

  await test.step('another is declined: it stays rejected, and its clerk reads that it was the one time', async () => {
    await manager.goto('/mycheopethree/reconsider')
    await expectLoaded(manager)
    const other = (await textOf(cells(manager, '订单编号').first())).trim()
    await rows(manager).first().getByRole('button', { name: '驳回复议' }).click()
    const dialog = manager.getByRole('dialog', { name: `驳回复议 ${other}` })
    await fillIn(dialog, { 处理意见: '材料不能证明收入' })
    await dialog.getByRole('button', { name: '驳回复议' }).click()
    await expect(toast(manager, `${other} 的复议申请已驳回`)).toBeVisible()
    await manager.goto('/order/query')
    await expectLoaded(manager)
    await quickSearch(manager, other)
    await cells(manager, '订单编号').first().getByRole('link').click()
    await expect(manager.getByText('复议已驳回').first()).toBeVisible()
  })
})

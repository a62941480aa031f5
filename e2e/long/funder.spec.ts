import { expect, test } from '../support/desk.ts'
import { choose, fillIn, pick } from '../support/fields.ts'
import {
  answer,
  cells,
  expectLoaded,
  numberLink,
  quickSearch,
  rows,
  textOf,
  toast,
} from '../support/shell.ts'
import { setSimulator, simulatorSays } from '../support/simulator.ts'

test('an order is pushed to a funder that answers by itself; of another the answer is registered, and it goes on elsewhere', async ({
  signIn,
}) => {
  const manager = await signIn('capital_mgr')
  const main = manager.locator('main')

  await test.step('pushed from the list, the answer comes without a reload', async () => {
    await manager.goto('/materials/capital?capitalStatus=待推送&setStatus=通过')
    await expectLoaded(manager)
    const row = rows(manager).filter({ hasText: '示例银行A' }).first()
    const orderNo = await textOf(numberLink(row))
    await row.getByRole('button', { name: '推送', exact: true }).click()
    await answer(manager, /推送.+到示例银行A？/, '推送')
    await expect(toast(manager, '已推送，等待资方答复')).toBeVisible()
    await manager.goto('/materials/capital')
    await quickSearch(manager, orderNo)
    await expect(cells(manager, '资方状态').first()).toHaveText(/审批通过|退回补件/)
  })

  await test.step('what its interface does not take was refused by nobody, and goes to it again', async () => {
    const admin = await signIn('admin')

    await setSimulator(admin, 'funder', true)
    await manager.goto('/materials/capital?capitalStatus=待推送&setStatus=通过')
    await expectLoaded(manager)
    const row = rows(manager).filter({ hasText: '示例银行A' }).first()
    const orderNo = await textOf(numberLink(row))
    await numberLink(row).click()
    await expect(manager).toHaveURL(/capital\/Details/)
    const push = main.getByRole('button', { name: '推送', exact: true })
    await push.click()
    await answer(manager, /推送.+到示例银行A？/, '推送')
    await expect(toast(manager, '已推送，等待资方答复').first()).toBeVisible()
    await simulatorSays(admin, 'funder', orderNo, { outcome: 'refused', reason: '报文校验失败' })
    await expect(main.getByText(/^上次答复：资方接口未受理：报文校验失败。/)).toBeVisible()
    await push.click()
    await answer(manager, /推送.+到示例银行A？/, '推送')
    await simulatorSays(admin, 'funder', orderNo, { outcome: 'done' })
    await expect(main.getByText('示例银行A已通过。')).toBeVisible()
    await setSimulator(admin, 'funder', false)
  })

  await test.step('a rejection is registered with its reason', async () => {
    await manager.goto('/materials/capital?capitalStatus=已推送')
    await expectLoaded(manager)
    await rows(manager)
      .filter({ hasText: '示例银行B' })
      .first()
      .getByRole('link', { name: '登记结果', exact: true })
      .click()
    await main.getByRole('button', { name: '登记结果', exact: true }).click()
    const dialog = manager.getByRole('dialog', { name: /资方结果$/ })
    await pick(dialog, '结果', '拒绝')
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog.getByText('不能为空')).toBeVisible()
    await fillIn(dialog, { 资方意见: '客户负债过高' })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog).toBeHidden()
    await expect(main.getByText('示例银行B已拒绝：客户负债过高。')).toBeVisible()
  })

  await test.step('another funder takes it: the contracts are to be signed again', async () => {
    await main.getByRole('button', { name: '重新路由', exact: true }).click()
    const dialog = manager.getByRole('dialog', { name: /重新选择资方$/ })
    await expect(dialog.getByText('该资方已拒绝：客户负债过高')).toBeVisible()
    await choose(dialog, { 新资方: '示例银行A' })
    await fillIn(dialog, { 原因: '原资方拒绝' })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(toast(manager, '已更换资方，已通知合同专员重新签约')).toBeVisible()
    await expect(main.getByText('资方材料审核通过后可推送示例银行A。')).toBeVisible()
    await expect(main.getByText('电子合同已签：由合同专员办理')).toBeVisible()
    const push = main.getByRole('button', { name: '推送', exact: true })
    await expect(push).toHaveAttribute('aria-disabled', 'true')
  })
})

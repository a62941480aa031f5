import { expect, test } from '../support/desk.ts'
import { choose, fillIn } from '../support/fields.ts'
import { cells, expectLoaded, quickSearch, rows, textOf } from '../support/shell.ts'

test('the papers of an order are mailed, ticked by a scanner, filed, lent by the word of two, and brought back', async ({
  signIn,
}) => {
  const keeper = await signIn('archivist')
  const serial = String(Date.now())
  const courier = `快递${serial.slice(-5)}`

  const archiveNo = await test.step('a released order has its file, and a courier is there', async () => {
    await keeper.goto('/sys/courier')
    await keeper.getByRole('button', { name: '新增快递公司', exact: true }).click()
    const dialog = keeper.getByRole('dialog', { name: '新增快递公司' })
    await fillIn(dialog, { 代码: `E${serial.slice(-5)}`, 名称: courier })
    await dialog.getByRole('button', { name: '新增快递公司', exact: true }).click()
    await expect(dialog).toBeHidden()
    await keeper.goto('/archives/archivesInput?status=待收件')
    await expectLoaded(keeper)
    return textOf(cells(rows(keeper).first(), '档案编号'))
  })

  const sender = await signIn('material_clerk')
  await test.step('its papers are sent', async () => {
    await sender.goto('/archives/mail')
    await sender.getByRole('button', { name: '新建邮寄', exact: true }).first().click()
    const dialog = sender.getByRole('dialog', { name: '新建邮寄' })
    await fillIn(dialog, {
      '订单编号或档案编号，每行一个，最多50个，可扫描': archiveNo,
      寄件人: '冯敏',
      寄件电话: '13800001234',
      收件人: '档案室',
      收件地址: '示例路1号',
    })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog).toBeHidden()
    await rows(sender).first().getByRole('link').first().click()
    await expect(sender.getByRole('region', { name: '收寄信息' })).toBeVisible()
    await sender.getByRole('button', { name: '寄出', exact: true }).click()
    const sending = sender.getByRole('dialog', { name: /^寄出/ })
    await choose(sending, { 快递公司: courier })
    await fillIn(sending, { 快递单号: `EX${serial}` })
    await sending.getByRole('button', { name: '寄出', exact: true }).click()
    await expect(sender.getByText('已寄出', { exact: true }).first()).toBeVisible()
  })

  await test.step('signed for, each paper is scanned once', async () => {
    await keeper.goto('/archives/mail')
    await rows(keeper).first().getByRole('link').first().click()
    await expect(keeper.getByRole('region', { name: '收寄信息' })).toBeVisible()
    await keeper.getByRole('button', { name: '签收', exact: true }).click()
    const scanner = keeper.getByLabel('扫描资料标签')
    const ticks = keeper.getByRole('checkbox', { name: /^收到 / })
    await expect(ticks.first()).toBeVisible()
    const labels = await ticks.evaluateAll((boxes) =>
      boxes.map((box) => box.getAttribute('aria-label')?.slice(3) ?? ''),
    )
    for (const code of labels) {
      await scanner.fill(code)
      await scanner.press('Enter')
    }
    await expect(keeper.getByText(`清单 已核对 ${labels.length}/${labels.length}`)).toBeVisible()
    await scanner.fill(labels[0] ?? '')
    await scanner.press('Enter')
    await expect(keeper.getByText('已扫描过').first()).toBeVisible()
    await keeper.getByRole('button', { name: '完成核对', exact: true }).click()
    const dialog = keeper.getByRole('dialog', { name: /^完成核对/ })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(keeper.getByText('核对齐全', { exact: true })).toBeVisible()
  })

  await test.step('filed, and lent by the word of another', async () => {
    await keeper.goto('/archives/archivesInput')
    await quickSearch(keeper, archiveNo)
    await rows(keeper).first().getByRole('button', { name: '归档', exact: true }).click()
    const filing = keeper.getByRole('dialog', { name: /^归档/ })
    await fillIn(filing, { '盒号，可扫描': 'B-012', '位置（库-架-层-位）': '一库-03-2-08' })
    await filing.getByRole('button', { name: '归档', exact: true }).click()
    await expect(cells(rows(keeper).first(), '状态')).toHaveText('已归档')
    await rows(keeper).first().getByRole('button', { name: '申请出库', exact: true }).click()
    const asking = keeper.getByRole('dialog', { name: /^申请出库/ })
    await asking.getByRole('checkbox', { name: /^机动车登记证书/ }).check()
    await fillIn(asking, { 应还日期: '2099-12-31', 原因: '办理年检' })
    await asking.getByRole('button', { name: '确定', exact: true }).click()
    await expect(asking).toBeHidden()
    const manager = await signIn('risk_manager')
    await manager.goto('/archives/outbound')
    await rows(manager).first().getByRole('button', { name: '审批通过', exact: true }).click()
    await manager.getByRole('alertdialog').getByRole('button', { name: '审批通过', exact: true }).click()
    await expect(cells(rows(manager).first(), '状态')).toHaveText('待出库')
  })

  await test.step('out, and brought back by somebody else', async () => {
    await keeper.goto('/archives/outbound')
    await rows(keeper).first().getByRole('button', { name: '出库', exact: true }).click()
    const out = keeper.getByRole('dialog', { name: /^出库/ })
    await out.getByRole('button', { name: '出库', exact: true }).click()
    await expect(cells(rows(keeper).first(), '状态')).toHaveText('已出库')
    await rows(keeper).first().getByRole('button', { name: '归还', exact: true }).click()
    const back = keeper.getByRole('dialog', { name: /^归还/ })
    const scanner = back.getByLabel('扫描资料标签')
    await scanner.fill(`${archiveNo}-01`)
    await scanner.press('Enter')
    await expect(back.getByRole('checkbox').first()).toBeChecked()
    await fillIn(back, { 归还人: '王五' })
    await back.getByRole('button', { name: '确定', exact: true }).click()
    await expect(cells(rows(keeper).first(), '状态')).toHaveText('已归还')
  })
})

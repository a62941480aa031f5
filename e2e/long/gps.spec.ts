import { expect, test } from '../support/desk.ts'
import { fillIn } from '../support/fields.ts'
import { chooseDevice, fitDevice, issueDevice, openFitting } from '../support/gps.ts'
import { cells, expectLoaded, numberLink, quickSearch, rows, textOf } from '../support/shell.ts'

test('a device goes from the stock into a car: taken in line by line, issued, chosen, photographed, fitted, taken out', async ({
  signIn,
}) => {
  const keeper = await signIn('material_clerk')
  const serial = String(Date.now()).slice(-9)
  const deviceNo = `JW${serial}`

  const { orderNo, shop } = await test.step('an order waits for its device', async () => {
    await keeper.goto('/gps/fitting?fittingState=none')
    await expectLoaded(keeper)
    const ofOne = keeper.locator('td[data-label="应装"]', { hasText: /^1$/ })
    const row = rows(keeper).filter({ has: ofOne }).first()
    return { orderNo: await textOf(numberLink(row)), shop: await textOf(cells(row, '门店')) }
  })

  await test.step('lines that are wrong say so, the others are taken', async () => {
    await keeper.goto('/gps/index')
    await keeper.getByRole('button', { name: '入库', exact: true }).click()
    const dialog = keeper.getByRole('dialog', { name: '入库登记' })
    await fillIn(dialog, { 厂商: '示例物联', 设备: `${deviceNo},10640${serial}\n${deviceNo}\n坏` })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog.getByText('1 台已入库，2 台没有入库')).toBeVisible()
    await expect(dialog.getByText(`${deviceNo}：设备号重复`)).toBeVisible()
    await dialog.getByRole('button', { name: '取消', exact: true }).click()
    await issueDevice(keeper, deviceNo, shop)
  })

  const fitter = await signIn('material_clerk', { width: 390 })
  await test.step('on a phone: chosen by its number, both photos, then fitted', async () => {
    await openFitting(fitter, orderNo)
    await fitter.getByRole('button', { name: '选定设备', exact: true }).click()
    const dialog = fitter.getByRole('dialog', { name: '选定设备' })
    await fillIn(dialog, { 设备号: 'NOBODYS1' })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog.getByText('订单所属门店没有领用该设备')).toBeVisible()
    await chooseDevice(fitter, deviceNo)
    await fitDevice(fitter, deviceNo)
  })

  await test.step('taken out again, the order lacks it, and the device tells its life', async () => {
    await fitter.getByRole('button', { name: '拆除', exact: true }).click()
    const dialog = fitter.getByRole('dialog', { name: `拆除 ${deviceNo}？` })
    await fillIn(dialog, { 原因: '设备故障' })
    await dialog.getByRole('button', { name: '拆除', exact: true }).click()
    await expect(fitter.getByText('有线 1 台').nth(1)).toBeVisible()
    await keeper.reload()
    await quickSearch(keeper, deviceNo)
    await rows(keeper).first().getByRole('link', { name: deviceNo, exact: true }).click()
    const life = keeper.getByRole('region', { name: '设备履历' }).getByRole('listitem')
    await expect(life).toHaveCount(5)
    await expect(life.first()).toContainText('设备故障')
  })
})

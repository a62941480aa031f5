import { expect, test } from '../support/desk.ts'
import { choose, fillIn } from '../support/fields.ts'
import { photo } from '../support/papers.ts'
import { cells, expectLoaded, numberLink, quickSearch, rows, textOf, toast } from '../support/shell.ts'

test('a device goes from the stock into a car: taken in line by line, issued, chosen, photographed, fitted, taken out', async ({
  signIn,
}) => {
  const keeper = await signIn('material_clerk')
  const serial = String(Date.now()).slice(-9)
  const deviceNo = `JW${serial}`

  const { orderNo, shop } = await test.step('an order waits for its device', async () => {
    await keeper.goto('/gps/fitting?fittingState=none')
    await expectLoaded(keeper)
    const orderNo = await textOf(numberLink(rows(keeper).first()))
    return { orderNo, shop: await textOf(cells(keeper, '门店').first()) }
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
    await quickSearch(keeper, deviceNo)
    await rows(keeper).first().getByRole('button', { name: '领用', exact: true }).click()
    const issuing = keeper.getByRole('dialog', { name: `领用 ${deviceNo}` })
    await choose(issuing, { 领用门店: shop })
    await fillIn(issuing, { 领用人: '周凯' })
    await issuing.getByRole('button', { name: '领用', exact: true }).click()
    await expect(issuing).toBeHidden()
  })

  const fitter = await signIn('material_clerk', { width: 390 })
  const photos = async (kind: string) => {
    await fitter
      .locator('main')
      .getByLabel(kind, { exact: true })
      .setInputFiles(await photo(kind))
    await expect(toast(fitter, `${kind}已上传`)).toBeVisible()
  }
  await test.step('on a phone: chosen by its number, both photos, then fitted', async () => {
    await fitter.goto('/gps/fitting?fittingState=none')
    await quickSearch(fitter, orderNo)
    await fitter.getByRole('link', { name: orderNo }).first().click()
    await fitter.getByRole('button', { name: '选定设备', exact: true }).click()
    const dialog = fitter.getByRole('dialog', { name: '选定设备' })
    await fillIn(dialog, { 设备号: 'NOBODYS1' })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog.getByText('订单所属门店没有领用该设备')).toBeVisible()
    await fillIn(dialog, { 设备号: deviceNo.toLowerCase() })
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(dialog).toBeHidden()
    const fit = fitter.getByRole('button', { name: '登记安装', exact: true })
    await expect(fit).toHaveAttribute('aria-disabled', 'true')
    await photos('设备照片')
    await photos('车架号照片')
    await fit.click()
    const fitting = fitter.getByRole('dialog', { name: `登记安装 ${deviceNo}` })
    await fillIn(fitting, { 安装位置: '仪表台下' })
    await fitting.getByRole('button', { name: '确定', exact: true }).click()
    await expect(fitter.getByText('已全部安装')).toBeVisible()
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

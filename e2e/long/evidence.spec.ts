import type { Locator, Page } from '@playwright/test'
import { fakeVin } from '../../lib/rules/made-up-numbers.ts'
import { handsOn } from '../support/by-keys.ts'
import { newCustomer } from '../support/customer.ts'
import { expect, test } from '../support/desk.ts'
import { fillIntake, openForm, standardAnswers, submit, upload } from '../support/entry-steps.ts'
import { fillIn, section, textField } from '../support/fields.ts'
import { callAll, claimIn, passOrder, returnOrder } from '../support/reviews.ts'
import { opinion } from '../support/risk-pool.ts'
import { answer, textOf, toast } from '../support/shell.ts'

const today = new Date()
const daysAgo = (days: number) => new Date(+today - days * 86_400_000).toISOString().slice(0, 10)

/** Everything that a customer's own car is asked beside the standard entry, by place. */
const ownCar = (name: string) => ({
  'vehicle.plateNo': '京A00123',
  'vehicle.plateColor': '蓝',
  'vehicle.ownerName': name,
  'vehicle.regCertNo': '110000000123',
  'vehicle.invoiceDate': daysAgo(200),
  'appraisal.evalPrice': '96000',
  'appraisal.evalOrg': '示例评估',
  'appraisal.evalAt': daysAgo(5),
  'appraisal.evalGrade': 'B',
  'appraisal.firstRegDate': daysAgo(600),
  'appraisal.mileageKm': '21000',
  'appraisal.transferCount': '0',
  'financing.wantedAmount': '50000',
})

const idNo = '证件号码'
const vin = '车架号(VIN)'
const viewer = (page: Page) => page.getByRole('region', { name: '图片查看', exact: true })
const picture = (page: Page) => viewer(page).locator('img[data-ready]')
const proofOf = (page: Page, field: string) =>
  page.getByRole('button', { name: `查看${field}的证据` }).filter({ visible: true })

/** The place of something on the picture in sight, as parts of its width and height. */
async function partsOf(page: Page, mark: Locator) {
  const whole = await picture(page).boundingBox()
  const part = await mark.boundingBox()
  if (!whole || !part) throw new Error('the picture or its mark is not in sight')
  return {
    x: (part.x + part.width / 2 - whole.x) / whole.width,
    y: (part.y + part.height / 2 - whole.y) / whole.height,
  }
}

/** Drags over the picture that is shown, from its upper left, and waits for the pin. */
async function drawFor(page: Page, field: string) {
  await expect(page.getByText(`在图片上拖出能证明“${field}”的区域`)).toBeVisible()
  await expect(picture(page)).toBeVisible()
  const box = await picture(page).boundingBox()
  if (!box) throw new Error('no picture is shown')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await page.mouse.move(...at(0.1, 0.1))
  await page.mouse.down()
  await page.mouse.move(...at(0.2, 0.2))
  await page.mouse.move(...at(0.4, 0.3))
  await page.mouse.up()
  await expect(toast(page, `已标注“${field}”`)).toBeVisible()
}

test('a first review with evidence: wanted before it passes, turned with its picture, asked for again when field or picture changed', async ({
  signIn,
}) => {
  const customer = newCustomer()
  const clerk = await signIn('entry_clerk')

  const orderNo = await test.step('the clerk takes in an own car', async () => {
    await clerk.goto('/create/shenfen')
    await fillIntake(clerk, customer, { product: '自购车回租', kind: '二手车' })
    await fillIn(section(clerk, '客户身份'), { 证件号码: customer.idNo, 手机号: customer.mobile })
    await upload(clerk, '身份证正面')
    await upload(clerk, '身份证反面')
    await submit(clerk, '提交预审')
    return (await textOf(toast(clerk, /^\S+ 已提交预审$/))).replace(' 已提交预审', '')
  })
  await test.step('the pre-review', async () => {
    const reviewer = await signIn('pre_reviewer')
    await claimIn(reviewer, 'pre', orderNo)
    await passOrder(reviewer, 'pre', orderNo)
    await reviewer.close()
  })
  await test.step('the entry', async () => {
    await openForm(clerk, orderNo, '录单')
    const hands = handsOn(clerk)
    await textField(section(clerk, '客户身份'), '客户姓名').focus()
    await hands.answerAll({ ...standardAnswers(customer), ...ownCar(customer.name) })
    await submit(clerk, '提交初审')
    await expect(toast(clerk, '已提交初审')).toBeVisible()
  })

  const first = await signIn('first_reviewer')
  const wants = opinion(first).getByText(/^通过前须标注证据/)
  await test.step('it does not pass without, and leads to the paper', async () => {
    await claimIn(first, 'first', orderNo)
    await expect(wants).toHaveText(`通过前须标注证据：${idNo}、${vin}`)
    await callAll(first)
    await first.keyboard.press('1')
    await fillIn(opinion(first), { 意见: '资料齐全，同意' })
    await first.keyboard.press('Control+Enter')
    await expect(first.getByText(`请先标注${idNo}、${vin}的证据`).first()).toBeVisible()
  })

  await test.step('a region is drawn, and stays on what it shows when the picture is turned', async () => {
    await opinion(first).getByRole('button', { name: '去标注' }).click()
    await expect(viewer(first).getByText('身份证正面', { exact: true }).first()).toBeVisible()
    await drawFor(first, idNo)
    await expect(wants).toHaveText(`通过前须标注证据：${vin}`)
    const mark = viewer(first).getByRole('button', { name: `${idNo} · 证据有效` })
    const upright = await partsOf(first, mark)
    await viewer(first).getByRole('button', { name: '旋转 (R)' }).click()
    await expect
      .poll(async () => {
        const turned = await partsOf(first, mark)
        return Math.abs(turned.x - (1 - upright.y)) + Math.abs(turned.y - upright.x)
      })
      .toBeLessThan(0.02)
  })

  await test.step('a drag that shows nothing is told so; the second field has its proof', async () => {
    await opinion(first).getByRole('button', { name: '去标注' }).click()
    const box = await picture(first).boundingBox()
    if (!box) throw new Error('no picture is shown')
    await first.mouse.move(box.x + 20, box.y + 20)
    await first.mouse.down()
    await first.mouse.move(box.x + 25, box.y + 22)
    await first.mouse.move(box.x + 21, box.y + 21)
    await first.mouse.up()
    await expect(toast(first, '区域太小，请重新拖选')).toBeVisible()
    await drawFor(first, vin)
    await expect(wants).toBeHidden()
  })

  await test.step('it goes back; the clerk replaces a picture and corrects a number', async () => {
    await returnOrder(first, 'first', orderNo, '身份证正面反光，车架号与登记证书不符')
    await openForm(clerk, orderNo, '录单')
    const front = section(clerk, '材料').getByRole('group', { name: '身份证正面', exact: true })
    await front.getByRole('button', { name: /^删除 / }).click()
    await answer(clerk, '确定删除 身份证正面.jpg 吗?', '确定')
    await expect(front.getByRole('button', { name: /^删除 / })).toHaveCount(0)
    await upload(clerk, '身份证正面')
    await fillIn(section(clerk, '车辆'), { [vin]: fakeVin(Number(customer.mobile.slice(-6)) + 1, 2025) })
    await submit(clerk, '提交初审')
    await expect(toast(clerk, '已提交初审')).toBeVisible()
  })

  await test.step('both proofs are asked for again, each with its reason', async () => {
    await claimIn(first, 'first', orderNo)
    await expect(wants).toHaveText(`通过前须标注证据：${idNo}、${vin}`)
    // It opens on what came since.
    await expect(viewer(first).getByText('身份证正面', { exact: true }).first()).toBeVisible()
    for (const [part, field, why] of [
      ['申请信息', idNo, '图片已被替换，请重新标注'],
      ['车辆与估价', vin, '标注后字段已修改，请重新核对'],
    ] as const) {
      await first.getByRole('tab', { name: part }).click()
      await proofOf(first, field).click()
      await expect(first.getByText(why).first()).toBeVisible()
      await first.getByRole('button', { name: '重新标注', exact: true }).click()
      await drawFor(first, field)
      await expect(proofOf(first, field)).toHaveAccessibleName(`查看${field}的证据 · 证据有效`)
    }
    await expect(wants).toBeHidden()
  })

  await test.step('and it passes', async () => {
    // The calls of the first round hold.
    await first.keyboard.press('1')
    await fillIn(opinion(first), { 意见: '证据齐全，同意' })
    await first.keyboard.press('Control+Enter')
    await expect(toast(first, `${orderNo} 初审通过`)).toBeVisible()
  })
})

import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { fillIn, pick } from '../support/fields.ts'
import { photo } from '../support/papers.ts'
import { makeRelease, passRelease, payBy } from '../support/releases.ts'
import { button, openCheck, passCheck, payNoOf, refuse } from '../support/returns.ts'
import { toast } from '../support/shell.ts'
import { setSimulator, simulatorSays } from '../support/simulator.ts'

/** The bank has the money and says nothing: two people say by its paper what became of it. */

/** The minute and the day of China, as a bank's paper tells them. */
const paperTime = (at: number) => {
  const [day = '', time = ''] = new Date(at + 8 * 3600_000).toISOString().split('T')
  return { day, minute: time.slice(0, 5) }
}

async function register(page: Page) {
  await button(page.locator('main'), '登记银行结果').click()
  return page.getByRole('dialog', { name: /^登记 .+ 的银行结果$/ })
}

test('a payment whose bank never answers is registered by its paper, wrong values told, and opens its loan once another person has checked it', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  const cashier = await signIn('cashier')
  const checker = await signIn('finance_checker')
  const main = cashier.locator('main')
  await setSimulator(admin, 'payment', true)
  const orderNo = await makeRelease(cashier)
  await passRelease(checker, orderNo)
  const payNo = await payNoOf(cashier)

  await test.step('while the bank is asked nothing is registered, and the button says why', async () => {
    await cashier.reload()
    await button(main, '登记银行结果').hover()
    await expect(button(main, '登记银行结果')).toHaveAttribute('aria-disabled', 'true')
    await expect(cashier.getByText(/银行还可能答复，不能登记/).first()).toBeVisible()
  })

  await simulatorSays(admin, 'payment', payNo, { outcome: 'never' })
  await setSimulator(admin, 'payment', false)
  const dialog =
    await test.step('the cashier registers it: what is missing or cannot be is told', async () => {
      await expect(async () => {
        await cashier.reload()
        await expect(button(main, '登记银行结果')).not.toHaveAttribute('aria-disabled', 'true', {
          timeout: 2_000,
        })
      }).toPass()
      const dialog = await register(cashier)
      await button(dialog, '提交复核').click()
      await expect(dialog.getByRole('alert').first()).toBeVisible()
      const { day } = paperTime(Date.now() + 86_400_000)
      await fillIn(dialog, { 银行流水号: `P-${payNo}`, '到账时间（日期）': day, '到账时间（时刻）': '09:00' })
      await dialog.locator('input[type=file]').setInputFiles(await photo('回单'))
      await button(dialog, '提交复核').click()
      await expect(dialog.getByText('不能晚于现在')).toBeVisible()
      return dialog
    })

  await test.step('two windows: whoever comes second reads that it waits already', async () => {
    const { day, minute } = paperTime(Date.now())
    const second = await cashier.context().newPage()
    await second.goto(cashier.url())
    const other = await register(second)
    await pick(other, '结果', '失败')
    await fillIn(other, { 失败原因: '对账单上没有' })
    await other.locator('input[type=file]').setInputFiles(await photo('对账单'))
    await fillIn(dialog, { '到账时间（日期）': day, '到账时间（时刻）': minute })
    await button(dialog, '提交复核').click()
    await expect(toast(cashier, '已提交，等待他人复核')).toBeVisible()
    await button(other, '提交复核').click()
    const conflict = second.getByRole('dialog', { name: /^数据已被他人修改/ })
    await button(conflict, '保留我的内容，继续编辑').click()
    await button(other, '提交复核').click()
    await expect(toast(second, /待复核/)).toBeVisible()
    await expect(other.getByText('对账单.jpg')).toBeVisible()
    await second.close()
  })

  await test.step('the first word of it is refused, the second checked with the paper in view', async () => {
    await refuse(checker, orderNo, '回单看不清', '银行结果')
    await expect(main.getByText(/驳回: 回单看不清$/)).toBeVisible()
    // The banner may be there a moment before the rest of the page is as new.
    await cashier.reload()
    const again = await register(cashier)
    const { day, minute } = paperTime(Date.now())
    await fillIn(again, { 银行流水号: `P-${payNo}`, '到账时间（日期）': day, '到账时间（时刻）': minute })
    await again.locator('input[type=file]').setInputFiles(await photo('回单'))
    await button(again, '提交复核').click()
    await expect(again).toBeHidden()
    const check = await openCheck(checker, orderNo, '银行结果')
    await expect(check.getByText(`P-${payNo}`)).toBeVisible()
    await passCheck(check, true)
  })

  await test.step('the loan is open, and the payment has its 回单', async () => {
    await expect(main.getByRole('link', { name: '还款计划与凭证' })).toBeVisible()
    await expect(main.getByText('回单', { exact: true })).toBeVisible()
    await main.getByRole('link', { name: '还款计划与凭证' }).click()
    await expect(cashier.getByRole('table', { name: '凭证' }).getByText('长期应收款-本金')).toBeVisible()
  })
})

test('a payment file that the bank took and did not carry out is cancelled by two people, and its payments go into another one', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  const cashier = await signIn('cashier')
  const checker = await signIn('finance_checker')
  await payBy(admin, '付款文件')
  const orderNo = await makeRelease(cashier)
  await passRelease(checker, orderNo)
  const makeFile = async () => {
    await cashier.goto('/release/files')
    await button(cashier.locator('main'), '生成付款文件').click()
    const dialog = cashier.getByRole('dialog', { name: '生成付款文件' })
    await expect(dialog.getByRole('radio').first()).toBeChecked()
    await button(dialog, '确定').click()
    await expect(cashier.getByRole('link', { name: orderNo, exact: true })).toBeVisible()
  }
  await makeFile()

  // Nobody took it from here: there is nothing to ask the bank about.
  await expect(button(cashier.locator('main'), '申请作废')).toHaveCount(0)

  const fileNo =
    await test.step('once it was downloaded it takes the word of the bank and another person', async () => {
      const downloading = cashier.waitForEvent('download')
      await button(cashier.locator('main'), '下载文件').click()
      await downloading
      await button(cashier.locator('main'), '申请作废').click()
      const dialog = cashier.getByRole('dialog', { name: /^申请作废付款文件 / })
      const fileNo = ((await dialog.getByRole('heading').textContent()) ?? '')
        .replace('申请作废付款文件 ', '')
        .trim()
      await fillIn(dialog, { '银行的确认（何时、何人、如何确认未执行）': '客户经理来电：未执行' })
      await button(dialog, '申请作废').click()
      await expect(cashier.getByText('等待他人复核').first()).toBeVisible()
      const check = await openCheck(checker, fileNo, '作废付款文件')
      await passCheck(check, true)
      await expect(cashier.getByText('已作废').filter({ visible: true }).first()).toBeVisible()
      return fileNo
    })

  await test.step('its payments go into another file', async () => {
    await makeFile()
    await expect(cashier.locator('main').getByText(fileNo).filter({ visible: true })).toHaveCount(0)
  })
  await payBy(admin, '银企直连')
})

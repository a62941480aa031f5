import { readFileSync } from 'node:fs'
import { expect, test } from '../support/desk.ts'
import { choose, pick, section, typeOver } from '../support/fields.ts'
import { figure } from '../support/first-payments.ts'
import { expectVouchersBalance } from '../support/loan.ts'
import {
  bothSides,
  closeDay,
  nextDue,
  overdueLoan,
  passLoanChange,
  payQuote,
  registerReceipt,
} from '../support/loan-days.ts'
import { expectLoaded, quickSearch, rows, textOf, toast } from '../support/shell.ts'
import { setSimulator } from '../support/simulator.ts'

/** A tenant of which no other journey moves the business day. */
const qinghe = { host: 'qinghe.localhost' }
/** So each run has receipts of its own. */
const mark = String(Date.now()).slice(-9)

test('a loan by a day each: due, paid, lowered, settled, and its certificate', async ({ signIn }) => {
  const admin = await signIn('admin', qinghe)
  const clerk = await signIn('postloan', qinghe)
  const checker = await signIn('finance_checker', qinghe)
  const { loanNo, orderId, dueDate, left } = await nextDue(clerk)
  // Its customer pays by himself in this one: nobody draws from his card meanwhile.
  await setSimulator(admin, 'deduct', true)
  try {
    let today = ''

    await test.step('day after day is closed until its instalment is due', async () => {
      await admin.goto('/sys/closing')
      await admin.getByRole('button', { name: '日终试跑', exact: true }).click()
      const trial = admin.getByRole('dialog', { name: /^日终试跑 / })
      await expect(trial.getByText('新营业日', { exact: true })).toBeVisible()
      await admin.keyboard.press('Escape')
      do today = await closeDay(admin)
      while (today < dueDate)
    })

    await test.step('paid on its day, it owes nothing; the same number is no second receipt', async () => {
      await clerk.goto('/hzhc/loanmanage/drhk')
      await expectLoaded(clerk)
      await quickSearch(clerk, loanNo)
      const due = rows(clerk).filter({ hasText: loanNo }).first()
      await due.getByRole('button', { name: '登记还款', exact: true }).click()
      const dialog = clerk.getByRole('dialog', { name: new RegExp(`^登记还款 ${loanNo}`) })
      await registerReceipt(dialog, `R${mark}`)
      await expect(bothSides(dialog, '今日应还合计')).toHaveText([new RegExp(left.slice(-6)), '0.00'])
      await dialog.getByRole('button', { name: '登记还款', exact: true }).click()
      await expect(toast(clerk, /已入账，还款流水号/)).toBeVisible()
      await clerk.goto(`/loans/detail?orderId=${orderId}`)
      await expect(figure(clerk, '当日应还')).toHaveText('0.00')
      await clerk.getByRole('button', { name: '登记还款', exact: true }).click()
      const again = clerk.getByRole('dialog', { name: new RegExp(`^登记还款 ${loanNo}`) })
      await registerReceipt(again, `R${mark}`, { amount: '1.00' })
      await again.getByRole('button', { name: '登记还款', exact: true }).click()
      await expect(again.getByText(/该流水号已登记/)).toBeVisible()
      await again.getByRole('button', { name: '取消' }).click()
    })

    const settlement = `/apply-settle/applydetails?orderId=${orderId}`
    await test.step('the next day it is lowered: quoted, approved, paid and booked by two', async () => {
      today = await closeDay(admin)
      await clerk.goto(settlement)
      const main = clerk.locator('main')
      await choose(main, { 类型: '部分提前还款' })
      await typeOver(main.getByRole('textbox', { name: '提前还款金额' }), '6000')
      await pick(main, '还款方式', '减额（期数不变）')
      await expect(main.getByText(/^新计划：剩余本金/)).toBeVisible()
      const applyNo = await apply('部分提前还款')
      await passLoanChange(checker, applyNo, '结清报价')
      await clerk.reload()
      await payQuote(clerk, `P${mark}`)
      await passLoanChange(checker, applyNo, '结清核销', true)
      await clerk.goto(`/loans/detail?orderId=${orderId}`)
      await expect(main.getByText(/部分提前还款/).first()).toBeVisible()
      await expect(main.getByRole('heading', { name: '计划版本' })).toBeVisible()
    })

    await test.step('and the day after it is settled as it was quoted', async () => {
      today = await closeDay(admin)
      await clerk.goto(settlement)
      await expect(
        clerk
          .locator('main')
          .getByRole('row', { name: /应付合计/ })
          .first(),
      ).toBeVisible()
      const applyNo = await apply('提前结清')
      await passLoanChange(checker, applyNo, '结清报价')
      await clerk.reload()
      await payQuote(clerk, `S${mark}`)
      await passLoanChange(checker, applyNo, '结清核销', true)
    })

    await test.step('its books balance, and its certificate is sealed', async () => {
      await clerk.goto(`/loans/detail?orderId=${orderId}`)
      await expect(figure(clerk, '剩余本金')).toHaveText('0.00')
      await expect(figure(clerk, '结清日')).toHaveText(today)
      await expectVouchersBalance(clerk)
      await clerk.goto(settlement)
      const button = clerk.getByRole('button', { name: '下载结清证明' })
      await expect(async () => {
        await clerk.reload()
        await expect(button).toBeVisible({ timeout: 2_000 })
      }).toPass()
      const file = clerk.waitForEvent('download')
      await button.click()
      const bytes = readFileSync(await (await file).path())
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(bytes.includes('/ByteRange')).toBe(true)
    })
  } finally {
    await setSimulator(admin, 'deduct', false)
  }

  /** The quote of the day becomes an application, which goes to a second person. @returns its number */
  async function apply(kind: string): Promise<string> {
    const main = clerk.locator('main')
    await main.getByRole('button', { name: '新建申请', exact: true }).click()
    const asks = clerk.getByRole('dialog', { name: /的报价新建申请/ })
    await choose(asks, { 申请原因: '资金充裕' })
    await asks.getByRole('button', { name: '新建申请', exact: true }).click()
    await expect(asks).toBeHidden()
    await main.getByRole('button', { name: '提交审核', exact: true }).click()
    await clerk.getByRole('alertdialog').getByRole('button', { name: '提交审核', exact: true }).click()
    await expect(toast(clerk, '已提交，等待他人审核')).toBeVisible()
    const heading = main.getByRole('heading', { name: new RegExp(`^${kind} `) })
    return (await textOf(heading.first())).replace(`${kind} `, '').trim()
  }
})

test('a receipt of the due day, registered late: what falls is seen before, and each day since then shows it paid', async ({
  signIn,
}) => {
  const clerk = await signIn('postloan', qinghe)
  const { orderId, loanNo, dpd } = await overdueLoan(clerk)
  await clerk.goto(`/loans/detail?orderId=${orderId}`)
  const main = clerk.locator('main')
  const due = main
    .getByRole('table', { name: /到期应还$/ })
    .locator('tbody')
    .getByRole('row')
  await expect(due).toHaveCount(1)
  const [, dueDate = '', principal = '', interest = '', fee = '', penalty = ''] = await due
    .first()
    .getByRole('cell')
    .allTextContents()
  const rent = [principal, interest, fee].map((text) => Math.round(Number(text.replaceAll(',', '')) * 100))
  const amount = (rent.reduce((sum, fen) => sum + fen, 0) / 100).toFixed(2)
  expect(penalty).not.toBe('0.00')

  await test.step('in two columns: overdue days and penalty fall to nothing', async () => {
    await clerk.getByRole('button', { name: '登记还款', exact: true }).click()
    const dialog = clerk.getByRole('dialog', { name: new RegExp(`^登记还款 ${loanNo}`) })
    await registerReceipt(dialog, `B${mark}`, { amount, valueDate: dueDate })
    await expect(bothSides(dialog, '逾期天数')).toHaveText([String(dpd), '0'])
    await expect(bothSides(dialog, '应收罚息')).toHaveText([penalty, '0.00'])
    await dialog.getByRole('button', { name: '登记还款', exact: true }).click()
    await expect(toast(clerk, /已入账，还款流水号/)).toBeVisible()
    await expect(figure(clerk, '逾期天数')).toHaveText('0 天 M0')
    await expect(figure(clerk, '应收罚息')).toHaveText('0.00')
  })

  await test.step('as of any day since then it is paid, and two days show what came in between', async () => {
    const eve = new Date(Date.parse(dueDate) - 86_600_000).toISOString().slice(0, 10)
    await clerk.goto(`/loans/detail?orderId=${orderId}&asOf=${dueDate}&before=${eve}`)
    await expect(figure(clerk, '逾期天数')).toHaveText('0 天 M0')
    const between = section(clerk, `${eve} 与 ${dueDate} 的差异`)
    await expect(between.getByRole('row').filter({ hasText: '剩余本金' })).toBeVisible()
    await clerk.getByRole('button', { name: '回到营业日' }).click()
    await expect(clerk).not.toHaveURL(/asOf/)
  })

  await test.step('an amount opens its explanation', async () => {
    await figure(clerk, '剩余本金').getByRole('button').click()
    const why = clerk.getByRole('dialog', { name: '剩余本金的计算过程' })
    await expect(why.getByText(/^合同本金 .+ − 已还本金/)).toBeVisible()
  })
})

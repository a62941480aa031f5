import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { anotherWindow, expect, test } from '../support/desk.ts'
import { fillIn } from '../support/fields.ts'
import { makeRelease, passRelease, payBy } from '../support/releases.ts'
import { button } from '../support/returns.ts'
import { answer, textOf, toast } from '../support/shell.ts'

test('money goes out as a file: what the bank answers is judged line by line, and what is right of it stands in the books once', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  const cashier = await signIn('cashier')
  const make = cashier.getByRole('button', { name: '生成付款文件', exact: true })
  await payBy(admin, '付款文件')
  const orderNo = await makeRelease(cashier)
  // Calls of a network that is gone are told by the browser itself.
  const checker = await signIn('finance_checker', { lenient: /./ })
  await passRelease(checker, orderNo)

  const payment = await test.step('the file is made, once, and downloaded', async () => {
    await cashier.goto('/release/files')
    await make.click()
    const dialog = cashier.getByRole('dialog', { name: '生成付款文件' })
    await expect(dialog.getByRole('radio').first()).toBeChecked()
    await dialog.getByRole('button', { name: '确定', exact: true }).click()
    await expect(toast(cashier, '已生成付款文件')).toBeVisible()
    await expect(cashier.getByRole('link', { name: orderNo, exact: true })).toBeVisible()
    const downloading = cashier.waitForEvent('download')
    await cashier.getByRole('button', { name: '下载文件', exact: true }).click()
    const [, ...lines] = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\r\n')
    const row = cashier.getByRole('table', { name: '付款明细' }).getByRole('row').filter({ hasText: orderNo })
    const payNo = await textOf(row.getByRole('cell').first())
    const own = lines.find((line) => line.startsWith(payNo))?.split(',') ?? []
    expect(own).toHaveLength(7)
    expect(own[6]).toBe(orderNo)
    return { payNo, amount: own[5] ?? '', row }
  })

  // A bank writes China's day, which is another than UTC's until eight in the morning.
  const today = new Date(Date.now() + 8 * 3600_000).toISOString().slice(0, 10)
  const bring = async (name: string, ...lines: string[]) => {
    const head = '放款单号,金额,结果,银行流水号,付款时间,失败原因'
    const buffer = Buffer.from([head, ...lines].join('\n'))
    await cashier.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  }
  const { payNo, amount, row } = payment

  await test.step('an answer that is none, and one of another amount, book nothing', async () => {
    await cashier.locator('input[type=file]').setInputFiles({
      name: 'none.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('a,b\n1,2'),
    })
    await expect(toast(cashier, /^表头不符/)).toBeVisible()
    await bring('wrong.csv', `${payNo},1.00,成功,B1,${today},`, `PAY-NOBODY,1.00,成功,B2,${today},`)
    const read = cashier.getByRole('table', { name: '回盘 wrong.csv' })
    await expect(read.getByText('金额不符')).toBeVisible()
    await expect(read.getByText('没有这个放款单号')).toBeVisible()
    await checker.goto(cashier.url())
    await expect(checker.getByRole('button', { name: '入账 0 笔' })).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('it is refused by another one, once, also without a network and from two windows', async () => {
    const refuse = async (page: Page) => {
      await page.getByRole('button', { name: '驳回回盘', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '驳回回盘 wrong.csv' })
      await fillIn(dialog, { 原因: '是受理回执，不是付款结果' })
      return dialog
    }
    const second = await anotherWindow(checker)
    await second.goto(checker.url())
    const [here, there] = [await refuse(checker), await refuse(second)]
    await checker.context().setOffline(true)
    await button(here, '驳回回盘').click()
    await expect(here).toBeVisible()
    await expect(toast(checker, '请求超时')).toBeVisible()
    await checker.context().setOffline(false)
    await button(here, '驳回回盘').click()
    await expect(toast(checker, '已驳回，等待银行的回盘')).toBeVisible()
    await expect(checker.getByText(/^已驳回 .+ 是受理回执，不是付款结果$/)).toBeVisible()
    await button(there, '驳回回盘').click()
    await expect(there).toBeHidden()
    await expect(toast(second, /已重新读取，请核对后再操作$/)).toBeVisible()
    await expect(button(second, '驳回回盘')).toHaveCount(0)
    // Whoever brought it sees it without a reload.
    await expect(cashier.getByText(/^已驳回 .+ 是受理回执，不是付款结果$/)).toBeVisible()
    await second.close()
  })

  await test.step('the right one is booked by another one, and changes nothing when it comes again', async () => {
    const right = `${payNo},${amount},成功,B-${payNo},${today},`
    await bring('right.csv', right)
    await expect(cashier.getByText(/right\.csv 的 1 笔待财务复核与银行回单核对后入账/)).toBeVisible()
    await expect(cashier.getByRole('button', { name: /^入账/ })).toHaveCount(0)
    await checker.reload()
    await checker.getByRole('button', { name: '入账 1 笔' }).click()
    await answer(checker, /按回盘入账 1 笔/, '入账 1 笔')
    await cashier.reload()
    await expect(row.getByText('成功')).toBeVisible({ timeout: 30_000 })
    await bring('right.csv', right)
    await expect(
      cashier.getByRole('table', { name: '回盘 right.csv' }).getByText('已入账，不重复处理'),
    ).toBeVisible()
  })

  await test.step('the books stand', async () => {
    await cashier.getByRole('link', { name: orderNo, exact: true }).click()
    await cashier.getByRole('link', { name: '还款计划与凭证' }).click()
    await expect(cashier.getByRole('table', { name: '凭证' }).getByText('长期应收款-本金')).toBeVisible()
  })

  await payBy(admin, '银企直连')
})

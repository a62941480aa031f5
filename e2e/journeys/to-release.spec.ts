import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import type { ReadPdf } from '../../lib/domains/contracts/service/read-pdf.fixture.ts'
import { countingHands } from '../support/counting-hands.ts'
import { expect, password, test } from '../support/desk.ts'
import { choose, fillIn, section } from '../support/fields.ts'
import { figure, passPayment, registerPayment } from '../support/first-payments.ts'
import { chooseDevice, fitDevice, issueDevice, openFitting, takeIn } from '../support/gps.ts'
import { expectPlanAddsUp, expectVouchersBalance } from '../support/loan.ts'
import { handIn, passPapers, uploadPapers } from '../support/papers.ts'
import { answer, expectLoaded, numberLink, quickSearch, rows, toast } from '../support/shell.ts'
import { approvedOrder, signByCalls } from '../support/signing.ts'
import { setSimulator, simulatorSays } from '../support/simulator.ts'

/** Clicks and typed values of one release, from the list in which it waits. */
const most = { maker: 4, checker: 5 } as const

const amounts = /\d[\d,]*\.\d{2}/g
const main = (page: Page) => page.locator('main')
/** Everything that the release of the open order still waits for. */
const gates = (page: Page) => section(page, '放款前置')
/** The open order says that this is its state; tabs behind it may have the word, too. */
const expectStatus = (page: Page, status: string) =>
  expect(main(page).getByText(status, { exact: true }).filter({ visible: true }).first()).toBeVisible()

/** Opens the order by its number in a list. */
async function openIn(page: Page, list: string, orderNo: string): Promise<void> {
  await page.goto(list)
  await expectLoaded(page)
  await quickSearch(page, orderNo)
  await numberLink(rows(page).filter({ hasText: orderNo }).first()).click()
  // The tabs behind it may be of the same order.
  await expect(main(page).getByText(orderNo).filter({ visible: true }).first()).toBeVisible()
}

test('from 审批通过 to 已放款, over seven accounts: card, contracts, first payment, GPS, papers, funder, release, and the books', async ({
  signIn,
}) => {
  const clerk = await signIn('contract_clerk')
  const { orderId, orderNo, shop } = await approvedOrder(clerk)

  await test.step('the card is bound: without it there are no contracts, and each page leads to the other', async () => {
    await openIn(clerk, '/elecontract/contractinfo', orderNo)
    await expect(main(clerk).getByText('还款卡未绑定，绑定后才能生成合同')).toBeVisible()
    await clerk.getByRole('link', { name: '打开改卡' }).click()
    await clerk.getByRole('button', { name: '绑卡', exact: true }).click()
    await answer(clerk, /向银行核验 .+ 的还款卡/, '绑卡')
    await expect(main(clerk).getByText('四要素一致，代扣协议已签')).toBeVisible()
    await clerk.getByRole('link', { name: '去办理：电子合同已签' }).click()
    await expect(clerk.getByRole('button', { name: '生成合同', exact: true })).toBeEnabled()
  })

  await test.step('once everybody has signed, the order is in preparation', async () => {
    // Clicked in signing.spec.ts.
    await signByCalls(clerk, orderId)
    await expectStatus(clerk, '放款准备')
  })

  const cashier = await signIn('cashier')
  const checker = await signIn('finance_checker')
  await test.step('the first payment comes in as it is due, and counts when it is checked', async () => {
    await openIn(cashier, '/payment/first', orderNo)
    await expect(gates(cashier).getByText(/首付款/)).toBeVisible()
    const due = '31,580.00'
    await expect(figure(cashier, '首期应付')).toHaveText(due)
    await registerPayment(cashier, `R${orderNo.slice(-12)}`)
    await expect(figure(cashier, '待复核到账')).toHaveText(due)
    await passPayment(checker, orderNo, '首付款入账')
    await expect(figure(cashier, '已入账')).toHaveText(due)
    await expect(figure(cashier, '尚欠')).toHaveText('0.00')
    await expect(gates(cashier).getByText(/首付款/)).toBeHidden()
  })

  const keeper = await signIn('material_clerk')
  await test.step('a GPS device goes from the stock to the shop, which fits it with a phone; the company checks the photos', async () => {
    const deviceNo = `TR${String(Date.now()).slice(-9)}`
    await takeIn(keeper, deviceNo)
    await issueDevice(keeper, deviceNo, shop)
    const seller = await signIn('shop_user', { width: 390 })
    await openFitting(seller, orderNo)
    await chooseDevice(seller, deviceNo)
    await fitDevice(seller, deviceNo)
    expect(await seller.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await expect(gates(seller).getByText(/GPS/)).toBeVisible()
    await openFitting(keeper, orderNo, 'check')
    await main(keeper).getByRole('button', { name: '核验通过' }).click()
    await answer(keeper, `${deviceNo} 的安装与照片一致？`, '核验通过')
    await expect(gates(keeper).getByText(/GPS/)).toBeHidden()
  })

  await test.step('the policies are typed from their scans, and the insurance passes', async () => {
    await openIn(keeper, '/materials/peoplekeep', orderNo)
    await uploadPapers(keeper, ['交强险保单', '商业险保单'])
    await expect(main(keeper).getByText(/^尚缺：交强险保单信息/)).toBeVisible()
    await typePolicy(keeper, '交强险', `JQ${orderNo.slice(-12)}`)
    await typePolicy(keeper, '商业险-车损', `SY${orderNo.slice(-12)}`)
    await handIn(keeper)
    await passPapers(keeper)
    await expect(gates(keeper).getByText(/保险/)).toBeHidden()
  })

  const manager = await signIn('capital_mgr')
  await test.step('the papers for the funder are handed in by one and passed by who pushes', async () => {
    await openIn(keeper, '/materials/capital', orderNo)
    await uploadPapers(keeper, ['资方申请表', '资方征信授权书', '身份证复印件(资方)'])
    await handIn(keeper)
    await openIn(manager, '/materials/capital', orderNo)
    await passPapers(manager)
  })

  await test.step('the funder agrees: nothing is left, and the order waits for its release by itself', async () => {
    const admin = await signIn('admin')
    await setSimulator(admin, 'funder', true)
    try {
      await main(manager).getByRole('button', { name: '推送', exact: true }).click()
      await answer(manager, /推送.+到示例银行A？/, '推送')
      await expectStatus(manager, '待资方审核')
      await simulatorSays(admin, 'funder', orderNo, { outcome: 'done' })
      await expect(main(manager).getByText('示例银行A已通过。')).toBeVisible()
      await expect(gates(manager).getByText('放款前置已全部完成')).toBeVisible()
      await expectStatus(manager, '待放款')
    } finally {
      await setSimulator(admin, 'funder', false)
    }
  })

  await test.step('made in few clicks from the list', async () => {
    await cashier.goto('/release/index?releaseState=make')
    await expectLoaded(cashier)
    const hands = countingHands()
    await hands.type(cashier.getByRole('textbox', { name: '快速搜索' }), orderNo)
    const row = rows(cashier).filter({ hasText: orderNo })
    await expect(rows(cashier)).toHaveCount(1)
    await hands.click(row.getByRole('button', { name: '制单', exact: true }))
    const making = cashier.getByRole('dialog', { name: /制单放款$/ })
    await expect(making.getByText('放款金额')).toBeVisible()
    await hands.click(making.getByRole('button', { name: '提交复核' }))
    await expect(toast(cashier, /已制单，等待他人复核/)).toBeVisible()
    report('maker', hands.presses())
  })

  await test.step('checked in few clicks from 待我复核', async () => {
    await checker.goto('/check/index')
    await expectLoaded(checker)
    const hands = countingHands()
    await hands.type(checker.getByRole('textbox', { name: '快速搜索' }), orderNo)
    const row = rows(checker).filter({ hasText: orderNo })
    await expect(rows(checker)).toHaveCount(1)
    await hands.click(row.getByRole('button', { name: '通过', exact: true }))
    const checking = checker.getByRole('dialog', { name: new RegExp(`复核通过 ${orderNo}`) })
    await hands.type(checking.getByLabel('支付密码'), password)
    await hands.click(checking.getByRole('button', { name: '通过', exact: true }))
    await expect(toast(checker, `${orderNo} 已复核通过`)).toBeVisible()
    report('checker', hands.presses())
  })

  await test.step('the bank pays: plan and vouchers add up, and what is left to do stands there', async () => {
    await openIn(cashier, '/release/index', orderNo)
    await cashier.getByRole('link', { name: '还款计划与凭证' }).click()
    await expectStatus(cashier, '已放款')
    expect(await expectPlanAddsUp(cashier)).toEqual({ periods: 36, principal: '86,000.00' })
    await expect(figure(cashier, '合同本金')).toHaveText('86,000.00')
    expect(await expectVouchersBalance(cashier)).toEqual([
      '放款前收退款',
      '收取费用',
      '收取保证金',
      '放款',
      '计提返佣',
    ])
    for (const task of ['放款后回访', '办理抵押', '新车补充资料', '资料归档'])
      await expect(figure(cashier, task)).toHaveText(/^\d{4}-\d{2}-\d{2} 待办$/)
  })

  await test.step('the sheet of the day has it, on paper with the figures of the screen', async () => {
    await cashier.goto('/release/day')
    const sums = cashier.getByRole('table', { name: /^\d{4}-\d{2}-\d{2} 放款合计$/ })
    await expect(sums.locator('td').filter({ hasText: amounts }).nth(1)).toBeVisible()
    const shown = (await sums.locator('td').allInnerTexts()).flatMap((text) => text.match(amounts) ?? [])
    const file = test.info().outputPath('sheet.pdf')
    await cashier.pdf({ path: file, preferCSSPageSize: true })
    expect(textsOfPdf(file).match(amounts)?.slice(0, shown.length)).toEqual(shown)
  })

  await test.step('its customer was told, and who does what is left has it in his lists', async () => {
    await clerk.goto(`/hzhc/smssend?q=${orderNo}`)
    await expect(rows(clerk).filter({ hasText: '放款通知' })).toHaveCount(1)
    for (const list of ['/materials/carmortgage', '/usedsupplement/newCarAdditional']) {
      await openIn(keeper, list, orderNo)
      await expectStatus(keeper, '已放款')
    }
  })
})

/** Everything that a reader of the file finds written in it. */
function textsOfPdf(file: string): string {
  const said = execFileSync(process.execPath, ['lib/domains/contracts/service/read-pdf.fixture.ts', file])
  const { places }: ReadPdf = JSON.parse(said.toString())
  return places
    .flat()
    .map(({ text }) => text)
    .join(' ')
}

/** A policy as its scan says: one that the entry names already is completed, any other is added. */
async function typePolicy(keeper: Page, kind: string, policyNo: string): Promise<void> {
  const known = main(keeper).getByRole('row').filter({ hasText: kind })
  const isKnown = await known.isVisible()
  await (isKnown
    ? known.getByRole('button', { name: '修改' })
    : main(keeper).getByRole('button', { name: '登记保单' })
  ).click()
  const dialog = keeper.getByRole('dialog', { name: isKnown ? '修改保单' : '登记保单' })
  if (!isKnown) {
    await choose(dialog, { 险种: kind, 保险公司: '示例保险甲' })
    await fillIn(dialog, { 保费: '950', 保额: '900000' })
  }
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  await fillIn(dialog, { 保单号: policyNo, 生效日期: today })
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(main(keeper).getByRole('row').filter({ hasText: policyNo })).toBeVisible()
}

/** The number of presses that one of the two took, held to what it may take. */
function report(who: keyof typeof most, presses: number): void {
  test.info().annotations.push({ type: `release, ${who}`, description: `${presses} clicks and typed values` })
  expect(presses, who).toBeLessThanOrEqual(most[who])
}

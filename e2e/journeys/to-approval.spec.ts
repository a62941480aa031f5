import type { Page } from '@playwright/test'
import { handsOn } from '../support/by-keys.ts'
import { newCustomer, withWrongChecksum } from '../support/customer.ts'
import { expect, test } from '../support/desk.ts'
import { fillIntake, standardAnswers, upload } from '../support/entry-steps.ts'
import { choiceField, fillIn, section, textField, unfold } from '../support/fields.ts'
import { claimIn, passOrder } from '../support/reviews.ts'
import {
  answer,
  cells,
  expectLoaded,
  numberLink,
  openByMenu,
  quickSearch,
  rows,
  textOf,
  toast,
} from '../support/shell.ts'

const customerName = async (page: Page) =>
  ((await page.getByRole('button', { name: /^用户菜单/ }).getAttribute('aria-label')) ?? '').replace(
    '用户菜单 ',
    '',
  )

/** The row of an order in a list, found by its number. */
async function orderRow(page: Page, list: string, orderNo: string) {
  await page.goto(list)
  await expectLoaded(page)
  await quickSearch(page, orderNo)
  await expect(cells(page, '订单编号')).toHaveText([orderNo])
  return rows(page).first()
}

test('an order from the intake to 审批通过 over five accounts, with a return and a lost tab on its way', async ({
  signIn,
}) => {
  const customer = newCustomer()
  const clerk = await signIn('entry_clerk')
  const reviewer = await signIn('pre_reviewer')
  const names = { clerk: await customerName(clerk), reviewer: await customerName(reviewer) }

  const liveId = await test.step('somebody with an order on its way', async () => {
    await clerk.goto('/create/index?status=wait_entry')
    await expectLoaded(clerk)
    await rows(clerk).first().getByRole('link', { name: '录单' }).click()
    const idNo = textField(section(clerk, '客户身份'), '证件号码')
    await expect(idNo).toHaveValue(/^\d{17}[\dX]$/)
    return idNo.inputValue()
  })

  const identity = section(clerk, '客户身份')
  const submit = async (page: Page, button: string) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await answer(page, '提交后不能修改，是否继续?', button)
  }

  const orderNo = await test.step('the intake tells what is wrong, and takes what is right', async () => {
    await openByMenu(clerk, '进件管理', '进件列表')
    await clerk.getByRole('button', { name: '新增进件' }).click()
    await expect(clerk).toHaveURL(/\/create\/shenfen/)
    await fillIntake(clerk, customer)
    const idNo = textField(identity, '证件号码')
    const problem = async (text: string, message: string) => {
      await idNo.fill(text)
      await idNo.blur()
      await expect(identity.getByRole('alert').filter({ hasText: message })).toBeVisible()
    }
    await problem(`99${customer.idNo.slice(2)}`, '地址编码错误')
    await problem(withWrongChecksum(customer.idNo), '请输入正确的身份证号码')
    await problem(liveId, '该客户/车辆存在在途订单')
    await fillIn(identity, { 手机号: `2${customer.mobile.slice(1)}` })
    await clerk.getByRole('button', { name: '提交预审', exact: true }).click()
    await expect(identity.getByRole('alert').filter({ hasText: '请输入正确的手机号码' })).toBeVisible()
    await expect(clerk.getByRole('alertdialog')).toBeHidden()

    await fillIn(identity, { 证件号码: customer.idNo, 手机号: customer.mobile })
    await expect(identity.getByRole('alert')).toHaveCount(0)
    await upload(clerk, '身份证正面')
    await upload(clerk, '身份证反面')
    await expect(textField(identity, '客户姓名')).toHaveValue(customer.name)
    await submit(clerk, '提交预审')
    const said = toast(clerk, /^\S+ 已提交预审$/)
    // Read while it is there.
    const number = (await textOf(said)).replace(' 已提交预审', '')
    await expect(clerk).toHaveURL(/\/create\/details\?orderId=\d+/)
    return number
  })

  const decide = async (result: string, button: string) => {
    await reviewer.getByRole('button', { name: button, exact: true }).click()
    await expect(toast(reviewer, new RegExp(`^${orderNo} ${result}`))).toBeVisible()
  }
  const opinion = () => section(reviewer, '审核意见')

  await test.step('the reviewer claims it and returns it with reasons', async () => {
    const row = await orderRow(reviewer, '/mycheopeone/index', orderNo)
    await row.getByRole('button', { name: '领取', exact: true }).click()
    await expect(reviewer).toHaveURL(/\/mycheopeone\/details\?orderId=\d+/)
    await opinion().getByRole('radio', { name: '退回' }).check()
    await reviewer.getByRole('button', { name: '预审退回', exact: true }).click()
    await expect(opinion().getByRole('alert').filter({ hasText: '请选择原因' }).first()).toBeVisible()
    await choiceField(opinion(), '一级原因').selectOption('资料类')
    await choiceField(opinion(), '二级原因').selectOption('证件不清')
    await fillIn(opinion(), { 原因细节: '身份证正面反光，请重拍', 意见: '证件照片需要重拍' })
    await decide('预审退回', '预审退回')
  })

  await test.step('the clerk reads why, mends it and submits it again', async () => {
    const row = await orderRow(clerk, '/create/index', orderNo)
    await expect(row).toContainText('预审退回')
    await row.getByRole('link', { name: '编辑' }).click()
    await expect(clerk.getByText(/资料类 \/ 证件不清/)).toBeVisible()
    await expect(clerk.getByText('身份证正面反光，请重拍')).toBeVisible()
    await upload(clerk, '身份证正面')
    const intent = section(clerk, '车辆与金额意向')
    await unfold(intent)
    await fillIn(intent, { 意向品牌: '示例牌' })
    await submit(clerk, '提交预审')
    await expect(toast(clerk, `${orderNo} 已提交预审`)).toBeVisible()
  })

  await test.step('the reviewer passes it', async () => {
    const row = await orderRow(reviewer, '/mycheopeone/index', orderNo)
    await row.getByRole('button', { name: '领取', exact: true }).click()
    await opinion().getByRole('radio', { name: '通过' }).check()
    await opinion().getByRole('button', { name: '资料齐全，同意进入录单' }).click()
    await expect(textField(opinion(), '意见')).toHaveValue('资料齐全，同意进入录单')
    await decide('预审通过', '预审通过')
  })

  const openEntry = async () => {
    const row = await orderRow(clerk, '/create/index', orderNo)
    await row.getByRole('link', { name: '录单' }).click()
    await expect(textField(identity, '客户姓名')).toHaveValue(customer.name)
  }
  const work = section(clerk, '职业与收入')

  const hands = handsOn(clerk)
  const answers = standardAnswers(customer)

  await test.step('a new entry is half as long as its paper, with one Tab stop a field', async () => {
    await openEntry()
    await expect(textField(identity, '客户姓名')).toBeFocused()
    const form = clerk.locator('form').filter({ has: clerk.getByRole('navigation', { name: '分区' }) })
    const { height, stops } = await form.evaluate((element) => {
      const controls = [...element.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      const reached = controls.filter(
        (one) => one.tabIndex >= 0 && one.offsetParent && !one.matches(':disabled'),
      )
      const groups = reached.map((one, at) =>
        one instanceof HTMLInputElement && one.type === 'radio' ? one.name : at,
      )
      return { height: element.querySelector('nav + div')?.scrollHeight, stops: new Set(groups).size }
    })
    test.info().annotations.push({ type: 'entry', description: `${height} px, ${stops} Tab stops` })
    expect(height).toBeLessThanOrEqual(3262)
    expect(stops).toBeLessThanOrEqual(60)
  })

  await test.step('it is filled in by keyboard alone, and survives its tab being closed', async () => {
    await hands.answerAll(answers, (place) => place.startsWith('contacts.'))
    const close = clerk.getByRole('button', { name: `关闭 ${customer.name} ${orderNo}` })
    await close.click()
    await answer(clerk, '有未保存的内容', '取消')
    await expect(textField(work, '单位名称')).toHaveValue('示例科技有限公司')
    await close.click()
    await answer(clerk, '有未保存的内容', '确定')
    await expect(close).toBeHidden()
    await openEntry()
    await expect(clerk.getByText(/^已恢复草稿/)).toBeVisible()
  })

  const personIsThere = async () => {
    await expect(choiceField(section(clerk, '个人与居住'), '婚姻状况')).toHaveValue('1')
    await expect(choiceField(section(clerk, '个人与居住'), '现居住省市区')).toHaveValue('北京市 朝阳区')
    await expect(textField(section(clerk, '个人与居住'), '现居住地址')).toHaveValue('示例路8号2单元')
    await expect(textField(work, '单位名称')).toHaveValue('示例科技有限公司')
    await expect(textField(work, '月收入')).toHaveValue('20,000.00')
  }

  await test.step('and a reload in the middle', async () => {
    await personIsThere()
    await hands.answerAll(answers, (place) => place.startsWith('financing.'))
    await clerk.reload()
    await expect(clerk.getByText(/^已恢复草稿/)).toBeVisible()
    await personIsThere()
    const car = section(clerk, '车辆')
    await expect(choiceField(car, '品牌')).toHaveValue('示例牌')
    await expect(textField(car, '车净价')).toHaveValue('100,000.00')
    await expect(textField(car, '车架号(VIN)')).toHaveValue(/^L0FAKE/)
    await expect(section(clerk, '紧急联系人').getByRole('textbox', { name: '姓名' })).toHaveCount(2)
  })

  await test.step('the quote follows what is typed', async () => {
    await hands.answerAll(answers, (place) => place.startsWith('bankCard.'))
    const quote = clerk.getByRole('region', { name: '报价' })
    const figure = (label: string) =>
      quote
        .locator('dl > div')
        .filter({ has: clerk.getByText(label, { exact: true }) })
        .getByRole('definition')
    // 80,000.00 at 7.2 % over 36 months: r = 0.006, A = P · r / (1 − (1 + r)^−36).
    await expect(quote).toContainText('2,477.49')
    await expect(figure('融资额')).toHaveText('80,000.00')
    await expect(figure('首付金额')).toHaveText('20,000.00')
    await expect(figure('首付比例')).toHaveText(/^20(\.0+)?%$/)
    await quote.getByRole('button', { name: '费用合计' }).click()
    await expect(quote.getByRole('listitem').first()).toContainText('80,000.00 × 3.00%')
    await clerk.getByRole('button', { name: '试算' }).click()
    const plan = clerk.getByRole('dialog', { name: '还款计划试算' })
    await expect(plan.locator('tbody').getByRole('row')).toHaveCount(36)
    await expect(plan.locator('tfoot')).toContainText('80,000.00')
    await plan.getByRole('button', { name: '关闭' }).click()
  })

  await test.step('a submit too early leads to what is missing', async () => {
    await hands.press('Control+Enter')
    await expect(clerk.getByText('请上传征信授权书').first()).toBeVisible()
    await expect(section(clerk, '保险').getByRole('alert')).toHaveText('请填写商业险')
    await expect(clerk.getByRole('alertdialog')).toBeHidden()
    expect((await hands.here()).place).toBe('bankCard.cardNo')
  })

  await test.step('the rest by keyboard, to the button that submits', async () => {
    await textField(section(clerk, '客户身份'), '客户姓名').focus()
    await hands.answerAll(answers)
    expect(hands.keys()).toBeLessThanOrEqual(126)
    test.info().annotations.push({ type: 'entry', description: `${hands.keys()} keys` })
    await submit(clerk, '提交初审')
    await expect(toast(clerk, '已提交初审')).toBeVisible()
    await expect(clerk).toHaveURL(/\/record\/shenhe\?orderId=\d+/)
  })

  await test.step('the progress names every step, who and when', async () => {
    await expect(clerk.getByText('待初审').first()).toBeVisible()
    for (const [event, actor, times] of [
      ['新建进件', names.clerk, 1],
      ['提交预审', names.clerk, 2],
      ['预审退回', names.reviewer, 1],
      ['预审通过', names.reviewer, 1],
      ['提交初审', names.clerk, 1],
    ] as const) {
      const steps = section(clerk, '审核进度')
        .getByRole('listitem')
        .filter({ has: clerk.getByText(event, { exact: true }) })
        .filter({ hasText: actor })
        .filter({ hasText: /\d{4}-\d{2}-\d{2} \d{2}:\d{2}/ })
      await expect(steps, event).toHaveCount(times)
    }
    await expect(clerk.getByText(/证件照片需要重拍|身份证正面反光/).first()).toBeVisible()
  })

  await test.step('the first review calls who has to be called, risk control approves', async () => {
    for (const [account, stage] of [
      ['first_reviewer', 'first'],
      ['risk_officer', 'risk'],
    ] as const) {
      const page = await signIn(account)
      await claimIn(page, stage, orderNo)
      await passOrder(page, stage, orderNo)
      await page.close()
    }
  })

  await test.step('and it waits for its contracts', async () => {
    const contracts = await signIn('contract_clerk')
    await orderRow(contracts, '/elecontract/contractinfo', orderNo)
    const row = await orderRow(clerk, '/order/query', orderNo)
    await expect(row).toContainText('审批通过·待签约')
    await expect(numberLink(row)).toHaveText(orderNo)
  })
})

import { handsOn } from '../support/by-keys.ts'
import { newCustomer } from '../support/customer.ts'
import { expect, test } from '../support/desk.ts'
import { fillIntake, openForm, standardAnswers, submit, upload } from '../support/entry-steps.ts'
import { fillIn, section, textField } from '../support/fields.ts'
import { claimIn, passOrder, returnOrder, type Stage } from '../support/reviews.ts'
import { cells, expectLoaded, numberLink, quickSearch, rows, textOf, toast } from '../support/shell.ts'

type Way = {
  name: string
  /** Of the tenant that sells it. */
  host: string
  product: string
  /** Everything that the template asks beside the standard one, by place. */
  answers: Readonly<Record<string, string>>
  /** The step from which it comes back from once. */
  returned: Extract<Stage, 'pre' | 'first'>
}

/** The standard template goes its way in e2e/journeys/to-approval.spec.ts. */
const ways: readonly Way[] = [
  {
    name: 'the joint loan',
    host: 'yunfan.localhost',
    product: '联合贷等额本息',
    answers: {
      'funding.capitalId': '示例银行A',
      'funding.ownShare': '30',
      'funding.funderShare': '70',
    },
    returned: 'pre',
  },
  {
    name: 'the direct lease',
    host: 'qinghe.localhost',
    product: '新车直租',
    answers: { 'financing.purchasePrice': '100', 'financing.endOfTerm': '留购', 'subsidy.mode': '无' },
    returned: 'first',
  },
]

for (const { name, host, product, answers, returned } of ways)
  test(`${name} from the intake to 审批通过, over five accounts, with a return on its way`, async ({
    signIn,
  }) => {
    const seat = { host }
    const customer = newCustomer()
    const clerk = await signIn('entry_clerk', seat)

    const orderNo = await test.step('the clerk takes it in', async () => {
      await clerk.goto('/create/shenfen')
      await fillIntake(clerk, customer, { shop: null, product })
      await fillIn(section(clerk, '客户身份'), { 证件号码: customer.idNo, 手机号: customer.mobile })
      await upload(clerk, '身份证正面')
      await upload(clerk, '身份证反面')
      await submit(clerk, '提交预审')
      return (await textOf(toast(clerk, /^\S+ 已提交预审$/))).replace(' 已提交预审', '')
    })

    const reviewer = await signIn('pre_reviewer', seat)
    await test.step('the pre-review', async () => {
      await claimIn(reviewer, 'pre', orderNo)
      if (returned === 'pre') {
        await returnOrder(reviewer, 'pre', orderNo, '身份证正面反光，请重拍')
        await openForm(clerk, orderNo, '编辑')
        await expect(clerk.getByText('身份证正面反光，请重拍').first()).toBeVisible()
        await upload(clerk, '身份证正面')
        await submit(clerk, '提交预审')
        await expect(toast(clerk, `${orderNo} 已提交预审`)).toBeVisible()
        await claimIn(reviewer, 'pre', orderNo)
      }
      await passOrder(reviewer, 'pre', orderNo)
      await reviewer.close()
    })

    await test.step('the entry, by what its template asks', async () => {
      await openForm(clerk, orderNo, '录单')
      const hands = handsOn(clerk)
      await textField(section(clerk, '客户身份'), '客户姓名').focus()
      await hands.answerAll({ ...standardAnswers(customer), ...answers })
      await submit(clerk, '提交初审')
      await expect(toast(clerk, '已提交初审')).toBeVisible()
    })

    const first = await signIn('first_reviewer', seat)
    await test.step('the first review', async () => {
      await claimIn(first, 'first', orderNo)
      if (returned === 'first') {
        await returnOrder(first, 'first', orderNo, '征信授权书签名不清，请重拍')
        await openForm(clerk, orderNo, '录单')
        await expect(clerk.getByText('征信授权书签名不清，请重拍').first()).toBeVisible()
        await upload(clerk, '征信授权书')
        await submit(clerk, '提交初审')
        await expect(toast(clerk, '已提交初审')).toBeVisible()
        await claimIn(first, 'first', orderNo)
        await expect(section(first, '退回后的修改')).toBeVisible()
      }
      await passOrder(first, 'first', orderNo)
      await first.close()
    })

    await test.step('risk control approves it', async () => {
      const officer = await signIn('risk_officer', seat)
      await claimIn(officer, 'risk', orderNo)
      await passOrder(officer, 'risk', orderNo)
      await officer.close()
    })

    await test.step('and it waits for its contracts', async () => {
      const contracts = await signIn('contract_clerk', seat)
      await contracts.goto('/elecontract/contractinfo')
      await expectLoaded(contracts)
      await quickSearch(contracts, orderNo)
      await expect(cells(contracts, '订单编号')).toHaveText([orderNo])
      await clerk.goto('/order/query')
      await expectLoaded(clerk)
      await quickSearch(clerk, orderNo)
      await expect(rows(clerk).first()).toContainText('审批通过·待签约')
      await expect(numberLink(rows(clerk).first())).toHaveText(orderNo)
    })
  })

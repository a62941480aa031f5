import { randomUUID } from 'node:crypto'
import { expect, test } from '../support/desk.ts'
import { choose, fillIn, pick, textField } from '../support/fields.ts'
import { handIn, passPapers, photo } from '../support/papers.ts'
import {
  addAccount,
  balances,
  button,
  make,
  markBad,
  openCapitalPapers,
  openCheck,
  openLoan,
  openRelease,
  paper,
  passCheck,
  payNoOf,
  pressPass,
  push,
  refuse,
  replace,
} from '../support/returns.ts'
import { answer, ask, toast } from '../support/shell.ts'
import { caseOf, signByCalls } from '../support/signing.ts'
import { setSimulator, simulatorSays } from '../support/simulator.ts'

/** One order that everybody turns back once on its way from its signed contracts to its money. */
test.describe.configure({ mode: 'serial' })

test('papers come back, the funder asks for more and then says no; another one takes it once the contracts are signed anew', async ({
  signIn,
}) => {
  const manager = await signIn('capital_mgr')
  const main = manager.locator('main')
  const { orderId, orderNo } = await openCapitalPapers(manager)
  const clerk = await signIn('material_clerk')

  await test.step('the reviewer says of each paper whether it is good, and gives the set back', async () => {
    const giveBack = button(main, '退回')
    // Nothing is bad yet, so there is nothing to give back.
    await expect(giveBack).toHaveAttribute('aria-disabled', 'true')
    await button(paper(manager, '资方申请表'), '合格').click()
    await expect(button(paper(manager, '资方申请表'), '合格')).toHaveCount(0)
    await markBad(manager, '资方征信授权书', '签名模糊')
    await markBad(manager, '身份证复印件(资方)', '缺反面')
    await expect(button(main, '审核通过')).toHaveAttribute('aria-disabled', 'true')
    await giveBack.click()
    const dialog = manager.getByRole('dialog', { name: '退回资方材料' })
    const reason = '资方征信授权书：签名模糊、身份证复印件(资方)：缺反面'
    await expect(textField(dialog, '原因')).toHaveValue(reason)
    await button(dialog, '退回').click()
    await expect(toast(manager, '已退回').first()).toBeVisible()
  })

  await test.step('its clerk hears so, reads which and why, replaces only those and hands in again', async () => {
    await clerk.getByRole('button', { name: /^消息/ }).click()
    const told = clerk.getByRole('dialog', { name: '消息' }).getByRole('tabpanel').getByRole('link').first()
    await expect(told).toContainText(`${orderNo}：资方材料需要处理`)
    await told.click()
    await expect(clerk).toHaveURL(/capital\/Details/)
    await expect(
      clerk.getByText(/已退回：资方征信授权书：签名模糊、身份证复印件\(资方\)：缺反面。/),
    ).toBeVisible()
    await expect(paper(clerk, '资方征信授权书').getByText('签名模糊')).toBeVisible()
    await expect(paper(clerk, '身份证复印件(资方)').getByText('缺反面')).toBeVisible()
    await replace(clerk, '资方征信授权书')
    // One is still bad.
    await expect(button(clerk.locator('main'), '提交审核')).toHaveAttribute('aria-disabled', 'true')
    await replace(clerk, '身份证复印件(资方)')
    await expect(paper(clerk, '资方申请表').getByText('合格', { exact: true })).toBeVisible()
    await handIn(clerk)
  })
  const admin = await signIn('admin')
  await test.step('they pass, and go to the funder', async () => {
    await openCapitalPapers(manager)
    await passPapers(manager)
    await setSimulator(admin, 'funder', true)
    await push(manager, '示例银行A')
  })

  await test.step('the funder asks for more: its words stand on the papers, which are replaced and go to it again', async () => {
    await simulatorSays(admin, 'funder', orderNo, {
      outcome: 'objection',
      result: 'return',
      reason: '申请表缺签章',
    })
    await expect(main.getByText('示例银行A退回补件：申请表缺签章。')).toBeVisible()
    await expect(button(main, '推送')).toHaveAttribute('aria-disabled', 'true')
    await openCapitalPapers(clerk)
    await expect(clerk.getByText('示例银行A退回补件：申请表缺签章。')).toBeVisible()
    await replace(clerk, '资方申请表')
    await handIn(clerk)
    await openCapitalPapers(manager)
    await passPapers(manager)
    await push(manager, '示例银行A')
  })

  await test.step('it says no, and another funder that takes it is chosen: of each that does not stands why', async () => {
    await simulatorSays(admin, 'funder', orderNo, {
      outcome: 'objection',
      result: 'reject',
      reason: '客户负债过高',
    })
    await setSimulator(admin, 'funder', false)
    await expect(main.getByText('示例银行A已拒绝：客户负债过高。')).toBeVisible()
    await button(main, '重新路由').click()
    const dialog = manager.getByRole('dialog', { name: /重新选择资方$/ })
    await expect(dialog.getByText('该资方已拒绝：客户负债过高')).toBeVisible()
    await choose(dialog, { 新资方: '示例银行C' })
    await fillIn(dialog, { 原因: '示例银行A拒绝' })
    await button(dialog, '确定').click()
    await expect(toast(manager, '已更换资方，已通知合同专员重新签约')).toBeVisible()
    await expect(main.getByText('电子合同已签：由合同专员办理')).toBeVisible()
  })

  await test.step('the papers that name the former one are no good any more, the others are', async () => {
    await openCapitalPapers(clerk)
    await expect(clerk.getByText(/已失效：资方更换为示例银行C，请按新资方重新上传。/)).toBeVisible()
    await expect(paper(clerk, '身份证复印件(资方)').getByText('合格', { exact: true })).toBeVisible()
    await replace(clerk, '资方申请表')
    await replace(clerk, '资方征信授权书')
    await handIn(clerk)
  })

  await test.step('the contracts that name it are void, and are signed anew', async () => {
    const drafter = await signIn('contract_clerk')
    const { contracts } = await caseOf(drafter, Number(orderId))
    expect(contracts.filter(({ status }) => status !== '已作废')).toEqual([])
    await signByCalls(drafter, Number(orderId))
  })

  await test.step('the other funder passes it, and the order waits for its money', async () => {
    await openCapitalPapers(manager)
    await passPapers(manager)
    await push(manager, '示例银行C')
    await button(main, '登记结果').click()
    const dialog = manager.getByRole('dialog', { name: /资方结果$/ })
    await pick(dialog, '结果', '通过')
    await fillIn(dialog, { 资方单号: `C${orderNo}` })
    await dialog.getByLabel('资方凭证').setInputFiles(await photo('批复函'))
    await button(dialog, '确定').click()
    await expect(main.getByText(/示例银行C的同意已登记，由财务复核/)).toBeVisible()
    const checker = await signIn('finance_checker')
    const check = await openCheck(checker, orderNo, '资方同意')
    await expect(button(check, `查看凭证 ${orderNo}`)).toBeVisible()
    await passCheck(check, false)
    await expect(main.getByText('示例银行C已通过。')).toBeVisible()
    await expect(main.getByText('待放款', { exact: true }).first()).toBeVisible()
  })
})

test('its money is turned back too: by the cashier, by the checker, by the bank, and once it was paid', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  const cashier = await signIn('cashier')
  const checker = await signIn('finance_checker')
  const second = await signIn('finance_checker2')
  const main = cashier.locator('main')
  const stands = (state: string) => main.getByText(state, { exact: true }).filter({ visible: true }).first()
  const { orderNo, shop } = await openRelease(cashier)

  await test.step('the cashier finds what no milestone says, and takes it up again once it is mended', async () => {
    await button(main, '退回').click()
    const dialog = cashier.getByRole('dialog', { name: /^退回 .+ 的放款$/ })
    await fillIn(dialog, { 原因: '购车发票金额有误' })
    await button(dialog, '退回').click()
    await expect(toast(cashier, /已退回放款准备/)).toBeVisible()
    await button(main, '重新待放款').click()
    await answer(cashier, /重新进入待放款/, '重新待放款')
    await expect(stands('待制单')).toBeVisible()
  })

  await test.step('the checker sends it back; its maker reads why, and makes it again', async () => {
    await make(cashier, '购车款')
    await refuse(checker, orderNo, '附言须写明车架号')
    await expect(main.getByText(/驳回: 附言须写明车架号$/)).toBeVisible()
    await make(cashier)
  })

  await test.step('whoever made it cannot check it: there is nothing to press, and the call is refused', async () => {
    await expect(button(main, '通过')).toHaveCount(0)
    const { text } = await ask(cashier, '/biz/change/list', { view: 'made', state: 'waiting', q: orderNo })
    const [{ id, contentHash }] = JSON.parse(text).data
    const asked = { ids: JSON.stringify([id]), hashes: JSON.stringify([contentHash]), eventId: randomUUID() }
    const tried = await ask(cashier, '/biz/change/approve', asked)
    expect(tried.status).toBe(403)
    expect(JSON.parse(tried.text).hint).toContain('财务复核')
  })

  await test.step('what was made anew behind the back of a checker is told by what is different', async () => {
    const dialog = await openCheck(checker, orderNo, '放款')
    await button(main, '撤回').click()
    const back = cashier.getByRole('dialog', { name: /^撤回/ })
    await fillIn(back, { 原因: '补车架号' })
    await button(back, '撤回').click()
    await make(cashier, '购车款 车架号已核')
    await pressPass(dialog, true)
    const why = /已于.+撤回制单：补车架号。.+附言由“购车款”改为“购车款 车架号已核”/
    await expect(toast(checker, why)).toBeVisible()
    await dialog.press('Escape')
  })

  await setSimulator(admin, 'payment', true)
  await test.step('of two who check at once the second reads who was first', async () => {
    const one = await openCheck(checker, orderNo, '放款')
    const two = await openCheck(second, orderNo, '放款')
    await passCheck(one, true)
    await pressPass(two, true)
    await expect(toast(second, /已于.+复核通过，无需再办/)).toBeVisible()
    await two.press('Escape')
  })

  const accountNo = `99992222${orderNo.slice(-8)}`
  await test.step('the bank refuses: the right account is entered, and the payment corrected, both checked', async () => {
    const payNo = await payNoOf(cashier)
    await simulatorSays(admin, 'payment', payNo, { outcome: 'refused', reason: '收款账号与户名不符' })
    await expect(stands('放款失败')).toBeVisible()
    await expect(main.getByText('收款账号与户名不符').first()).toBeVisible()
    await addAccount(cashier, shop, accountNo)
    await passCheck(await openCheck(checker, shop, '结算账户'), false)
    await openRelease(cashier)
    await button(main, '更正收款账户').click()
    const dialog = cashier.getByRole('dialog', { name: /^更正 .+ 的收款账户$/ })
    await dialog.getByLabel(new RegExp(accountNo)).check()
    await fillIn(dialog, { 原因: '门店更正收款账户' })
    await button(dialog, '提交复核').click()
    await expect(toast(cashier, '已提交，等待他人复核')).toBeVisible()
    const correction = await openCheck(second, orderNo, '更正收款账户')
    await expect(correction.getByText('收款账号与户名不符')).toBeVisible()
    await passCheck(correction, false)
    await expect(stands('待制单')).toBeVisible()
  })

  await test.step('it is paid to the corrected account, which nobody has to choose once more', async () => {
    await make(cashier)
    const check = await openCheck(second, orderNo, '放款')
    await expect(check.getByText(accountNo.replace(/(.{4})(?=.)/g, '$1 '))).toBeVisible()
    await passCheck(check, true)
    await simulatorSays(admin, 'payment', await payNoOf(cashier), { outcome: 'done' })
    await setSimulator(admin, 'payment', false)
    await expect(main.getByRole('link', { name: '还款计划与凭证' })).toBeVisible()
  })
  const paid = await test.step('its books stand', () => openLoan(cashier))
  // Everything that the customer paid before stays with us, whatever becomes of the release.
  const isBefore = ({ voucher }: { voucher: string }) => voucher.endsWith('放款前收退款')
  const released = paid.filter((line) => !isBefore(line)).length

  await test.step('the money comes back: two people say so, and nothing of it is left in the books', async () => {
    await openRelease(checker)
    await button(checker.locator('main'), '退票').click()
    const dialog = checker.getByRole('dialog', { name: /^登记 .+ 退票$/ })
    await fillIn(dialog, { 退款流水号: `TP${orderNo.slice(-8)}`, 原因: '收款行退回' })
    await button(dialog, '提交复核').click()
    await expect(toast(checker, '已提交，等待系统管理员确认')).toBeVisible()
    await passCheck(await openCheck(admin, orderNo, '退票'), true)
    const back = await openLoan(cashier)
    await expect(main.getByText('已撤销', { exact: true }).first()).toBeVisible()
    expect(back.slice(0, paid.length)).toEqual(paid)
    expect(back).toHaveLength(paid.length + released)
    const left = balances(back.filter((line) => !isBefore(line)))
    expect([...left.values()].filter((fen) => fen !== 0)).toEqual([])
  })

  await test.step('and is released a second time, under numbers of its own', async () => {
    await openRelease(cashier)
    await expect(stands('待制单')).toBeVisible()
    await make(cashier)
    await passCheck(await openCheck(second, orderNo, '放款'), true)
    await expect(main.getByRole('link', { name: '还款计划与凭证' })).toBeVisible()
    const again = await openLoan(cashier)
    expect(again).toHaveLength(paid.length + 2 * released)
    expect(balances(again)).toEqual(balances(paid))
    await expect(main.getByText('还款中', { exact: true }).first()).toBeVisible()
  })
})

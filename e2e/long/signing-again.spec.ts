import { expect, test } from '../support/desk.ts'
import { choiceField, fillIn } from '../support/fields.ts'
import { type OwnConsole, startOwnConsole } from '../support/own-console.ts'
import { claim, opinion } from '../support/risk-pool.ts'
import { toast } from '../support/shell.ts'
import {
  caseOf,
  guaranteedOrder,
  makeContracts,
  panel,
  prove,
  proveAndSign,
  sendLinks,
  signersOf,
  tailOf,
} from '../support/signing.ts'

/** Days pass in this one, so it has a console to itself. */
let own: OwnConsole
test.beforeAll(async () => {
  own = await startOwnConsole({})
})
test.afterAll(() => own.stop())

test('a refusal, a link that is a week old, 作废重签 and a change of terms: each ends what was signed, and in the end all have signed the last', async ({
  signIn,
  open,
}) => {
  const seat = { server: own.url }
  let clerk = await signIn('contract_clerk', seat)
  const first = await signIn('entry_clerk', seat)
  const orderId = await guaranteedOrder(clerk, first)
  await first.context().close()
  const { orderNo } = (await caseOf(clerk, orderId)).order
  const phoneAt = async (link: string) => {
    const phone = await open({ ...seat, width: 390 })
    await phone.goto(link)
    return phone
  }
  const signs = async ({ link, role }: { link: string; role: string }) => {
    const phone = await phoneAt(link)
    await proveAndSign(phone, await tailOf(clerk, orderId, role))
    return phone
  }
  const made: string[][] = []
  const make = async (reason?: string) => made.push(await makeContracts(clerk, orderId, reason))

  await test.step('the customer refuses; whoever looks after the order reads why', async () => {
    await make()
    const [sent] = await sendLinks(clerk)
    if (!sent) throw new Error('nobody signs')
    const phone = await phoneAt(sent.link)
    await prove(phone, await tailOf(clerk, orderId, sent.role))
    await phone.getByRole('button', { name: '我要拒签' }).click()
    await phone.getByLabel('拒签原因').fill('月供与约定不符')
    await phone.getByRole('button', { name: '确认拒签' }).click()
    await expect(phone.getByRole('heading', { name: '已拒签' })).toBeVisible()
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    await expect(clerk.getByText('月供与约定不符').first()).toBeVisible()
  })

  const late = await test.step('made anew, sent, and left lying for eight days', async () => {
    await make()
    const [sent] = await sendLinks(clerk)
    if (!sent) throw new Error('nobody signs')
    await clerk.context().close()
    await own.restart(8)
    clerk = await signIn('contract_clerk', seat)
    return sent.link
  })

  await test.step('the old link says that it is over; the clerk is told to make them again', async () => {
    const phone = await phoneAt(late)
    await expect(phone.getByRole('heading', { name: '签署链接已过期' })).toBeVisible()
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    await expect(signersOf(clerk).getByText('已过期').first()).toBeVisible()
  })

  const old = await test.step('作废重签: new numbers, signed by both and sealed', async () => {
    await make('签约超过七天')
    const links = await sendLinks(clerk)
    expect(links).toHaveLength(2)
    for (const link of links) await signs(link)
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    await expect(panel(clerk).getByText('已盖章')).toBeVisible({ timeout: 120_000 })
    return links
  })

  await test.step('a change of terms: all of it is void, and the order is approved anew', async () => {
    const seller = await signIn('entry_clerk', seat)
    await seller.goto(`/record/details?orderId=${orderId}`)
    await seller.getByRole('button', { name: '方案变更' }).click()
    const dialog = seller.getByRole('dialog')
    const term = choiceField(dialog, '变更后期数')
    // The product's terms come a moment later.
    await expect(term.locator('option').nth(2)).toBeAttached()
    const terms = await term
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
    const now = Number(await term.inputValue())
    await term.selectOption(terms.find((one) => Number(one) > now) ?? '')
    await fillIn(dialog, { 变更原因: '客户希望降低月供' })
    await expect(dialog.getByText('高于批复，提交后回到风控审批')).toBeVisible()
    await dialog.getByRole('button', { name: '方案变更' }).click()
    await expect(toast(seller, orderNo)).toBeVisible()
    for (const { link } of old) {
      const phone = await phoneAt(link)
      await expect(phone.getByRole('heading', { name: '合同已作废' })).toBeVisible()
    }
    const { contracts } = await caseOf(clerk, orderId)
    expect(contracts.filter(({ status }) => status === '已签署')).toEqual([])

    const officer = await signIn('risk_officer', seat)
    await claim(officer, orderNo)
    await officer.keyboard.press('1')
    await fillIn(opinion(officer), { 意见: '期数延长，还款能力充足，同意' })
    await officer.keyboard.press('Control+Enter')
    await expect(toast(officer, `${orderNo} 风控通过`)).toBeVisible()
  })

  await test.step('made once more, and signed by everybody; every set has numbers of its own', async () => {
    await make()
    for (const link of await sendLinks(clerk)) await signs(link)
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    await expect(panel(clerk).getByText('已盖章')).toBeVisible({ timeout: 120_000 })
    const numbers = made.flat()
    expect(new Set(numbers).size).toBe(numbers.length)
    const { contracts } = await caseOf(clerk, orderId)
    const live = contracts.filter(({ status }) => status === '已签署')
    expect(live.map(({ contractNo }) => contractNo).sort()).toEqual(made.at(-1)?.sort())
  })
})

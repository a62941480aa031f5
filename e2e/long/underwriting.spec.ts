import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/desk.ts'
import { choose } from '../support/fields.ts'
import { handIn, passPapers, uploadPapers } from '../support/papers.ts'
import { answer, ask, expectLoaded, numberLink, rows, textOf, toast } from '../support/shell.ts'
import { setSimulator, simulatorSays } from '../support/simulator.ts'

const main = (page: Page) => page.locator('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

/** Opens the submission of an order that stands so. @returns its number */
async function openOne(clerk: Page, filters: string): Promise<string> {
  await clerk.goto(`/lifebao/supplementtary?${filters}`)
  await expectLoaded(clerk)
  const orderNo = await textOf(numberLink(rows(clerk).first()))
  await numberLink(rows(clerk).first()).click()
  await expect(main(clerk).getByRole('region', { name: '投保', exact: true })).toBeVisible()
  return orderNo
}

/** 提交保司 to an insurer; as the order names it unless told. */
async function submit(clerk: Page, insurer?: string): Promise<void> {
  await button(clerk, '提交保司').click()
  const dialog = clerk.getByRole('dialog', { name: '提交保司' })
  await expect(dialog.getByText(/保额 .+ 元，保费 .+ 元/)).toBeVisible()
  if (insurer) await choose(dialog, { 保险公司: insurer })
  await dialog.getByRole('button', { name: '确定', exact: true }).click()
  await expect(toast(clerk, '已提交保司，等待答复').first()).toBeVisible()
}

/** Papers go up, are handed in and pass. */
async function passWith(clerk: Page, papers: readonly string[]): Promise<void> {
  await uploadPapers(clerk, papers)
  await handIn(clerk)
  await passPapers(clerk)
}

/** The other policies of the order, which the journey to the release types by hand. */
async function enterPolicies(clerk: Page, orderId: string): Promise<void> {
  const startDate = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  for (const insType of ['1', '2']) {
    const { text } = await ask(clerk, '/biz/paper/set/get', { orderId, kind: 'insurance' })
    const { order, policies } = JSON.parse(text)
    const known = policies.find((policy: { insType: string }) => policy.insType === insType)
    const { status, text: said } = await ask(clerk, '/biz/paper/policy/save', {
      orderId,
      rowVersion: String(order.rowVersion),
      eventId: randomUUID(),
      ...(known && { policyId: String(known.id) }),
      insType,
      insurer: 'DEMO1',
      policyNo: `E${Date.now()}`,
      premium: '950.00',
      sumInsured: '900000.00',
      startDate,
      endDate: `${Number(startDate.slice(0, 4)) + 1}${startDate.slice(4)}`,
    })
    expect(status, said).toBe(200)
  }
}

test('an order goes to its insurer: more papers, insured, its policy lights the milestone; another is refused, and a silent one asked again', async ({
  signIn,
}) => {
  const admin = await signIn('admin')
  const clerk = await signIn('material_clerk')
  await setSimulator(admin, 'insurer', true)

  const orderNo = await test.step('submitted at the premium that was worked out', async () => {
    const orderNo = await openOne(clerk, 'underwritingStatus=未提交&setStatus=通过')
    await expect(main(clerk).getByRole('region', { name: '保费试算', exact: true })).toContainText('年费率')
    await submit(clerk)
    return orderNo
  })

  await test.step('what the service does not take is 提交失败, no word of the insurer, and goes again', async () => {
    await simulatorSays(admin, 'insurer', orderNo, { outcome: 'refused', reason: '报文校验失败' })
    await expect(main(clerk).getByText(/提交.+失败：报文校验失败/)).toBeVisible()
    await submit(clerk)
  })

  await test.step('the insurer wants more papers: they are replaced, passed and submitted again', async () => {
    await simulatorSays(admin, 'insurer', orderNo, {
      outcome: 'objection',
      result: 'supplement',
      reason: '缺收入证明',
    })
    await expect(main(clerk).getByText(/要求补充资料：缺收入证明/)).toBeVisible()
    await expect(button(clerk, '提交保司')).toHaveAttribute('aria-disabled', 'true')
    await passWith(clerk, ['收入证明(保司)'])
    await submit(clerk)
  })

  await test.step('insured: its policy stands with the insurance papers, and nobody types over it', async () => {
    await simulatorSays(admin, 'insurer', orderNo, { outcome: 'done' })
    await expect(main(clerk).getByText(/已承保，保单已写入保险材料/)).toBeVisible()
    await main(clerk).getByRole('link', { name: '查看保单', exact: true }).click()
    const policy = main(clerk).getByRole('row', { name: /履约保证险.+SIM-I-/ })
    await expect(policy.getByRole('button', { name: '修改', exact: true })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })

  await test.step('its scans pass, and the milestone is lit', async () => {
    const orderId = new URL(clerk.url()).searchParams.get('orderId') ?? ''
    await enterPolicies(clerk, orderId)
    await clerk.reload()
    const papers = ['交强险保单', '商业险保单', '履约保证险保单']
    await passWith(clerk, papers)
    const { text } = await ask(clerk, '/biz/paper/set/get', { orderId, kind: 'insurance' })
    expect(JSON.parse(text).order.milestones).toContain('insurance')
  })

  await test.step('another one is refused, and the clerk sees why', async () => {
    const refused = await openOne(clerk, 'underwritingStatus=拒保&setStatus=通过')
    await submit(clerk, '示例保险乙')
    await simulatorSays(admin, 'insurer', refused, {
      outcome: 'objection',
      result: 'rejected',
      reason: '车辆不在承保范围',
    })
    await expect(main(clerk).getByText('示例保险乙已拒保：车辆不在承保范围。')).toBeVisible()
  })

  await test.step('a silent one is asked again under its number, and answers', async () => {
    const silent = await openOne(clerk, 'underwritingStatus=已提交')
    await expect(main(clerk).getByText(/一直没有答复/)).toBeVisible()
    await button(clerk, '再次询问').click()
    await answer(clerk, '再次询问保险公司？', '再次询问')
    await expect(toast(clerk, '已再次询问，等待答复')).toBeVisible()
    await simulatorSays(admin, 'insurer', silent, {
      outcome: 'objection',
      result: 'supplement',
      reason: '请重签投保人声明',
    })
    await expect(main(clerk).getByText(/要求补充资料：请重签投保人声明/)).toBeVisible()
  })
  await setSimulator(admin, 'insurer', false)
})

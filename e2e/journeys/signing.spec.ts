import type { Page } from '@playwright/test'
import { graveFindings } from '../support/axe.ts'
import { expect, test } from '../support/desk.ts'
import { fillIn, section } from '../support/fields.ts'
import { answer, ask, rows, textOf, toast } from '../support/shell.ts'

type Contract = { id: number; title: string; status: string; signers: { role: string; name: string }[] }
type Case = {
  order: { orderNo: string }
  contracts: Contract[]
  planned: { party: string | null }[]
  obstacles: unknown[]
}

const caseOf = async (clerk: Page, orderId: number): Promise<Case> =>
  JSON.parse((await ask(clerk, '/biz/contract/order/get', { orderId: String(orderId) })).text)

/** An approved order without contracts that somebody guarantees for; where nobody does, one with the customer alone. */
async function approvedOrder(clerk: Page): Promise<number> {
  const { text } = await ask(clerk, '/biz/contract/order/list', { contractState: 'none', length: '100' })
  const { data } = JSON.parse(text) as { data: { id: number }[] }
  let alone: number | undefined
  for (const { id } of data) {
    const { planned, obstacles } = await caseOf(clerk, id)
    if (obstacles.length > 0) continue
    if (planned.some(({ party }) => party !== null)) return id
    alone ??= id
  }
  if (alone === undefined) throw new Error('no approved order can have its contracts made')
  return alone
}

const panel = (clerk: Page) => section(clerk, '电子签约')
const signersOf = (clerk: Page) => panel(clerk).getByRole('list', { name: '电子签约' }).getByRole('listitem')

/** The last four of a person's ID number, as the clerk may see them. */
async function tailOf(clerk: Page, orderId: number, role: string): Promise<string> {
  const field = role.startsWith('保证人') ? 'entry.guarantors.0.idNo' : 'entry.customer.idNo'
  const { text } = await ask(clerk, '/biz/identity/sensitive/reveal', {
    ...{ orderId: String(orderId), fields: JSON.stringify([field]), purpose: 'signing' },
  })
  const { values } = JSON.parse(text) as { values: Record<string, string> }
  return values[field]?.slice(-4) ?? ''
}

/** Sends the links; the demo shows the messages, one to each who signs. */
async function sendLinks(clerk: Page): Promise<{ role: string; link: string }[]> {
  await panel(clerk).getByRole('button', { name: '发送签约短信' }).click()
  await answer(clerk, /发送签约短信/, '发送签约短信')
  const links = panel(clerk).getByRole('link', { name: '打开链接' })
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const roles = await signersOf(clerk).allInnerTexts()
  return addresses.map((link, at) => ({ link, role: (roles[at] ?? '').replace(/^\d+\s*/, '') }))
}

/** From the link to the papers. */
async function prove(phone: Page, tail: string): Promise<void> {
  await phone.getByRole('button', { name: '是本人，开始验证' }).click()
  await phone.getByLabel('证件号码后四位').fill(tail)
  const sms = phone.getByRole('status').filter({ hasText: '演示短信' })
  // A mobile that had a code within the last minute waits for its next one.
  await expect(async () => {
    await phone.getByRole('button', { name: '发送验证码' }).click({ timeout: 5_000 })
    await expect(sms).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 120_000 })
  await phone.getByLabel('6位验证码').fill(/验证码(\d{6})/.exec(await textOf(sms))?.[1] ?? '')
  await phone.getByRole('button', { name: '验证', exact: true }).click()
  await expect(phone.getByRole('heading', { name: '请逐页阅读' })).toBeVisible()
}

/** Every page of every paper, as the button leads from one to the next. */
async function readAll(phone: Page): Promise<void> {
  const next = phone.getByRole('button', { name: /^(阅读《.*》|下一页（.*）|读完了)$/ })
  const toSign = phone.getByRole('button', { name: '去签名' })
  for (let clicks = 0; clicks < 200; clicks++) {
    // A button on its way becomes another one; a click that waited for it would wait for ever.
    await expect(next.or(toSign)).toBeEnabled()
    if (await toSign.isVisible()) return toSign.click()
    await next.click()
  }
  throw new Error('the papers have no end')
}

/** A name by hand: two strokes over the frame. */
async function write(phone: Page): Promise<void> {
  const box = await phone.getByRole('img', { name: '签名区：用手指书写姓名' }).boundingBox()
  if (!box) throw new Error('there is no frame to sign in')
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  for (const [from, to] of [
    [at(0.2, 0.3), at(0.8, 0.4)],
    [at(0.5, 0.15), at(0.4, 0.85)],
  ] as const) {
    await phone.mouse.move(...from)
    await phone.mouse.down()
    await phone.mouse.move(...to, { steps: 12 })
    await phone.mouse.up()
  }
}

async function sign(phone: Page): Promise<void> {
  await write(phone)
  await phone.getByRole('button', { name: '确认签署' }).click()
  await expect(phone.getByRole('heading', { name: '签署完成' })).toBeFocused()
}

test('from the approval to the sealed contracts: a clerk, the customer’s phone and the guarantor’s, a refusal on the way', async ({
  signIn,
  open,
}) => {
  test.setTimeout(420_000)
  const clerk = await signIn('contract_clerk')
  const orderId = await approvedOrder(clerk)
  await clerk.goto(`/elecontract/details?orderId=${orderId}`)

  await test.step('made and sent', async () => {
    await clerk.getByRole('button', { name: '生成合同' }).click()
    await answer(clerk, /生成 \d+ 份合同/, '生成合同')
    await expect(toast(clerk, /已生成 \d+ 份合同/)).toBeVisible()
  })
  const [first] = await sendLinks(clerk)
  if (!first) throw new Error('nobody signs')

  await test.step('the customer refuses: the whole set falls, and the link says so', async () => {
    const phone = await open({ width: 390 })
    await phone.goto(first.link)
    await expect(phone.locator('meta[name=referrer]')).toHaveAttribute('content', 'no-referrer')
    expect(await graveFindings(phone), 'who signs').toEqual([])
    await prove(phone, await tailOf(clerk, orderId, first.role))
    await phone.reload()
    await expect(phone.getByRole('heading', { name: '请逐页阅读' })).toBeVisible()
    expect(await graveFindings(phone), 'the papers').toEqual([])
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await phone.getByRole('button', { name: '我要拒签' }).click()
    await phone.getByLabel('拒签原因').fill('车辆价格与约定不符')
    await phone.getByRole('button', { name: '确认拒签' }).click()
    await expect(phone.getByRole('heading', { name: '已拒签' })).toBeVisible()
    const { contracts } = await caseOf(clerk, orderId)
    expect(contracts.map(({ status }) => status).filter((status) => status === '已生成')).toEqual([])
  })

  await test.step('作废重签, and new links', async () => {
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    const again = clerk.getByRole('button', { name: /^(作废重签|生成合同)$/ }).first()
    const label = await textOf(again)
    await again.click()
    if (label === '作废重签') {
      const dialog = clerk.getByRole('dialog')
      await fillIn(dialog, { 原因: '客户要求核对价格' })
      await dialog.getByRole('button', { name: '作废重签' }).click()
    } else await answer(clerk, /生成 \d+ 份合同/, '生成合同')
    await expect(toast(clerk, /已生成 \d+ 份合同/)).toBeVisible()
  })

  const links = await sendLinks(clerk)
  for (const [at, { link, role }] of links.entries()) {
    await test.step(`${role} signs`, async () => {
      const later = links[at + 1]
      if (later) {
        const waiting = await open({ width: 390 })
        await waiting.goto(later.link)
        await expect(waiting.getByRole('heading', { name: '还没轮到您签署' })).toBeVisible()
        await expect(waiting.getByText(/^请等待：.\*/)).toBeVisible()
      }
      const phone = await open({ width: 390 })
      await phone.goto(link)
      await prove(phone, await tailOf(clerk, orderId, role))
      await readAll(phone)
      await phone.getByRole('button', { name: '确认签署' }).press('Enter')
      await expect(phone.getByText('请先在框内写下您的姓名')).toBeVisible()
      await sign(phone)
      await phone.reload()
      await expect(phone.getByRole('heading', { name: '您已签署' })).toBeVisible()
    })
  }

  await test.step('the company’s seal is last; what was sent stands among the contract SMS', async () => {
    await clerk.goto(`/elecontract/details?orderId=${orderId}`)
    await expect(panel(clerk).getByText('已盖章')).toBeVisible({ timeout: 120_000 })
    const { contracts, order } = await caseOf(clerk, orderId)
    const live = contracts.filter(({ status }) => status !== '已作废' && status !== '已拒签')
    expect([...new Set(live.map(({ status }) => status))]).toEqual(['已签署'])
    await clerk.goto(`/hzhc/smssend?q=${order.orderNo}`)
    await expect(rows(clerk).filter({ hasText: '签约链接' }).first()).toBeVisible()
  })
})

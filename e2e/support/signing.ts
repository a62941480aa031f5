import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from './desk.ts'
import { fillIn, section } from './fields.ts'
import type { Network } from './network.ts'
import { answer, ask, textOf, toast } from './shell.ts'

/** Contracts on their way through the phones of those who sign: what the clerk does, and what a customer does. */

type Contract = {
  id: number
  contractNo: string
  title: string
  status: string
  signers: { role: string; name: string }[]
}
type Case = {
  order: { orderNo: string; rowVersion: number }
  contracts: Contract[]
  planned: { party: string | null }[]
  obstacles: unknown[]
}

export const caseOf = async (clerk: Page, orderId: number): Promise<Case> =>
  JSON.parse((await ask(clerk, '/biz/contract/order/get', { orderId: String(orderId) })).text)

/**
 * An approved order without contracts that somebody guarantees for, so that two people sign.
 *
 * @param seller whose order it is to be, where that matters
 */
export async function guaranteedOrder(clerk: Page, seller?: Page): Promise<number> {
  const sold = async (orderId: number) =>
    !seller || (await ask(seller, '/biz/order/condition/list', { orderId: String(orderId) })).status === 200
  const { text } = await ask(clerk, '/biz/contract/order/list', { contractState: 'none', length: '100' })
  const { data } = JSON.parse(text) as { data: { id: number }[] }
  for (const { id } of data) {
    const { planned, obstacles } = await caseOf(clerk, id)
    if (obstacles.length === 0 && planned.some(({ party }) => party !== null) && (await sold(id))) return id
  }
  throw new Error('no order with a guarantor can have its contracts made')
}

/** An order of the demo that was approved lately, with nothing begun of what comes behind the approval. */
export async function approvedOrder(
  clerk: Page,
): Promise<{ orderId: number; orderNo: string; shop: string }> {
  const { text } = await ask(clerk, '/biz/contract/order/list', {
    contractState: 'none',
    length: '100',
    sort: 'stageEnteredAt:desc',
  })
  const { data } = JSON.parse(text) as {
    data: {
      id: number
      orderNo: string
      shopName: string
      capitalName: string | null
      milestones: string[]
    }[]
  }
  const order = data.find(
    ({ capitalName, shopName, milestones }) =>
      capitalName === '示例银行A' && shopName === '示例车行一店' && milestones.length === 0,
  )
  if (!order) throw new Error('no approved order waits for everything')
  return { orderId: order.id, orderNo: order.orderNo, shop: order.shopName }
}

export const panel = (clerk: Page) => section(clerk, '电子签约')
export const signersOf = (clerk: Page) =>
  panel(clerk).getByRole('list', { name: '电子签约' }).getByRole('listitem')

/** The last four of a person's ID number, as the clerk may see them. */
export async function tailOf(clerk: Page, orderId: number, role: string): Promise<string> {
  const field = role.startsWith('保证人') ? 'entry.guarantors.0.idNo' : 'entry.customer.idNo'
  const { text } = await ask(clerk, '/biz/identity/sensitive/reveal', {
    orderId: String(orderId),
    fields: JSON.stringify([field]),
    purpose: 'signing',
  })
  const { values } = JSON.parse(text) as { values: Record<string, string> }
  return values[field]?.slice(-4) ?? ''
}

/** Sends the links; the demo shows the messages, one to each who signs. */
export async function sendLinks(clerk: Page): Promise<{ role: string; link: string }[]> {
  await panel(clerk).getByRole('button', { name: '发送签约短信' }).click()
  await answer(clerk, /发送签约短信/, '发送签约短信')
  const links = panel(clerk).getByRole('link', { name: '打开链接' })
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href))
  const roles = await signersOf(clerk).allInnerTexts()
  return addresses.map((link, at) => ({ link, role: (roles[at] ?? '').replace(/^\d+\s*/, '') }))
}

/** From the link to the papers. */
export async function prove(phone: Page, tail: string): Promise<void> {
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
export async function readAll(phone: Page): Promise<void> {
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

/** @param network of the phone, when it is to break at the last press: a second one signs, and nothing twice */
export async function sign(phone: Page, network?: Network): Promise<void> {
  await write(phone)
  const confirm = phone.getByRole('button', { name: '确认签署' })
  if (network) {
    network.cut()
    await confirm.click()
    await expect(phone.getByText('网络不稳定，没有收到答复')).toBeVisible()
    network.mend()
  }
  await confirm.click()
  await expect(phone.getByRole('heading', { name: '签署完成' })).toBeFocused()
}

/** All that somebody does with a link, from the proof of who he is to the last signature. */
export async function proveAndSign(phone: Page, tail: string): Promise<void> {
  await prove(phone, tail)
  await readAll(phone)
  await sign(phone)
}

/** 生成合同 or 作废重签 with its reason: a whole new set. @returns the numbers of its contracts */
export async function makeContracts(clerk: Page, orderId: number, reason?: string): Promise<string[]> {
  await clerk.goto(`/elecontract/details?orderId=${orderId}`)
  // The menu's star of 批量生成合同 has the words in its name, too.
  await clerk.getByRole('button', { name: reason ? '作废重签' : '生成合同', exact: true }).click()
  if (reason) {
    const dialog = clerk.getByRole('dialog')
    await fillIn(dialog, { 原因: reason })
    await dialog.getByRole('button', { name: '作废重签' }).click()
  } else await answer(clerk, /生成 \d+ 份合同/, '生成合同')
  await expect(toast(clerk, /已生成 \d+ 份合同/)).toBeVisible()
  const { contracts } = await caseOf(clerk, orderId)
  return contracts.filter(({ status }) => status === '已生成').map(({ contractNo }) => contractNo)
}

/**
 * An order's contracts made, sent, and signed by everybody and the company, by the calls that the pages make: for what
 * begins behind that.
 *
 * @param server where those who sign are, when it is another than the clerk's
 */
export async function signByCalls(
  clerk: Page,
  orderId: number,
  server = new URL(clerk.url()).origin,
): Promise<void> {
  const { order } = await caseOf(clerk, orderId)
  const id = String(orderId)
  const tell = <T>(path: string, { rowVersion }: Moved) =>
    answered<T>(ask(clerk, path, { orderId: id, rowVersion: String(rowVersion), eventId: randomUUID() }))
  const look = () => answered<Round>(ask(clerk, '/biz/contract/signing/get', { orderId: id }))
  const made = await tell<Moved>('/biz/contract/order/generate', order)
  const { sent } = await tell<{ sent: { shown: string }[] }>('/biz/contract/signing/send', made)
  const { signers } = await look()
  for (const [at, { shown }] of sent.entries()) {
    const token = /[?&]t=([\w-]+)/.exec(shown)?.[1] ?? ''
    await signAsGuest(server, token, await tailOf(clerk, orderId, signers[at]?.role ?? ''))
  }
  await expect.poll(async () => (await look()).state, { timeout: 120_000 }).toBe('sealed')
}

type Moved = { rowVersion: number }
type Round = { state: string; signers: { role: string }[] }

async function answered<T>(asked: Promise<{ status: number; text: string }>): Promise<T> {
  const { status, text } = await asked
  expect(status, text).toBe(200)
  return JSON.parse(text) as T
}

/** Two strokes, as {@link write} draws them. */
const hand = {
  width: 400,
  height: 300,
  strokes: [
    [80, 90, 160, 100, 240, 110, 320, 120],
    [200, 45, 190, 115, 180, 185, 160, 255],
  ],
}

/** The calls of a phone from the link to the signature. */
async function signAsGuest(server: string, token: string, idTail: string): Promise<void> {
  const call = async (path: string, input: Record<string, string>): Promise<string> => {
    const response = await fetch(new URL(`/nlos/biz/signing${path}`, server), {
      method: 'POST',
      headers: { origin: server, 'x-nlos': '1' },
      body: new URLSearchParams({ token, ...input }),
    })
    const text = await response.text()
    expect(response.status, text).toBe(200)
    return text
  }
  const { shown }: { shown: string } = JSON.parse(await call('/code/send', { idTail }))
  const code = /验证码(\d{6})/.exec(shown)?.[1] ?? ''
  const { session }: { session: string } = JSON.parse(await call('/code/prove', { code }))
  const { papers }: { papers: { id: number; pages: number }[] } = JSON.parse(
    await call('/link/open', { session }),
  )
  for (const { id, pages } of papers) {
    const all = Array.from({ length: pages }, (_, at) => at + 1)
    // Everything that was not fetched cannot have been read.
    await call('/paper/get', { session, id: String(id) })
    await call('/page/shown', { session, id: String(id), pages: JSON.stringify(all) })
  }
  await call('/sign', { session, eventId: randomUUID(), signature: JSON.stringify(hand) })
}

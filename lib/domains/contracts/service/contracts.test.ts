import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { db, inTenant } from '../../../platform/db/client.ts'
import { hashOf } from '../../../platform/files/file-hash.ts'
import { scratchFolder } from '../../../platform/files/file-store.ts'
import { sweepFiles } from '../../../platform/files/sweep-files.ts'
import { minus } from '../../../rules/money.ts'
import { boundOrder } from '../../cards/service/testing.ts'
import { bankCard, linkedPerson } from '../../customers/table.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { riskApproval } from '../../risk/contract/approval.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { orderContracts } from '../contract/orders.ts'
import { contractTemplates } from '../contract/templates.ts'
import type { ContractPaper } from '../rules/contract-text.ts'
import { contract } from '../table/contracts.ts'
import { drawContract } from './draw-contract.ts'
import type { Pages } from './read-pdf.fixture.ts'
import { readPdf } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('contract_clerk')
const admin = () => backend.as('admin')

const textOf = (bytes: Uint8Array): Pages => readPdf(bytes).pages

const bytesOf = async (id: number) => {
  const answer = await clerk().raw(orderContracts.file, { id })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const paper: ContractPaper = {
  title: '融资租赁合同',
  contractNo: 'BLQ-HZ-2026-000001',
  company: '示例',
  blocks: [
    { kind: 'heading', text: '第一条' },
    { kind: 'text', text: `承租人𠮷龘与出租人订立本合同。${'租赁物为机动车，'.repeat(400)}` },
    { kind: 'table', rows: [['姓名', '𠮷龘㐂䶮𬭚']] },
    {
      kind: 'rows',
      head: ['期次', '金额'],
      rows: Array.from({ length: 60 }, (_, at) => [`${at + 1}`, '1,000.00']),
    },
    { kind: 'signatures', parties: ['承租人', '出租人'] },
  ],
}
const madeAt = '2026-11-22T08:00:00.000Z'

async function drawn(given: ContractPaper, at = madeAt): Promise<Buffer> {
  const answer = await drawContract(given, at)
  if ('lacking' in answer) throw new Error(answer.lacking.join())
  return answer.bytes
}

describe('a drawn contract', () => {
  it('has every name, rare ones among them, its number and its pages as text', async () => {
    const pages = textOf(await drawn(paper))
    expect(pages.length).toBeGreaterThan(3)
    const whole = pages.join('')
    for (const name of ['𠮷龘', '㐂䶮𬭚', '第一条', '1,000.00', '出租人（签章）'])
      expect(whole).toContain(name)
    for (const [at, text] of pages.entries()) {
      expect(text).toContain(`第 ${at + 1} 页 共 ${pages.length} 页`)
      expect(text).toContain(paper.contractNo)
    }
  })

  it('is the same bytes for the same paper and time, and other bytes for another', async () => {
    const first = hashOf(await drawn(paper))
    expect(hashOf(await drawn(paper))).toBe(first)
    expect(hashOf(await drawn(paper, '2026-11-22T08:00:01.000Z'))).not.toBe(first)
    expect(hashOf(await drawn({ ...paper, title: '买卖合同' }))).not.toBe(first)
  })

  it('is not drawn with a sign that no font has; the sign is named', async () => {
    const text = '客户𪚥和\u{1F600}'
    expect(await drawContract({ ...paper, blocks: [{ kind: 'text', text }] }, madeAt)).toEqual({
      lacking: ['𪚥', '\u{1F600}'],
    })
  })
})

describe('the contracts of an order', () => {
  it('are made in one go, say what was approved, and are void when made again or when the terms change', async () => {
    const { orderId, rowVersion } = await boundOrder(backend)
    const before = await clerk().call(orderContracts.get, { orderId })
    expect(before).toMatchObject({ contracts: [], obstacles: [] })
    expect(before.planned.length).toBeGreaterThan(4)

    const made = await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    expect(made).toMatchObject({
      made: before.planned.length,
      status: 'wait_sign',
      rowVersion: rowVersion + 1,
    })
    const after = await clerk().call(orderContracts.get, { orderId })
    expect(after.contracts.map(({ title }) => title)).toEqual(before.planned.map(({ title }) => title))
    const [main] = after.contracts
    if (!main) throw new Error('no contract')
    expect(after.contractNo).toBe(main.contractNo)
    expect(main.signers.at(-1)?.role).toBe('出租人')

    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.id, orderId)),
    )
    const text = textOf(await bytesOf(main.id)).join('')
    expect(text).toContain(order?.customerName)
    expect(text).toContain(order?.idNo)
    expect(text).toContain(main.contractNo)
    expect(text).toMatch(/人民币[壹贰叁肆伍陆柒捌玖][^¥]*元/)

    const { data } = await clerk().call(orderContracts.list, { contractState: 'made' })
    expect(data.find(({ id }) => id === orderId)).toMatchObject({ contracts: made.made, signed: 0 })

    const again = { orderId, rowVersion: made.rowVersion, eventId: newEvent() }
    expect(await clerk().send(orderContracts.generate, again)).toMatchObject({
      status: 400,
      body: { fields: { reason: '已有合同，请填写作废原因' } },
    })
    const anew = { ...again, eventId: newEvent(), reason: '地址有误' }
    const second = await clerk().call(orderContracts.generate, anew)
    const { contracts } = await clerk().call(orderContracts.get, { orderId })
    expect(contracts).toHaveLength(2 * made.made)
    expect(contracts.find(({ id }) => id === main.id)).toMatchObject({
      status: '已作废',
      voidReason: '地址有误',
    })
    expect(contracts.filter(({ contractNo }) => contractNo === `${main.contractNo}-2`)).toHaveLength(1)

    await backend.as('entry_clerk').call(riskApproval.changeTerms, {
      orderId,
      rowVersion: second.rowVersion,
      eventId: newEvent(),
      reason: '客户自付更多',
      amount: minus(order?.approvedAmount ?? '0', '1000.00'),
      term: order?.term ?? 0,
    })
    const rows = await inTenant(1, () => db().select().from(contract).where(eq(contract.orderId, orderId)))
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['已作废']))
  })

  it('come together in one zip; one that was changed on its disk stays shut, and the sweep leaves them', async () => {
    const { orderId, rowVersion } = await boundOrder(backend)
    await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    const { contracts } = await clerk().call(orderContracts.get, { orderId })
    const ids = contracts.map(({ id }) => id)
    await sweepFiles({ now: Number.POSITIVE_INFINITY })
    const answer = await clerk().raw(orderContracts.files, { ids })
    const zip = Buffer.from(await answer.arrayBuffer())
    for (const { contractNo } of contracts) expect(zip.includes(contractNo)).toBe(true)

    // Those of many orders that count, whatever was void before; not while one of them has none.
    const second = await boundOrder(backend)
    const orderIds = [orderId, second.orderId]
    expect((await clerk().raw(orderContracts.files, { orderIds })).status).toBe(404)
    const made = { orderId: second.orderId, rowVersion: second.rowVersion, eventId: newEvent() }
    await clerk().call(orderContracts.generate, made)
    const whole = Buffer.from(await (await clerk().raw(orderContracts.files, { orderIds })).arrayBuffer())
    const others = (await clerk().call(orderContracts.get, { orderId: second.orderId })).contracts
    for (const { contractNo } of [...contracts, ...others]) expect(whole.includes(contractNo)).toBe(true)
    expect((await clerk().raw(orderContracts.files, {} as never)).status).toBe(400)

    const [one] = contracts
    if (!one) throw new Error('no contract')
    const file = join(scratchFolder(), '1', one.fileHash.slice(0, 2), one.fileHash)
    const bytes = readFileSync(file)
    const byte = fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }))
    const find = async ([at, by]: [number, number]) => {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ by
      writeFileSync(file, changed)
      expect((await clerk().raw(orderContracts.file, { id: one.id })).status).toBe(422)
      expect((await clerk().raw(orderContracts.files, { ids })).status).toBe(422)
    }
    await fc.assert(fc.asyncProperty(byte, find), {
      numRuns: 20,
      examples: [[[0, 1]], [[bytes.length - 1, 1]]],
    })
    writeFileSync(file, bytes)
    expect((await clerk().raw(orderContracts.file, { id: one.id })).status).toBe(200)
  })

  it('are not made while something is in the way, which is named', async () => {
    const { orderId, rowVersion } = await boundOrder(backend)
    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.id, orderId)),
    )
    const values = order?.entryValues as { customer: object }
    const change = (entryValues: object) =>
      inTenant(1, () => db().update(application).set({ entryValues }).where(eq(application.id, orderId)))
    const generate = () => clerk().send(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    const card = eq(bankCard.id, order?.repayCardId ?? 0)
    const nameCard = (holderName: string | undefined) =>
      inTenant(1, () => db().update(bankCard).set({ holderName }).where(card))
    await nameCard('他人')
    expect(await generate()).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('他人') },
    })
    await nameCard(order?.customerName)
    await change({ ...values, customer: { ...values.customer, idNo: '' } })
    expect(await generate()).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('承租人证件号码') },
    })
    await nameCard('客户𪚥')
    await change({ ...values, customer: { ...values.customer, name: '客户𪚥' } })
    expect(await generate()).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('𪚥（U+2A6A5）') },
    })
    expect((await clerk().call(orderContracts.get, { orderId })).contracts).toEqual([])
  })
})

describe('a template', () => {
  const wrong = { code: 'JJ' as const, name: '交接', body: '第一行\n{客户名}\n[表格 别的]' }

  it('does not save with a field that does not exist', async () => {
    expect(await admin().send(contractTemplates.save, { ...wrong, eventId: newEvent() })).toMatchObject({
      status: 400,
      body: { fields: { body: '第 2 行：没有字段“客户名”（共 2 处）' } },
    })
  })

  it('is published from a day on and never changes after; the newest that counts is taken', async () => {
    const { data } = await admin().call(contractTemplates.list, { code: 'JJ' })
    const [known] = data
    if (!known) throw new Error('no template')
    const { id, code, name } = known
    const saved = await admin().call(contractTemplates.save, {
      id,
      code,
      name,
      rowVersion: known.rowVersion,
      eventId: newEvent(),
      body: '新版：{承租人姓名}收到{车型}。',
    })
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const over = { id, rowVersion: saved.rowVersion, eventId: newEvent(), effectiveFrom: '2020-01-01' }
    expect((await admin().send(contractTemplates.publish, over)).status).toBe(400)
    const { version } = await admin().call(contractTemplates.publish, {
      ...over,
      eventId: newEvent(),
      effectiveFrom: today,
    })
    expect(version).toBe(2)
    const { orderId, rowVersion } = await boundOrder(backend)
    await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
    const { contracts } = await clerk().call(orderContracts.get, { orderId })
    const handover = contracts.find((one) => one.code === 'JJ')
    expect(handover?.templateVersion).toBe('v2')
    expect(textOf(await bytesOf(handover?.id ?? 0)).join('')).toContain('新版：')
  })

  it('is shown on an order that it is for, where there is one', async () => {
    const { orderId } = await boundOrder(backend)
    await boundOrder(backend)
    await inTenant(1, () =>
      db().update(application).set({ bizMode: 'direct_lease' }).where(eq(application.id, orderId)),
    )
    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.id, orderId)),
    )
    const shownOn = async (code: 'ZZ' | 'HZ' | 'BZ') => {
      const asked = { code, name: '合同', body: '{订单编号}', orderNo: '' }
      const answer = await admin().raw(contractTemplates.preview, asked)
      expect(answer.status).toBe(200)
      return textOf(new Uint8Array(await answer.arrayBuffer())).join('')
    }
    expect(await shownOn('ZZ')).toContain(order?.orderNo)
    expect(await shownOn('HZ')).not.toContain(order?.orderNo)
    await inTenant(1, () =>
      db()
        .insert(linkedPerson)
        .values({ applicationId: orderId, role: 'guarantor', name: '保证人', mobile: '13800138000' }),
    )
    expect(await shownOn('BZ')).toContain(order?.orderNo)
  })

  it('is shown on a real order with personal data masked', async () => {
    const { orderId } = await boundOrder(backend)
    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.id, orderId)),
    )
    const body = '{承租人姓名} {承租人证件号码} {融资额大写}\n[表格 还款计划]'
    const answer = await admin().raw(contractTemplates.preview, {
      code: 'JH',
      name: '计划',
      body,
      orderNo: order?.orderNo,
    })
    const text = textOf(new Uint8Array(await answer.arrayBuffer())).join('')
    expect(text).not.toContain(order?.idNo)
    expect(text).toContain('元整')
  })
})

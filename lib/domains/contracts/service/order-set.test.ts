import { eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { boundOrder } from '../../cards/service/testing.ts'
import { capital } from '../../channels/table.ts'
import { newEvent, nextPerson } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { orderSigning } from '../contract/order-signing.ts'
import { orderContracts } from '../contract/orders.ts'
import { contractTemplates } from '../contract/templates.ts'
import type { ContractCode } from '../rules/contract-kinds.ts'
import { readPdf } from './testing.ts'

/** The people and things that the contracts of an order are for: all who owe, by contracts that fit what was sold. */

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('contract_clerk')
const admin = () => backend.as('admin')
const caseOf = (orderId: number) => clerk().call(orderContracts.get, { orderId })

const standing = () => {
  const { name, idNo, mobile } = nextPerson()
  return {
    relation: '02',
    name,
    idNo,
    idLongTerm: true,
    mobile,
    employerName: '示例公司',
    monthlyIncome: '9000.00',
    address: '',
    guaranteeType: '1',
    creditAuth: true,
  }
}
const setEntry = (orderId: number, path: 'coLessees' | 'guarantors' | 'financing', value: object) =>
  inTenant(1, () =>
    db()
      .update(application)
      .set({
        entryValues: sql`jsonb_set(${application.entryValues}, ${`{${path}}`}, ${JSON.stringify(value)}::jsonb)`,
      })
      .where(eq(application.id, orderId)),
  )

/** The template of a kind, as the administrator sees it. */
async function templateOf(code: ContractCode) {
  const { data } = await admin().call(contractTemplates.list, { code })
  const [found] = data
  if (!found) throw new Error(`no template ${code}`)
  return found
}
async function whileStopped(code: ContractCode, work: () => Promise<void>): Promise<void> {
  const { id, rowVersion } = await templateOf(code)
  await admin().call(contractTemplates.stop, { id, rowVersion, eventId: newEvent(), reason: '停用' })
  await work()
  const stopped = await admin().call(contractTemplates.get, { id })
  await admin().call(contractTemplates.start, { id, rowVersion: stopped.rowVersion, eventId: newEvent() })
}

test('whoever leases together is named, has a place, and signs between the customer and the company', async () => {
  const { orderId, rowVersion } = await boundOrder(backend)
  const others = [standing(), standing()]
  await setEntry(orderId, 'coLessees', others)
  await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
  const { contracts } = await caseOf(orderId)
  const main = contracts.find(({ code }) => code === 'HZ')
  expect(main?.signers.map(({ role }) => role)).toEqual(['承租人', '共同承租人', '共同承租人', '出租人'])
  const answer = await clerk().raw(orderContracts.file, { id: main?.id ?? 0 })
  const text = readPdf(new Uint8Array(await answer.arrayBuffer())).pages.join('')
  for (const { name, idNo } of others) for (const said of [name, idNo]) expect(text).toContain(said)
  expect(text).toContain('共同承租人（签章）')
  const { signers } = await clerk().call(orderSigning.get, { orderId })
  expect(signers.map(({ name }) => name).slice(1)).toEqual(others.map(({ name }) => name))
})

test('an order of one person says nothing of others', async () => {
  const { orderId, rowVersion } = await boundOrder(backend)
  await clerk().call(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() })
  const { contracts } = await caseOf(orderId)
  const answer = await clerk().raw(orderContracts.file, { id: contracts[0]?.id ?? 0 })
  expect(readPdf(new Uint8Array(await answer.arrayBuffer())).pages.join('')).not.toContain('共同承租人')
})

test('nothing is made while a text has no place for somebody who owes; who it is stands there', async () => {
  const { orderId, rowVersion } = await boundOrder(backend)
  const other = standing()
  await setEntry(orderId, 'guarantors', [other])
  const { id, code, name } = await templateOf('BZ')
  const publish = async (body: string) => {
    const { rowVersion } = await admin().call(contractTemplates.get, { id })
    const saved = await admin().call(contractTemplates.save, {
      id,
      code,
      name,
      body,
      rowVersion,
      eventId: newEvent(),
    })
    const effectiveFrom = businessDate(new Date())
    await admin().call(contractTemplates.publish, {
      id,
      rowVersion: saved.rowVersion,
      eventId: newEvent(),
      effectiveFrom,
    })
  }
  await publish('{保证人姓名}提供保证。\n[签章 出租人]')
  const { obstacles } = await caseOf(orderId)
  expect(obstacles).toEqual([{ key: 'unplaced', names: `保证人 ${other.name}` }])
  expect(
    await clerk().send(orderContracts.generate, { orderId, rowVersion, eventId: newEvent() }),
  ).toMatchObject({ status: 422, body: { message: expect.stringContaining(other.name) } })
  await publish('{保证人姓名}提供保证。\n[签章 保证人 出租人]')
  expect((await caseOf(orderId)).obstacles).toEqual([])
})

test('nothing is made without the main contract, or without the guarantee of an order that has a guarantor', async () => {
  const { orderId } = await boundOrder(backend)
  const obstacles = async () => (await caseOf(orderId)).obstacles
  await whileStopped('HZ', async () => {
    expect(await obstacles()).toEqual([{ key: 'noTemplate', names: '融资租赁合同(回租)' }])
  })
  await whileStopped('BZ', async () => {
    expect(await obstacles()).toEqual([])
    await setEntry(orderId, 'guarantors', [standing()])
    expect(await obstacles()).toEqual([{ key: 'noTemplate', names: '保证合同' }])
  })
})

test('a car that the lessor owns is not mortgaged to it', async () => {
  const { orderId } = await boundOrder(backend)
  const kinds = async () => (await caseOf(orderId)).planned.map(({ code }) => code)
  expect(await kinds()).toContain('DY')
  await inTenant(1, () =>
    db()
      .update(application)
      .set({ bizMode: 'direct_lease', templateCode: 'jdzlld' })
      .where(eq(application.id, orderId)),
  )
  expect(await kinds()).toEqual(['ZZ', 'DK', 'JH', 'JJ'])
})

test('an order is signed by its funder’s own text, where the funder has one', async () => {
  const { orderId } = await boundOrder(backend)
  const mainFor = async (funder: string) => {
    await inTenant(1, async () => {
      const [row] = await db().select().from(capital).where(eq(capital.code, funder))
      await db()
        .update(application)
        .set({ bizMode: 'joint_loan', capitalId: row?.id ?? 0 })
        .where(eq(application.id, orderId))
    })
    return (await caseOf(orderId)).planned[0]
  }
  expect(await mainFor('BANKA')).toMatchObject({ code: 'LH', title: '联合贷款借款合同（示例银行A文本）' })
  expect(await mainFor('BANKB')).toMatchObject({ code: 'LH', title: '联合贷款借款合同' })
})

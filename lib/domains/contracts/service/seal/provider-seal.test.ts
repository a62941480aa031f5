import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, desc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../../platform/db/client.ts'
import { readStored } from '../../../../platform/files/file-store.ts'
import { job } from '../../../../platform/jobs/table.ts'
import { messages } from '../../../../platform/messages/contract.ts'
import { openPortServer, type PortServer, until } from '../../../../platform/outside/port-server.fixture.ts'
import { settle } from '../../../../platform/outside/settle.ts'
import { simulatedSeal } from '../../../../platform/outside/simulated-seals.ts'
import { outsideAttempt, outsideCall } from '../../../../platform/outside/table.ts'
import { wirePorts } from '../../../../platform/outside/wiring.ts'
import { collectCode } from '../../../collect/table.ts'
import { offerDemo } from '../../../identity/service/demo-offer.ts'
import { newEvent } from '../../../orders/service/testing.ts'
import { application } from '../../../orders/table.ts'
import { tenants } from '../../../tenants/contract.ts'
import { openTestBackend, type TestBackend } from '../../../testing.ts'
import { orderSigning } from '../../contract/order-signing.ts'
import { orderContracts } from '../../contract/orders.ts'
import { contract } from '../../table/contracts.ts'
import { becomes, sentOrder, sign } from '../signing/testing.ts'
import { voidContracts } from '../void-contracts.ts'
import { signerOf } from './cms-signature.ts'
import { sealWith } from './company-seal.ts'

/** A tenant whose seal a provider keeps: the port `esign` from the last signature to the sealed set. */

const key = 'a key that both sides know, 32 characters'
let backend: TestBackend
let server: PortServer
beforeAll(async () => {
  backend = await openTestBackend({ demo: true })
  server = await openPortServer(key)
  await keepSealsBy('provider')
}, 120_000)
afterAll(async () => {
  await backend.close()
  await server.close()
})
beforeEach(async () => {
  await inTenant(1, () => db().delete(collectCode))
  server.received.length = 0
  server.asks = undefined
  server.answer = seals
})

const clerk = () => backend.as('contract_clerk')
const admin = () => backend.as('admin')

async function keepSealsBy(sealBy: 'own' | 'provider') {
  const { name, rowVersion } = await admin().call(tenants.get, {})
  return admin().send(tenants.save, {
    name,
    rowVersion,
    title: '',
    themeColor: '',
    watermark: '',
    collectOpen: true,
    sealBy,
  })
}

type Received = PortServer['received'][number]
const seals = async ({ request }: Received) => ({
  status: 200,
  body: {
    result: 'done',
    answer: { cms: await simulatedSeal(String(request.hash), String(request.subject)) },
  },
})
const waits = () => ({ status: 202, body: { result: 'pending' } })

/** An order that everybody has signed just now. */
async function signedOrder(): Promise<number> {
  const { orderId, people } = await sentOrder(backend)
  // Binding the card has wired ports of its own.
  wirePorts({ esign: { url: server.url, key } })
  const phone = backend.withToken(undefined, { ip: '192.0.2.50' })
  for (const person of people) await sign(phone, person)
  return orderId
}
const contractsOf = (orderId: number) =>
  inTenant(1, () => db().select().from(contract).where(eq(contract.orderId, orderId)).orderBy(contract.id))
const callsOf = async (orderId: number) => {
  const ids = (await contractsOf(orderId)).map(({ sealCallId }) => sealCallId)
  const rows = await inTenant(1, () => db().select().from(outsideCall).where(eq(outsideCall.port, 'esign')))
  return rows.filter(({ id }) => ids.includes(id))
}
const asked = (orderId: number) =>
  until(async () => (await contractsOf(orderId)).every(({ sealCallId }) => sealCallId !== null), 30_000)
const answer = (id: number, outcome: Parameters<typeof settle>[2]) =>
  inTenant(1, () => settle(id, { kind: 'callback', ms: 0 }, outcome))
const answerRightly = async ({ id, request }: { id: number; request: unknown }) => {
  const { hash, subject } = request as Record<string, string>
  return answer(id, { result: 'done', answer: { cms: await simulatedSeal(hash ?? '', subject ?? '') } })
}
const obstacleOf = async (orderId: number) => (await clerk().call(orderSigning.get, { orderId })).obstacle
const sealAgain = async (orderId: number) => {
  const [order] = await inTenant(1, () => db().select().from(application).where(eq(application.id, orderId)))
  await clerk().call(orderSigning.seal, {
    orderId,
    rowVersion: order?.rowVersion ?? 0,
    eventId: newEvent(),
  })
}

it('seals the whole set by the provider’s signatures, each over its own file', async () => {
  const orderId = await signedOrder()
  expect(await becomes(backend, orderId, 'sealed')).toMatchObject({ obstacle: null })
  const rows = await contractsOf(orderId)
  expect(server.received.map(({ request }) => Object.keys(request).sort())).toEqual(
    rows.map(() => ['hash', 'subject', 'title']),
  )
  for (const { id, fileHash, sealCms, sealDraftHash } of rows) {
    const file = Buffer.from(await (await clerk().raw(orderContracts.file, { id })).arrayBuffer())
    const made = (await readStored(1, fileHash)) ?? Buffer.of()
    expect(file.subarray(0, made.length).equals(made)).toBe(true)
    const { cms, covered } = signatureIn(file)
    expect(await signerOf(cms, covered)).toContain(String(server.received[0]?.request.subject))
    const hash = createHash('sha256').update(covered).digest('hex')
    expect(server.received.map(({ request }) => request.hash)).toContain(hash)
    covered[made.length - 1000] = (covered[made.length - 1000] ?? 0) ^ 1
    expect(await signerOf(cms, covered)).toBeUndefined()
    expect([sealCms, sealDraftHash]).toEqual([null, null])
  }
}, 60_000)

/** The last signature of a PDF, and what it covers. */
function signatureIn(file: Buffer) {
  const text = file.toString('latin1')
  const [, , start, end] = (text.match(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)/) ?? []).map(Number)
  return {
    cms: Buffer.from(text.slice((start ?? 0) + 1, (end ?? 0) - 1), 'hex'),
    covered: Buffer.concat([file.subarray(0, start), file.subarray(end)]),
  }
}

it('seals nothing by half: a refusal is said on the case and to the clerk, and all are asked again', async () => {
  server.answer = waits
  const orderId = await signedOrder()
  await asked(orderId)
  const [first, ...others] = await callsOf(orderId)
  if (!first) throw new Error('nothing was asked')
  const before = (await clerk().call(messages.unread, {})).notice
  await answer(first.id, { result: 'refused', reason: '证书已过期' })
  for (const one of others) await answerRightly(one)
  expect(await obstacleOf(orderId)).toContain('证书已过期')
  expect((await clerk().call(messages.unread, {})).notice).toBe(before + 1)
  expect((await contractsOf(orderId)).every(({ sealedHash }) => sealedHash === null)).toBe(true)

  await sealAgain(orderId)
  await until(async () => {
    const now = await callsOf(orderId)
    return now.length === others.length + 1 && now.every(({ id }) => id !== first.id)
  }, 30_000)
  expect(await obstacleOf(orderId)).toBeNull()
  // Everything that the first try was answered counts no more.
  for (const one of others) await answerRightly(one)
  for (const one of await callsOf(orderId)) await answerRightly(one)
  await becomes(backend, orderId, 'sealed')
}, 90_000)

it('takes no signature of something else', async () => {
  server.answer = async (received) =>
    seals({ ...received, request: { ...received.request, hash: 'b'.repeat(64) } })
  const orderId = await signedOrder()
  await until(async () => (await obstacleOf(orderId)) !== null, 30_000)
  expect(await obstacleOf(orderId)).toContain('不符')
  expect((await clerk().call(orderSigning.get, { orderId })).state).toBe('sealing')
}, 60_000)

it('takes no signature of another company, and says so', async () => {
  server.answer = async (received) =>
    seals({ ...received, request: { ...received.request, subject: '别家融资租赁有限公司' } })
  const orderId = await signedOrder()
  await until(async () => (await obstacleOf(orderId)) !== null, 30_000)
  expect(await obstacleOf(orderId)).toContain('不是本公司的')
  expect((await clerk().call(orderSigning.get, { orderId })).state).toBe('sealing')
  server.answer = seals
  await sealAgain(orderId)
  await becomes(backend, orderId, 'sealed')
}, 90_000)

it('says that nobody answered, and takes the answer that comes after all', async () => {
  server.answer = waits
  const orderId = await signedOrder()
  await asked(orderId)
  const calls = await callsOf(orderId)
  // Everything that is on its way would put its own number of tries back.
  await until(async () => {
    const made = await inTenant(1, () => db().select().from(outsideAttempt))
    return calls.every(({ id }) => made.some(({ callId }) => callId === id))
  }, 30_000)
  for (const { id } of calls)
    await inTenant(1, () =>
      db()
        .update(outsideCall)
        .set({ attempts: 9, nextAt: new Date().toISOString() })
        .where(and(eq(outsideCall.id, id))),
    )
  await until(async () => (await obstacleOf(orderId)) !== null, 30_000)
  await until(async () => (await callsOf(orderId)).every(({ status }) => status === 'dead'), 30_000)
  for (const one of await callsOf(orderId)) await answerRightly(one)
  await becomes(backend, orderId, 'sealed')
}, 90_000)

it('leaves a set alone that has become void while the provider was asked', async () => {
  server.answer = waits
  const orderId = await signedOrder()
  await asked(orderId)
  const calls = await callsOf(orderId)
  await inTenant(1, () => voidContracts(orderId, '条款变更', { actor: { id: 0 } as never, now: new Date() }))
  for (const one of calls) await answerRightly(one)
  expect((await contractsOf(orderId)).map(({ status, sealCms }) => [status, sealCms])).toEqual(
    calls.map(() => ['已作废', null]),
  )
}, 60_000)

it('also of the own certificate: that it does not open is said on the case, and once to the clerk', async () => {
  await keepSealsBy('own')
  const folder = mkdtempSync(join(tmpdir(), 'nlos-own-seal-'))
  sealWith({ blq: { p12: join(folder, 'none'), password: '' } }, folder)
  try {
    const orderId = await signedOrder()
    const [order] = await inTenant(1, () =>
      db().select().from(application).where(eq(application.id, orderId)),
    )
    const told = async () =>
      (await clerk().call(messages.notices, {})).data.filter(
        ({ title }) => title === `合同盖章失败：${order?.orderNo}`,
      ).length
    await until(async () => (await obstacleOf(orderId)) !== null, 30_000)
    expect(await obstacleOf(orderId)).toContain('印章证书无法打开')
    const failures = async () =>
      inTenant(1, async () => {
        const [row] = await db()
          .select()
          .from(job)
          .where(eq(job.name, 'contracts.seal'))
          .orderBy(desc(job.id))
        return row?.failures ?? 0
      })
    await until(async () => (await failures()) === 1)
    await inTenant(1, () => db().update(job).set({ runAt: sql`now()` }).where(eq(job.status, 'queued')))
    await until(async () => (await failures()) === 2, 30_000)
    expect(await told()).toBe(1)

    sealWith({}, folder)
    await sealAgain(orderId)
    await becomes(backend, orderId, 'sealed')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await keepSealsBy('provider')
  }
}, 90_000)

it('is chosen only where somebody answers', async () => {
  await keepSealsBy('own')
  wirePorts({})
  offerDemo(false)
  expect(await keepSealsBy('provider')).toMatchObject({ status: 422, body: { code: 'outside.notWired' } })
  offerDemo(true)
  expect(await keepSealsBy('provider')).toMatchObject({ status: 200 })
})

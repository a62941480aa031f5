import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { db, inTenant } from '../../../platform/db/client.ts'
import { auditLog } from '../../system/table.ts'
import { openTestBackend, type TestBackend } from '../../testing.ts'
import { voice } from '../contract.ts'
import { seat } from '../table.ts'
import { openSecret, sealSecret, sealSecretsWith } from './seat-secret.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const admin = () => backend.as('admin')
const agent = () => backend.as('service_agent')
const hold = 'h'.repeat(22)
const stored = (number: string) =>
  inTenant(1, async () => (await db().select().from(seat).where(eq(seat.seatsNumber, number)))[0])
const listed = async (number: string) => (await admin().call(voice.seatList, { q: number })).data[0]
const take = (number: string) =>
  agent().call(voice.updateVoiceStatus, { seats_number: number, status: '2', hold })
const give = (number: string) =>
  agent().call(voice.updateVoiceStatus, { seats_number: number, status: '1', hold })

it('lists the seats of the tenant by number, with search, state and pages', async () => {
  const { data, total } = await admin().call(voice.seatList, { length: 10 })
  expect(total).toBe(20)
  expect(data.map((row) => row.seats_number)).toEqual(Array.from({ length: 10 }, (_, at) => `${8001 + at}`))
  expect((await admin().call(voice.seatList, { q: '8007' })).data).toMatchObject([
    { status: '1', callCount: 0 },
  ])
  expect((await admin().call(voice.seatList, { status: '0' })).total).toBe(0)
  expect((await agent().send(voice.seatList, {})).status).toBe(403)
})

it('goes out as a workbook in words', async () => {
  const columns = ['seats_number', 'status', 'hasSecret', 'lastCallAt']
  const file = await admin().raw(voice.exportSeats, { columns, q: '801' })
  expect(file.status).toBe(200)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [sheet] = (await readXlsx(bytes)).sheets
  expect(sheet?.rows.slice(0, 3)).toEqual([
    ['坐席号', '状态', '坐席密码', '最近通话'],
    ['8010', '空闲', '未设置', null],
    ['8011', '空闲', '未设置', null],
  ])
})

it('keeps the secret sealed: the table has no clear text, the list none at all, the holder the secret', async () => {
  const added = { seats_number: '9001', agentAccount: 'agent-9001', secret: 'geheim-9001', enabled: true }
  const { id } = await admin().call(voice.saveSeat, added)
  expect((await stored('9001'))?.agentSecret).toMatch(/^sealed\.1\./)
  const { body } = await admin().send(voice.seatList, { q: '9001' })
  expect(JSON.stringify(body)).not.toContain('geheim')
  expect(await listed('9001')).toMatchObject({ id, hasSecret: true, agentAccount: 'agent-9001' })
  expect((await take('9001')).data).toEqual({ status: '2', name: 'agent-9001', secret: 'geheim-9001' })
  await give('9001')
  const log = await inTenant(1, () => db().select().from(auditLog).where(eq(auditLog.object, 'seat:9001')))
  expect(JSON.stringify(log)).not.toContain('geheim')
  expect(log).toContainEqual(
    expect.objectContaining({ action: 'seat.add', after: expect.objectContaining({ secretChanged: true }) }),
  )
  // The same seat twice.
  expect(await admin().send(voice.saveSeat, added)).toMatchObject({
    status: 409,
    body: { message: '坐席号已存在' },
  })
})

it('leaves the secret when none is typed, and takes it away when asked', async () => {
  const row = await listed('9001')
  const same = { id: row?.id, seats_number: '9001', agentAccount: 'other', enabled: true }
  await admin().call(voice.saveSeat, { ...same, rowVersion: row?.rowVersion })
  expect(await listed('9001')).toMatchObject({ agentAccount: 'other', hasSecret: true })
  expect(
    await admin().send(voice.saveSeat, { ...same, agentAccount: 'x', rowVersion: row?.rowVersion }),
  ).toMatchObject({
    status: 409,
    body: { conflict: { changes: [{ path: 'agentAccount', mine: 'x', theirs: 'other' }] } },
  })
  const rowVersion = (await listed('9001'))?.rowVersion
  await admin().call(voice.saveSeat, { ...same, rowVersion, clearSecret: true })
  expect(await listed('9001')).toMatchObject({ hasSecret: false })
})

it('seals a secret that was written into the table by hand at its first use', async () => {
  await inTenant(1, () =>
    db().update(seat).set({ agentSecret: 'by-hand' }).where(eq(seat.seatsNumber, '8002')),
  )
  expect((await take('8002')).data.secret).toBe('by-hand')
  expect((await stored('8002'))?.agentSecret).toMatch(/^sealed\./)
  await give('8002')
  expect((await take('8002')).data.secret).toBe('by-hand')
  await give('8002')
})

it('frees a seat that somebody has, and does not switch it off before', async () => {
  await take('8003')
  const row = await listed('8003')
  expect(row).toMatchObject({ status: '2', holderName: expect.any(String) })
  const off = {
    id: row?.id,
    rowVersion: row?.rowVersion,
    seats_number: '8003',
    agentAccount: '8003',
    enabled: false,
  }
  expect(await admin().send(voice.saveSeat, off)).toMatchObject({
    status: 422,
    body: { message: '坐席正在使用，请先释放' },
  })
  await admin().call(voice.releaseSeat, { id: row?.id ?? 0 })
  expect(await listed('8003')).toMatchObject({ status: '1', holderName: null })
  // Everything that its window still says counts no more.
  const late = { seats_number: '8003', hold, event: 'ring', number: '12000000000' }
  expect((await agent().send(voice.reportCall, late)).status).toBe(403)
  await admin().call(voice.saveSeat, off)
  expect(await listed('8003')).toMatchObject({ status: '0' })
  expect(
    (await agent().send(voice.updateVoiceStatus, { seats_number: '8003', status: '2', hold })).status,
  ).toBe(409)
})

it('lists the calls of a seat with who made them and the number masked', async () => {
  await take('8004')
  const said = { seats_number: '8004', hold, direction: 'out' as const, number: '12000000000' }
  await agent().call(voice.reportCall, { ...said, event: 'ring' })
  await agent().call(voice.reportCall, { ...said, event: 'end', result: 'busy' })
  await give('8004')
  const { data, total } = await admin().call(voice.seatCalls, { seats_number: '8004' })
  expect(total).toBe(1)
  expect(data).toMatchObject([{ phone: '120****0000', result: '忙线', agentName: expect.any(String) }])
  expect(await listed('8004')).toMatchObject({ callCount: 1, lastCallAt: data[0]?.startAt })
})

describe('secrets at rest', () => {
  const text = 'pass-字'
  afterAll(() => sealSecretsWith({ 1: 'whatever comes after this suite, long enough' }))

  it('open with the key of their number, after a rotation too, and never twice look the same', () => {
    sealSecretsWith({ 1: 'a'.repeat(40) })
    const first = sealSecret(text)
    expect(sealSecret(text)).not.toBe(first)
    sealSecretsWith({ 1: 'a'.repeat(40), 12: 'b'.repeat(40), 2: 'c'.repeat(40) })
    expect(openSecret(first)).toBe(text)
    expect(sealSecret(text)).toMatch(/^sealed\.12\./)
  })

  it('are lost without their key, and when somebody changed them', () => {
    sealSecretsWith({ 1: 'a'.repeat(40) })
    const sealed = sealSecret(text)
    expect(openSecret(`${sealed.slice(0, -2)}AA`)).toBeNull()
    sealSecretsWith({ 2: 'a'.repeat(40) })
    expect(openSecret(sealed)).toBeNull()
  })

  it('are not kept in clear where there is no key', () => {
    sealSecretsWith({})
    expect(() => sealSecret(text)).toThrow('no secret')
  })
})

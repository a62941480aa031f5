import { and, asc, eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { newEvent } from '../../orders/service/testing.ts'
import { auditLog } from '../../system/table.ts'
import { CallFailure, openTestBackend, type TestBackend } from '../../testing.ts'
import { voice } from '../contract.ts'
import { callRecord, seat } from '../table.ts'
import { freeLapsedSeats } from './seats.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(() => backend.close())

const clerk = () => backend.as('entry_clerk')
const other = () => backend.as('entry_clerk2')
const take = (caller: ReturnType<typeof clerk>, seats_number: string, hold = newEvent()) =>
  caller.call(voice.updateVoiceStatus, { seats_number, status: '2', hold })
const give = (caller: ReturnType<typeof clerk>, seats_number: string, hold?: string) =>
  caller.call(voice.updateVoiceStatus, { seats_number, status: '1', hold })
const statusOf = async (seats_number: string) =>
  (await clerk().call(voice.getSeats, { seats_number })).data.status

/** As if so many seconds went by for the seat. */
const pass = (seats_number: string, seconds: number) =>
  inTenant(1, () =>
    db()
      .update(seat)
      .set({ heldUntil: sql`held_until - make_interval(secs => ${seconds})` })
      .where(eq(seat.seatsNumber, seats_number)),
  )
const actionsOf = (seats_number: string) =>
  inTenant(1, async () => {
    const rows = await db()
      .select({ action: auditLog.action, actorId: auditLog.actorId })
      .from(auditLog)
      .where(eq(auditLog.object, `seat:${seats_number}`))
      .orderBy(asc(auditLog.id))
    return rows.map(({ action, actorId }) => (actorId === 0 ? `${action} by the system` : action))
  })
const callsOn = (seats_number: string) =>
  inTenant(1, () =>
    db().select().from(callRecord).where(eq(callRecord.seatNo, seats_number)).orderBy(asc(callRecord.id)),
  )

it('a free seat says 1, an occupied one 2, and 1 again when the dialog closes; each change is in the audit log', async () => {
  expect(await statusOf('8001')).toBe('1')
  const { data } = await take(clerk(), '8001')
  expect(data).toEqual({ status: '2', name: '8001', secret: null })
  expect(await statusOf('8001')).toBe('2')
  expect((await give(clerk(), '8001')).data.status).toBe('1')
  expect(await statusOf('8001')).toBe('1')
  expect(await actionsOf('8001')).toEqual(['seat.occupy', 'seat.free'])
})

it('an occupied seat is refused in the words of the specification', async () => {
  await take(clerk(), '8002')
  const refused = await take(other(), '8002').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CallFailure)
  expect(refused).toMatchObject({ status: 409, body: { message: '该坐席正在使用，请稍后再试' } })
})

it('of two clerks who take a seat at once one gets it, every time', async () => {
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      [clerk(), other()].map((caller) =>
        caller.send(voice.updateVoiceStatus, { seats_number: '8003', status: '2', hold: newEvent() }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await give(answers[0]?.status === 200 ? clerk() : other(), '8003')
  }
})

it('two windows of one person are two, and the late one takes nothing from the other', async () => {
  const [first, second] = [newEvent(), newEvent()]
  await take(clerk(), '8004', first)
  expect((await take(clerk(), '8004', first)).data.status).toBe('2')
  await expect(take(clerk(), '8004', second)).rejects.toMatchObject({ status: 409 })
  await give(clerk(), '8004', first)
  await take(clerk(), '8004', second)
  // The first window's last word comes after the second has taken the seat.
  expect((await give(clerk(), '8004', first)).data.status).toBe('2')
  expect(await statusOf('8004')).toBe('2')
})

it('nobody frees the seat of another, and a number that is none is said so', async () => {
  await take(clerk(), '8005')
  await expect(give(other(), '8005')).rejects.toMatchObject({ status: 403 })
  expect(await statusOf('8005')).toBe('2')
  await expect(clerk().call(voice.getSeats, { seats_number: '99' })).rejects.toMatchObject({ status: 422 })
  await expect(clerk().call(voice.getSeats, { seats_number: '8001;' })).rejects.toMatchObject({
    status: 400,
    body: { fields: { seats_number: '请输入正确的坐席号' } },
  })
})

it('a seat is of one tenant', async () => {
  await take(clerk(), '8006')
  const elsewhere = backend.as('entry_clerk', 'qhe')
  expect((await elsewhere.call(voice.getSeats, { seats_number: '8006' })).data.status).toBe('1')
})

it('held 35 s without a call it counts as free, and somebody else gets it', async () => {
  await take(clerk(), '8007')
  await pass('8007', 34)
  expect(await statusOf('8007')).toBe('2')
  await pass('8007', 2)
  expect(await statusOf('8007')).toBe('1')
  await take(other(), '8007')
  expect(await actionsOf('8007')).toEqual(['seat.occupy', 'seat.lapse by the system', 'seat.occupy'])
})

it('the sweeper frees what lapsed and ends its call', async () => {
  const hold = newEvent()
  await take(clerk(), '8008', hold)
  const said = { seats_number: '8008', hold }
  await clerk().call(voice.reportCall, { ...said, event: 'ring', direction: 'in', number: '12000000123' })
  await clerk().call(voice.reportCall, { ...said, event: 'answer' })
  await pass('8008', 36)
  await inTenant(1, () => freeLapsedSeats(new Date()))
  const [row] = await inTenant(1, () => db().select().from(seat).where(eq(seat.seatsNumber, '8008')))
  expect(row).toMatchObject({ status: '1', agentId: null, hold: null, heldUntil: null })
  expect(await callsOn('8008')).toMatchObject([{ result: '接通', endAt: expect.any(String) }])
})

it('a call keeps the seat as long as the browser gives a sign of life, and looking at it does not', async () => {
  const hold = newEvent()
  const said = { seats_number: '8009', hold }
  await take(clerk(), '8009', hold)
  await pass('8009', 30)
  await clerk().call(voice.reportCall, { ...said, event: 'alive' })
  await pass('8009', 6)
  expect(await statusOf('8009')).toBe('1')

  await take(clerk(), '8009', hold)
  await clerk().call(voice.reportCall, { ...said, event: 'ring', direction: 'out', number: '12000000123' })
  for (let round = 0; round < 4; round++) {
    await pass('8009', 30)
    await clerk().call(voice.reportCall, { ...said, event: 'alive' })
  }
  expect(await statusOf('8009')).toBe('2')
})

it('a call told by a browser is a row with the times of the server, of the seat that it holds alone', async () => {
  const hold = newEvent()
  await take(clerk(), '8010', hold)
  const said = { seats_number: '8010', hold }
  await expect(
    other().call(voice.reportCall, { ...said, event: 'ring', direction: 'out', number: '12000000123' }),
  ).rejects.toMatchObject({ status: 403 })
  await expect(
    clerk().call(voice.reportCall, { ...said, hold: newEvent(), event: 'ring' }),
  ).rejects.toMatchObject({ status: 403 })
  await clerk().call(voice.reportCall, { ...said, event: 'ring', direction: 'out', number: '120-0000-0123' })
  await clerk().call(voice.reportCall, { ...said, event: 'end', result: 'busy' })
  await clerk().call(voice.reportCall, { ...said, event: 'ring', direction: 'in', number: '' })
  await clerk().call(voice.reportCall, { ...said, event: 'answer' })
  await clerk().call(voice.reportCall, { ...said, event: 'end', result: 'busy' })
  expect(await callsOn('8010')).toMatchObject([
    {
      direction: '呼出',
      phone: '12000000123',
      answerAt: null,
      talkSeconds: 0,
      result: '忙线',
      source: 'browser',
    },
    { direction: '呼入', phone: '', answerAt: expect.any(String), ringSeconds: 0, result: '接通' },
  ])
})

it('shows a person the own calls, the number masked without the permission to see it', async () => {
  const agent = backend.as('service_agent')
  const hold = newEvent()
  await take(agent, '8011', hold)
  await agent.call(voice.reportCall, {
    seats_number: '8011',
    hold,
    event: 'ring',
    direction: 'in',
    number: '12000000123',
  })
  expect(await agent.call(voice.recentCalls, {})).toMatchObject([{ phone: '120****0123', direction: '呼入' }])
  const own = await clerk().call(voice.recentCalls, {})
  expect(own.some(({ phone }) => phone === '12000000123')).toBe(true)
  expect(own.some(({ phone }) => phone === '120****0123')).toBe(false)
})

it('no two calls are on at one seat', async () => {
  const hold = newEvent()
  await take(clerk(), '8012', hold)
  const ring = { seats_number: '8012', hold, event: 'ring', direction: 'in', number: '12000000123' } as const
  await clerk().call(voice.reportCall, ring)
  await clerk().call(voice.reportCall, ring)
  const live = await inTenant(1, () =>
    db()
      .select()
      .from(callRecord)
      .where(and(eq(callRecord.seatNo, '8012'), sql`end_at is null`)),
  )
  expect(live).toHaveLength(1)
  expect(await callsOn('8012')).toMatchObject([{ result: '未接' }, { result: null }])
})

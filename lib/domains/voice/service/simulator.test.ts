import { eq, sql } from 'drizzle-orm'
import { db, inTenant } from '../../../platform/db/client.ts'
import { newEvent, submittedOrder } from '../../orders/service/testing.ts'
import { application } from '../../orders/table.ts'
import { type Caller, openTestBackend, type TestBackend } from '../../testing.ts'
import { voice } from '../contract.ts'
import { callRecord } from '../table.ts'
import { type Line, openLine } from './simulator.ts'

let backend: TestBackend
const lines: Line[] = []
beforeAll(async () => {
  backend = await openTestBackend()
})
afterAll(async () => {
  for (const line of lines) line.close()
  await backend.close()
})

type Frame = { type?: number; statusCode?: number; event?: number; result?: string } & Record<string, unknown>

/** A clerk at a seat, with a line. */
async function atSeat(seat: string, caller: Caller = backend.as('entry_clerk')) {
  const hold = newEvent()
  await caller.call(voice.updateVoiceStatus, { seats_number: seat, status: '2', hold })
  const heard: string[] = []
  let ended = false
  const open = async () => {
    const request = { token: await caller.token(), tenantCode: 'blq', ip: '', requestId: 'r', seat, hold }
    const line = await openLine(
      request,
      (text) => heard.push(text),
      () => {
        ended = true
      },
    )
    lines.push(line)
    return line
  }
  const line = await open()
  const until = async (wanted: (frame: Frame) => boolean): Promise<Frame> => {
    for (let tries = 0; tries < 400; tries++) {
      const found = heard.map(read).find((frame) => frame !== undefined && wanted(frame))
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`never heard, only ${heard.join(' ').slice(0, 400)}`)
  }
  return {
    line,
    heard,
    open,
    until,
    say: (command: unknown) => line.receive(JSON.stringify(command)),
    isEnded: () => ended,
    calls: () => inTenant(1, () => db().select().from(callRecord).where(eq(callRecord.seatNo, seat))),
  }
}

function read(text: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Frame) : undefined
  } catch {
    return undefined
  }
}

const offered = (code: number) => (frame: Frame) => frame.type === 2 && frame.statusCode === code
const connected = (frame: Frame) => frame.event === 2004
const over = (frame: Frame) => frame.event === 2005

it('rings with type 2 and code 4, connects with 2004, ends with 2005, and keeps the times', async () => {
  const desk = await atSeat('8001')
  desk.say({ do: 'play', what: 'incoming', number: '12000000123' })
  const offer = await desk.until(offered(4))
  expect(offer).toMatchObject({ direction: 'in', number: '12000000123', customer: '' })
  desk.say({ do: 'accept' })
  expect(await desk.until(connected)).toMatchObject({ callId: offer.callId })
  desk.say({ do: 'hangUp' })
  expect(await desk.until(over)).toMatchObject({ callId: offer.callId, result: 'answered' })
  const [row, ...others] = await desk.calls()
  expect(others).toEqual([])
  expect(row).toMatchObject({ callId: offer.callId, direction: '呼入', result: '接通', source: 'server' })
  const times = [row?.startAt, row?.answerAt, row?.endAt].map((at) => Date.parse(at ?? ''))
  expect(times).toEqual([...times].sort((a, b) => a - b))
  expect(times.some(Number.isNaN)).toBe(false)
})

it('dials with code 5; the other side answers by itself', async () => {
  const desk = await atSeat('8002')
  desk.say({ do: 'dial', number: '120 0000 0123' })
  await desk.until(offered(5))
  desk.say({ do: 'accept' })
  await desk.until(connected)
  desk.say({ do: 'play', what: 'hangUp' })
  expect(await desk.until(over)).toMatchObject({ result: 'answered' })
  expect(await desk.calls()).toMatchObject([{ direction: '呼出', phone: '12000000123', result: '接通' }])
})

it.each([
  ['8003', '12000000001', 'busy', '忙线'],
  ['8004', '12000000003', 'unknown', '空号'],
])('on seat %s the number %s ends as %s', async (seat, number, result, word) => {
  const desk = await atSeat(seat)
  desk.say({ do: 'dial', number })
  await desk.until(offered(5))
  desk.say({ do: 'accept' })
  expect(await desk.until(over)).toMatchObject({ result })
  expect(await desk.calls()).toMatchObject([{ result: word, answerAt: null, talkSeconds: 0 }])
})

it('a call that waits and is refused is 拒接; what is no number is not dialled', async () => {
  const desk = await atSeat('8005')
  desk.say({ do: 'dial', number: '12' })
  await desk.until(over)
  expect(await desk.calls()).toEqual([])
  desk.say({ do: 'play', what: 'waiting' })
  await desk.until(offered(3))
  desk.say({ do: 'hangUp' })
  await desk.until((frame) => over(frame) && frame.result === 'rejected')
  expect(await desk.calls()).toMatchObject([{ result: '拒接' }])
})

it('knows the customer of a number, and dials one whose number is not shown', async () => {
  const { orderId } = await submittedOrder(backend.as('entry_clerk'))
  const [known] = await inTenant(1, () =>
    db()
      .select({
        id: application.customerId,
        name: application.customerName,
        mobile: application.mobile,
        orderNo: application.orderNo,
      })
      .from(application)
      .where(eq(application.id, orderId)),
  )
  if (!known) throw new Error('no order')
  const facts = { customer: known.name, orderNo: known.orderNo }
  const masked = `${known.mobile.slice(0, 3)}****${known.mobile.slice(-4)}`

  const clerk = await atSeat('8006')
  clerk.say({ do: 'play', what: 'incoming', number: known.mobile })
  expect(await clerk.until(offered(4))).toMatchObject({ ...facts, number: known.mobile })

  const agent = await atSeat('8007', backend.as('service_agent'))
  agent.say({ do: 'dialPerson', person: { object: 'customer', id: known.id, orderId } })
  expect(await agent.until(offered(5))).toMatchObject({ ...facts, number: masked })
  expect(await agent.calls()).toMatchObject([{ phone: known.mobile, customerId: known.id, orderId }])

  const stranger = await atSeat('8008', backend.as('shop_user4'))
  stranger.say({ do: 'dialPerson', person: { object: 'customer', id: known.id, orderId } })
  await stranger.until(over)
  expect(await stranger.calls()).toEqual([])
  stranger.say({ do: 'play', what: 'incoming', number: known.mobile })
  expect(await stranger.until(offered(4))).toMatchObject({ customer: '', orderNo: '' })
})

it('dials so many numbers in an hour, and says when that is over', async () => {
  const desk = await atSeat('8012', backend.as('cashier'))
  await inTenant(1, () =>
    db().execute(sql`insert into audit_log (actor_id, action, object, at)
      select id, 'call.dial', 'phoneCall:number', now() from sys_user, generate_series(1, 119)
      where account = 'cashier'`),
  )
  desk.say({ do: 'dial', number: '120 0000 0123' })
  await desk.until(offered(5))
  desk.say({ do: 'hangUp' })
  await desk.until(over)
  desk.say({ do: 'dial', number: '120 0000 0124' })
  await desk.until((frame) => over(frame) && frame.result === 'limited')
  expect(await desk.calls()).toHaveLength(1)
})

it('garbage both ways breaks nothing', async () => {
  const desk = await atSeat('8009')
  for (const text of ['', 'null', '{', '[]', '{"do":"drop table"}', '{"do":"dial"}', '{"do":{}}']) {
    desk.line.receive(text)
  }
  desk.say({ do: 'play', what: 'garbage' })
  desk.say({ do: 'play', what: 'incoming' })
  await desk.until(offered(4))
  expect(desk.heard.length).toBeGreaterThan(10)
  expect(desk.isEnded()).toBe(false)
})

it('comes back into its call after a break of the line', async () => {
  const desk = await atSeat('8010')
  desk.say({ do: 'play', what: 'incoming', number: '12000000123' })
  const offer = await desk.until(offered(4))
  desk.say({ do: 'accept' })
  await desk.until(connected)
  desk.line.close()
  desk.heard.length = 0
  const again = await desk.open()
  expect(desk.heard.map(read)).toMatchObject([
    { type: 2, callId: offer.callId },
    { event: 2004, callId: offer.callId },
  ])
  again.receive('{"do":"hangUp"}')
  await desk.until(over)
})

it('is of the holder of the seat, and ends with the hold and with the session', async () => {
  const desk = await atSeat('8011')
  const foreign = { tenantCode: 'blq', ip: '', requestId: 'r', seat: '8011', hold: newEvent() }
  const token = await backend.as('entry_clerk').token()
  const open = (request: typeof foreign & { token: string }) =>
    openLine(
      request,
      () => undefined,
      () => undefined,
    )
  await expect(open({ ...foreign, token })).rejects.toMatchObject({ status: 403 })
  await expect(open({ ...foreign, token: 'x'.repeat(40) })).rejects.toMatchObject({ status: 401 })
  await expect(open({ ...foreign, token, tenantCode: 'qhe' })).rejects.toMatchObject({ status: 401 })

  await backend.as('entry_clerk').call(voice.updateVoiceStatus, { seats_number: '8011', status: '1' })
  desk.say({ do: 'play', what: 'incoming' })
  for (let tries = 0; tries < 100 && !desk.isEnded(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(desk.isEnded()).toBe(true)
  expect(await desk.calls()).toEqual([])
})

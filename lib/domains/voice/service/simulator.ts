import { audit } from '../../../platform/audit.ts'
import { type Call, withCall } from '../../../platform/context.ts'
import { inTenantOf } from '../../../platform/db/client.ts'
import { detached } from '../../../platform/db/detached.ts'
import { CallError, noSession } from '../../../platform/errors.ts'
import { requireFewThisHour } from '../../../platform/hour-limit.ts'
import { describeError, log } from '../../../platform/log.ts'
import { businessDate } from '../../../rules/business-date.ts'
import { phone as phoneRule } from '../../../rules/fields.ts'
import { maskMobile } from '../../../rules/mask.ts'
import { findActor } from '../../identity/service/find-actor.ts'
import { type DialledPerson, type LineCommand, lineCommand } from '../contract.ts'
import { type CallResult, callEvent, callStatus } from '../rules/call-bar.ts'
import {
  beginCall,
  type CallRecord,
  connectCall,
  endLiveCall,
  findParty,
  liveCall,
  type Party,
  shownNumber,
} from './call-log.ts'
import { watchHolds } from './lapse-watch.ts'
import { numberOf } from './number-of.ts'
import { garbage, someNumber } from './other-side.ts'
import { heldSeat, keepAlive, prolongHold } from './seats.ts'

/**
 * The built-in call-centre: what a call platform would do, for demos and training. A line belongs to one seat and its
 * holder; it says the frames of lib/domains/voice/rules/call-bar.ts and writes the call log itself, by its own clock.
 */

/** The person who opens a line, as the listener found out; the token and the hold are judged here, at every command. */
export type LineRequest = {
  token: string
  tenantCode: string
  ip: string
  requestId: string
  seat: string
  hold: string
}

export type Line = {
  /** A command, as the JSON text it came in; anything else is nothing. */
  receive(text: string): void
  /** The browser is still there. */
  alive(): void
  /** The browser is gone: a call goes on for as long as the seat is held, in case it comes back. */
  close(): void
}

/** The other side answers a dialled call after this, in ms. */
const answerAfter = 1_500
/** Nobody answers for longer, in ms. */
const ringsFor = 20_000
/** The fate of a dialled number by its last digits. */
const fates: Record<string, CallResult> = { '0001': 'busy', '0002': 'missed', '0003': 'unknown' }

/**
 * @param send takes a frame as JSON text
 * @param end is called when the line is no longer the caller's: signed out, or the seat given back; or `lost`, as one
 *   to a service of its own can be
 * @throws {CallError} 401 or 403 when it is not the caller's now
 */
export async function openLine(
  request: LineRequest,
  send: (frame: string) => void,
  end: (lost?: 'lost') => void,
): Promise<Line> {
  let queue = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  /** One after another, each in a transaction of its own; frames leave after it is committed. */
  function work(run: (call: Call) => Promise<unknown[]>): Promise<void> {
    queue = queue
      .then(() => asHolder(request, run))
      .then((frames) => {
        if (!closed)
          for (const frame of frames) send(typeof frame === 'string' ? frame : JSON.stringify(frame))
      })
      .catch((error: unknown) => {
        if (error instanceof CallError && error.status < 404) return end()
        if (!(error instanceof CallError)) {
          log({ event: 'line failed', id: request.requestId, ...describeError(error) })
        }
        const result = error instanceof CallError && error.status === 429 ? 'limited' : 'unknown'
        if (!closed) send(JSON.stringify({ event: callEvent.ended, result }))
      })
    return queue
  }

  const later = (after: number, run: (call: Call) => Promise<unknown[]>) => {
    clearTimeout(timer)
    timer = detached(() => setTimeout(() => void work(run), after))
    timer.unref()
  }

  const ring = async (call: Call, phone: string, statusCode: number, known?: Party) => {
    const direction = statusCode === callStatus.outgoing ? 'out' : 'in'
    if (direction === 'out') await requireFewThisHour('call.dial', call)
    const party = known ?? (await findParty(phone, call.actor))
    const record = await beginCall({ seatNo: request.seat, direction, phone, source: 'server', party }, call)
    await prolongHold(request.seat, call)
    if (direction === 'in') later(ringsFor, (now) => over(now, 'missed'))
    return [offerOf(record, party, call, statusCode)]
  }

  const over = async (call: Call, result: CallResult) => {
    clearTimeout(timer)
    const ended = await endLiveCall(request.seat, call.now, result)
    await prolongHold(request.seat, call)
    if (!ended) return [{ event: callEvent.ended, result: null }]
    const said = ended.answerAt === null ? (result === 'answered' ? 'missed' : result) : 'answered'
    return [{ event: callEvent.ended, callId: ended.callId, result: said }]
  }

  const connect = async (call: Call) => {
    const record = await connectCall(request.seat, call.now)
    await prolongHold(request.seat, call)
    return record ? [{ event: callEvent.connected, callId: record.callId }] : []
  }

  const accept = async (call: Call) => {
    const record = await liveCall(request.seat)
    if (record === undefined || record.answerAt !== null) return []
    clearTimeout(timer)
    if (record.direction === '呼入') return connect(call)
    const fate = fates[record.phone.slice(-4)]
    if (fate === undefined) later(answerAfter, connect)
    else later(fate === 'missed' ? ringsFor : answerAfter, (now) => over(now, fate))
    return []
  }

  const dial = async (call: Call, text: string) => {
    const number = text.replace(/[\s-]/g, '')
    if (phoneRule(text) !== null && phoneRule(number) !== null)
      return [{ event: callEvent.ended, result: 'unknown' }]
    const frames = await ring(call, number, callStatus.outgoing)
    // Its answer says whose number it is.
    await audit({ action: 'call.dial', object: 'phoneCall:number', after: { number: maskMobile(number) } })
    return frames
  }

  const dialPerson = async (call: Call, person: DialledPerson) => {
    const { number, party } = await numberOf(person, call)
    return ring(call, number, callStatus.outgoing, party)
  }

  const play = async (
    call: Call,
    { what, number }: Extract<LineCommand, { do: 'play' }>,
  ): Promise<unknown[]> => {
    if (what === 'garbage') return [...garbage]
    if (what === 'hangUp') return over(call, 'missed')
    if (await liveCall(request.seat)) return []
    const caller = number || (await someNumber(call.actor))
    return ring(call, caller, what === 'waiting' ? callStatus.waiting : callStatus.incoming)
  }

  const obey = (command: LineCommand, call: Call): Promise<unknown[]> => {
    switch (command.do) {
      case 'accept':
        return accept(call)
      case 'hangUp':
        return over(call, 'rejected')
      case 'dial':
        return dial(call, command.number)
      case 'dialPerson':
        return dialPerson(call, command.person)
      case 'play':
        return play(call, command)
    }
  }

  /** A browser that was cut off during a call hears where it stands. */
  const greet = async (call: Call) => {
    const record = await liveCall(request.seat)
    if (!record) return []
    await prolongHold(request.seat, call)
    const party = await findParty(record.phone, call.actor)
    const code = record.direction === '呼出' ? callStatus.outgoing : callStatus.incoming
    const connected = { event: callEvent.connected, callId: record.callId }
    return [offerOf(record, party, call, code), ...(record.answerAt ? [connected] : [])]
  }

  const greeting = await asHolder(request, greet)
  for (const frame of greeting) send(JSON.stringify(frame))

  return {
    receive(text) {
      const command = lineCommand.safeParse(parse(text))
      if (command.success) void work((call) => obey(command.data, call))
    },
    alive() {
      void work(async (call) => {
        await keepAlive(request.seat, request.hold, call)
        return []
      })
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}

/** Runs as the person of the token, who has the seat now. @throws {CallError} 401, 403 */
async function asHolder<T>(request: LineRequest, run: (call: Call) => Promise<T>): Promise<T> {
  const { token, tenantCode, ip, requestId } = request
  return inTenantOf(tenantCode, async (tenantId) => {
    const actor = await findActor(token, { id: tenantId, code: tenantCode })
    if (!actor) throw noSession()
    const now = new Date()
    const call = { actor, tenantId, tenantCode, ip, requestId, now, today: businessDate(now), token }
    return withCall(call, async () => {
      await heldSeat(request.seat, request.hold, call)
      watchHolds(tenantId)
      return run(call)
    })
  })
}

function offerOf(record: CallRecord, party: Party | undefined, { actor }: Call, statusCode: number) {
  return {
    type: 2,
    statusCode,
    callId: record.callId,
    direction: record.direction === '呼出' ? 'out' : 'in',
    number: shownNumber(record.phone, actor),
    customer: party?.name ?? '',
    orderNo: party?.orderNo ?? '',
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import * as z from 'zod'
import { read, write } from '../../platform/contract/endpoint.ts'
import { done, eventId, fileInput, flag, id, line, listInput, page } from '../../platform/contract/wire.ts'
import { seatPattern } from './rules/call-bar.ts'

/** The number of a seat. */
export const seatNumber = z.string().trim().regex(seatPattern, 'phone.seatNumberWrong')

/** '0' offline, '1' free, '2' occupied (specification point 4; '0' by domain.md 2.17). */
const seatStatus = z.enum(['0', '1', '2'])

/** The opening of the call dialog that speaks; two windows of one person are two. */
const hold = eventId()

/** A call as lists show it. */
const callRow = z.object({
  callId: z.string(),
  direction: z.enum(['呼入', '呼出']),
  /** Masked without `sensitive:view`. */
  phone: z.string(),
  customerName: z.string().nullable(),
  orderNo: z.string().nullable(),
  startAt: z.string(),
  answerAt: z.string().nullable(),
  endAt: z.string().nullable(),
  ringSeconds: z.number().int().nullable(),
  talkSeconds: z.number().int().nullable(),
  result: z.string().nullable(),
})
export type CallRow = z.output<typeof callRow>

/** A seat as 坐席管理 lists it. Its secret stays on the server: `hasSecret` says that there is one. */
const seatRow = z.object({
  id: z.number().int(),
  rowVersion: z.number().int(),
  seats_number: z.string(),
  status: seatStatus,
  agentAccount: z.string(),
  hasSecret: z.boolean(),
  holderName: z.string().nullable(),
  changedAt: z.string().nullable(),
  callCount: z.number().int(),
  lastCallAt: z.string().nullable(),
})
export type SeatRow = z.output<typeof seatRow>

const seatsInput = z.object({
  ...listInput('seats_number:asc', 'changedAt'),
  status: seatStatus.optional(),
})

export const voice = {
  /** The state of a seat; `data.status` '1' is free (specification point 7). A hold that has lapsed counts as free. */
  getSeats: read({
    method: 'POST',
    path: '/biz/mosvoice/getSeats',
    access: 'session',
    of: ['seat'],
    input: z.object({ seats_number: seatNumber }),
    output: z.object({ data: z.object({ seats_number: z.string(), status: seatStatus }) }),
  }),
  /**
   * Status 2 takes the seat, status 1 gives it back (specification point 4). 409 when somebody else has it. `name` is
   * the agent's account at the call platform, `secret` its password there; both only for who holds the seat.
   */
  updateVoiceStatus: write({
    method: 'POST',
    path: '/biz/mosvoice/updateVoiceStatus',
    access: 'session',
    writes: { on: 'seat', own: 'session' },
    input: z.object({ seats_number: seatNumber, status: z.enum(['1', '2']), hold: hold.optional() }),
    output: z.object({
      data: z.object({ status: seatStatus, name: z.string().nullable(), secret: z.string().nullable() }),
    }),
  }),
  /**
   * The report of a vendor's control in the browser of a call on the caller's seat; the server stamps the time. `alive`
   * at least every 20 s keeps the seat while the call lasts.
   */
  reportCall: write({
    method: 'POST',
    path: '/biz/mosvoice/call/report',
    access: 'session',
    writes: { on: 'phoneCall', own: 'session' },
    input: z.object({
      seats_number: seatNumber,
      hold,
      event: z.enum(['ring', 'answer', 'alive', 'end']),
      direction: z.enum(['in', 'out']).default('in'),
      number: z.string().max(20).default(''),
      result: z.enum(['answered', 'missed', 'busy', 'rejected', 'unknown', 'limited']).optional(),
    }),
    output: done,
  }),
  /** The caller's own last calls, newest first. */
  recentCalls: read({
    method: 'POST',
    path: '/biz/mosvoice/call/recent',
    access: 'session',
    of: ['phoneCall'],
    input: z.object({}),
    output: z.array(callRow),
  }),
  /** 坐席管理; `q` searches number, account and holder. */
  seatList: read({
    method: 'POST',
    path: '/biz/mosvoice/seat/list',
    access: ['sys:seat:list'],
    of: ['seat', 'phoneCall'],
    input: seatsInput,
    output: page(seatRow),
  }),
  /** 坐席管理 as xlsx, at most 50,000 rows; leaves an entry in 操作日志. */
  exportSeats: read({
    method: 'POST',
    path: '/biz/mosvoice/seat/export',
    access: ['sys:seat:list'],
    of: ['seat'],
    leaves: 'list.export',
    kind: 'file',
    input: fileInput(seatsInput),
    output: done,
  }),
  /**
   * Adds a seat, or changes one (`id` with its `rowVersion`; 409 after somebody else's change). The number of a seat
   * stays: its calls name it. An empty `secret` leaves the one that is there, `clearSecret` takes it away. A seat that
   * somebody has is not switched off (422).
   */
  saveSeat: write({
    method: 'POST',
    path: '/biz/mosvoice/seat/save',
    access: ['sys:seat:save'],
    writes: { on: 'seat', id: 'id', action: ['seat.add', 'seat.save'] },
    input: z.object({
      id: id().optional(),
      seats_number: seatNumber,
      agentAccount: line().min(1, 'rules.required').max(60),
      secret: z.string().max(200).default(''),
      clearSecret: flag().default(false),
      enabled: flag(),
    }),
    output: z.object({ id: z.number().int() }),
  }),
  /** 释放: takes a seat from whoever has it, and ends the call on it. */
  releaseSeat: write({
    method: 'POST',
    path: '/biz/mosvoice/seat/release',
    access: ['sys:seat:save'],
    writes: { on: 'seat', id: 'id', anyVersion: true, action: 'seat.release' },
    input: z.object({ id: id() }),
    output: done,
  }),
  /** The calls of a seat; `q` is a part of the name or account of who made them. */
  seatCalls: read({
    method: 'POST',
    path: '/biz/mosvoice/seat/calls',
    access: ['sys:seat:list'],
    of: ['phoneCall'],
    input: z.object({ ...listInput('startAt:desc'), seats_number: seatNumber }),
    output: page(callRow.extend({ agentName: z.string().nullable() })),
  }),
}

/** The person whose number is dialled, where the browser knows the number only masked. */
export const dialledPerson = z.object({
  object: z.enum(['customer', 'linkedPerson', 'employer']),
  /** Of the person; of the order, whose employer it is. */
  id: id(),
  orderId: id(),
})
export type DialledPerson = z.output<typeof dialledPerson>

/** The commands of a browser to the built-in call-centre over its WebSocket, as JSON text. */
export const lineCommand = z.discriminatedUnion('do', [
  z.object({ do: z.literal('accept') }),
  z.object({ do: z.literal('hangUp') }),
  z.object({ do: z.literal('dial'), number: z.string().max(20) }),
  z.object({ do: z.literal('dialPerson'), person: dialledPerson }),
  /** Plays the other side: a call that is accepted by itself, one that waits for a hand, the other side's end. */
  z.object({
    do: z.literal('play'),
    what: z.enum(['incoming', 'waiting', 'hangUp', 'garbage']),
    number: z.string().max(20).optional(),
  }),
])
export type LineCommand = z.output<typeof lineCommand>

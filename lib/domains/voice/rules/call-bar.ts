/**
 * The softphone bar as a state machine (specification points 4 and 9, Call bar). A call-centre control says two kinds
 * of things, whichever platform is behind it:
 *
 * - messages, `{ "type": 2, "statusCode": 4, "callId", "direction", "number", "customer", "orderNo" }`: a call is
 *   offered. Status code 4 (it comes in) and 5 (it was dialled) are accepted without a hand, 3 waits for a person;
 * - interface events, `{ "event": 2004 }` when both sides are connected, `{ "event": 2005, "result" }` when it is over.
 *
 * Whatever else comes changes nothing.
 */

/** The dialog closes by itself after this long without a call (specification point 9), in ms. */
export const autoCloseMs = 30_000
/** A seat number: up to 16 letters or digits. */
export const seatPattern = /^[0-9A-Za-z]{1,16}$/

/** A frame beyond this is no call-centre's, in characters. */
const longestFrame = 16_384

/** Status codes of a message of type 2. */
export const callStatus = { waiting: 3, incoming: 4, outgoing: 5 } as const
/** Interface events. */
export const callEvent = { connected: 2004, ended: 2005 } as const

/** The end of a call, with the word that its row keeps (domain.md, call_record). */
export const callResults = {
  answered: '接通',
  missed: '未接',
  busy: '忙线',
  rejected: '拒接',
  unknown: '空号',
  limited: '超限',
} as const
export type CallResult = keyof typeof callResults

/** Everything that is known of a call: `number` may be masked, the rest is empty when unknown. */
export type CallFacts = {
  callId: string
  direction: 'in' | 'out'
  number: string
  customer: string
  orderNo: string
}

export type CallFrame =
  | { kind: 'offer'; accept: boolean; call: CallFacts }
  | { kind: 'connected'; callId: string }
  | { kind: 'ended'; callId: string; result: CallResult | null }

export type CallBarState = {
  line: 'connecting' | 'up' | 'down'
  phase: 'idle' | 'dialling' | 'ringing' | 'talking' | 'ended'
  call: CallFacts | null
  result: CallResult | null
  muted: boolean
  /** The time when the phase began, epoch ms. */
  since: number
  /** The time when the bar closes by itself, epoch ms; null while the timer is off. */
  closeAt: number | null
  closed: boolean
}

export type CallBarInput =
  /** Something the control said, as it came: text of a WebSocket, data of a postMessage. */
  | { kind: 'frame'; frame: unknown }
  | { kind: 'line'; up: boolean }
  /** The person dials. */
  | { kind: 'dialled'; number: string }
  | { kind: 'muted'; on: boolean }
  /** The clock, at `closeAt` or at any other time. */
  | { kind: 'timer' }

/** Everything that the bar has to do: tell the control to accept, or tell its owner that it closes. */
export type CallBarEffect = 'accept' | 'close'
export type CallBarStep = { state: CallBarState; effects: readonly CallBarEffect[] }

/** A bar that opens now: its timer runs. @param now epoch ms */
export function openCallBar(now: number): CallBarState {
  return {
    line: 'connecting',
    phase: 'idle',
    call: null,
    result: null,
    muted: false,
    since: now,
    closeAt: now + autoCloseMs,
    closed: false,
  }
}

/** One step of the bar. Total: no input throws, and an input that means nothing gives the same state. */
export function stepCallBar(state: CallBarState, input: CallBarInput, now: number): CallBarStep {
  if (state.closed) return still(state)
  switch (input.kind) {
    case 'frame':
      return stepFrame(state, readCallFrame(input.frame), now)
    case 'line':
      return still({ ...state, line: input.up ? 'up' : 'down' })
    case 'dialled': {
      if (isBusy(state)) return still(state)
      const call = { callId: '', direction: 'out', number: input.number, customer: '', orderNo: '' } as const
      return still({ ...state, phase: 'dialling', call, result: null, since: now, closeAt: null })
    }
    case 'muted':
      return state.phase === 'talking' ? still({ ...state, muted: input.on }) : still(state)
    case 'timer':
      return state.closeAt !== null && now >= state.closeAt
        ? { state: { ...state, closed: true, closeAt: null }, effects: ['close'] }
        : still(state)
  }
}

function stepFrame(state: CallBarState, frame: CallFrame | undefined, now: number): CallBarStep {
  switch (frame?.kind) {
    case undefined:
      return still(state)
    case 'offer': {
      // Said again, or a second call while one is on: the platform keeps that one waiting.
      if (state.phase === 'talking' || state.phase === 'ringing') return still(state)
      const ringing = { phase: 'ringing', call: frame.call, result: null, muted: false, since: now } as const
      return { state: { ...state, ...ringing }, effects: frame.accept ? ['accept'] : [] }
    }
    case 'connected':
      if (state.phase === 'talking' || isOther(state, frame.callId)) return still(state)
      return still({
        ...state,
        phase: 'talking',
        call: state.phase === 'ended' ? null : state.call,
        since: now,
        closeAt: null,
      })
    case 'ended':
      if (isOther(state, frame.callId)) return still(state)
      return still({
        ...state,
        phase: 'ended',
        result: frame.result,
        muted: false,
        since: now,
        closeAt: now + autoCloseMs,
      })
  }
}

const still = (state: CallBarState): CallBarStep => ({ state, effects: [] })

/** True where a call is on, of whichever kind: closing would end it. */
export const isBusy = ({ phase }: Pick<CallBarState, 'phase'>): boolean =>
  phase === 'dialling' || phase === 'ringing' || phase === 'talking'

/** True where an event speaks of another call than the one in the bar. */
const isOther = ({ call, phase }: CallBarState, callId: string): boolean =>
  callId !== '' && phase !== 'ended' && !!call?.callId && call.callId !== callId

/**
 * Everything that a control said, from JSON text or from a value; undefined for everything that is not one of its
 * words.
 */
export function readCallFrame(raw: unknown): CallFrame | undefined {
  const value = typeof raw === 'string' ? parse(raw) : raw
  if (typeof value !== 'object' || value === null) return undefined
  const words = value as Record<string, unknown>
  const callId = textIn(words.callId)
  switch (numberIn(words.event)) {
    case callEvent.connected:
      return { kind: 'connected', callId }
    case callEvent.ended:
      return { kind: 'ended', callId, result: resultIn(words.result) }
  }
  if (numberIn(words.type) !== 2) return undefined
  const code = numberIn(words.statusCode)
  if (code !== callStatus.waiting && code !== callStatus.incoming && code !== callStatus.outgoing) return
  const call = {
    callId,
    direction: code === callStatus.outgoing ? 'out' : 'in',
    number: textIn(words.number),
    customer: textIn(words.customer),
    orderNo: textIn(words.orderNo),
  } as const
  return { kind: 'offer', accept: code !== callStatus.waiting, call }
}

function parse(text: string): unknown {
  if (text.length > longestFrame) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A number, or its decimal digits: platforms write both. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : undefined
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 64) : '')

const resultIn = (value: unknown): CallResult | null =>
  typeof value === 'string' && Object.hasOwn(callResults, value) ? (value as CallResult) : null

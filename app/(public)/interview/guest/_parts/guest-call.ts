import { type CameraTrouble, closeStream, openCamera } from '@/components/interview/camera'
import { descriptionIn, openPeer, type Peer } from '@/components/interview/peer'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { readStream } from '@/lib/client/live-stream'
import { type Connection, type GuestState, interviews } from '@/lib/domains/interviews/contract'
import { interviewConsentVersion } from '@/lib/domains/interviews/rules/interview'
import type { InterviewSignal } from '@/lib/platform/contract/live'

/**
 * The customer's phone in a room. Nothing is sent and no camera is opened before the customer has agreed; afterwards it
 * stays in the room over breaks of the network, until it hangs up, another phone comes, or the link is over.
 */

export type GuestLink = 'waiting' | 'connecting' | 'connected' | 'broken' | 'offline'
export type GuestPhase =
  | 'consent'
  | 'opening'
  | 'in'
  | 'hungUp'
  | 'taken'
  | 'failed'
  | Exclude<GuestState, 'ready'>
export type GuestView = {
  phase: GuestPhase
  trouble: CameraTrouble | undefined
  link: GuestLink
  relayed: boolean
  local: MediaStream | undefined
  remote: MediaStream | undefined
  facing: 'user' | 'environment'
}

const start: GuestView = {
  phase: 'consent',
  trouble: undefined,
  link: 'waiting',
  relayed: true,
  local: undefined,
  remote: undefined,
  facing: 'user',
}
/** Until it is connected the phone says so again and again: what gets lost does no harm. */
const readyMs = 4_000
const streamPauseMs = 1_000

/** The meaning of a refusal of the service for the page. */
const phaseOf: Readonly<Record<string, GuestPhase>> = {
  'interviewGuest.taken': 'taken',
  'interviewGuest.ended': 'ended',
  'interviewGuest.expired': 'expired',
  'interviewGuest.unknown': 'unknown',
}
const phaseIn = (error: unknown): GuestPhase | undefined =>
  error instanceof ApiError ? phaseOf[error.code ?? ''] : undefined

export function createGuestCall(token: string) {
  let view = start
  const listeners = new Set<() => void>()
  const tell = (change: Partial<GuestView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  let hold = ''
  let current: { peer: Peer; call: string } | undefined
  let over = new AbortController()

  const drop = () => {
    current?.peer.close()
    current = undefined
    tell({ remote: undefined })
  }
  const send = (kind: 'ready' | 'answer' | 'bye', text: string) =>
    request(interviews.guestSignal, { token, hold, kind, text }).catch((error: unknown) => {
      const phase = phaseIn(error)
      if (phase && !over.signal.aborted) leave(phase)
    })
  const sayReady = () => {
    if (!navigator.onLine) tell({ link: 'offline' })
    else if (view.link === 'offline') tell({ link: current ? 'broken' : 'waiting' })
    if (navigator.onLine && !current?.peer.isConnected()) void send('ready', current?.call ?? '')
  }

  const answer = async (connection: Connection, local: MediaStream, text: string) => {
    const offer = descriptionIn(text)
    if (!offer) return
    drop()
    const { call } = offer
    const peer = openPeer(connection, local, {
      remote: (remote) => current?.call === call && tell({ remote }),
      state: (state) => {
        if (current?.call !== call) return
        tell({ link: state })
        if (state === 'broken') sayReady()
      },
    })
    current = { peer, call }
    tell({ link: 'connecting' })
    const sdp = await peer.answer(offer.sdp)
    if (current?.call === call) await send('answer', JSON.stringify({ call, sdp }))
  }

  const hear = (connection: Connection, { kind, text }: InterviewSignal) => {
    if (over.signal.aborted || !view.local) return
    if (kind === 'taken' && text !== hold) leave(text === '' ? 'expired' : 'taken')
    else if (kind === 'end') leave('ended')
    else if (kind === 'hello') void send('ready', current?.peer.isConnected() ? current.call : '')
    else if (kind === 'offer')
      answer(connection, view.local, text).catch(() => {
        drop()
        tell({ link: 'broken' })
      })
  }

  /** Hears the room, over breaks; the phone is ready whenever a stream begins. */
  const listen = async (connection: Connection, signal: AbortSignal) => {
    const headers = { authorization: `Link ${token} ${hold}` }
    while (!signal.aborted) {
      const refusal = await readStream(
        (name, data) => {
          if (name === 'ready') sayReady()
          else if (name === 'interview') hear(connection, data as InterviewSignal)
        },
        signal,
        headers,
      ).catch(() => undefined)
      // The link is over, or another phone has the place: a word of ours says which.
      if (refusal?.status === 422) await send('ready', '')
      await new Promise((resolve) => setTimeout(resolve, streamPauseMs))
    }
  }

  const leave = (phase: GuestPhase) => {
    over.abort()
    drop()
    closeStream(view.local)
    tell({ phase, local: undefined })
  }

  let turning = false
  /** One camera in the place of the one before, in whatever connection there is by then. */
  const show = async (
    facing: GuestView['facing'],
    signal: AbortSignal,
  ): Promise<CameraTrouble | undefined> => {
    const local = await openCamera(facing)
    if (typeof local === 'string') return local
    // The phone has left meanwhile, and nobody else would ever close it.
    if (signal.aborted) {
      closeStream(local)
      return undefined
    }
    closeStream(view.local)
    tell({ local, facing, trouble: undefined })
    for (const track of local.getTracks()) await current?.peer.replace(track)
    return undefined
  }

  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The customer has agreed. */
    async enter(): Promise<void> {
      if (view.phase === 'opening' || view.phase === 'in') return
      tell({ phase: 'opening', trouble: undefined })
      const local = await openCamera(view.facing)
      if (typeof local === 'string') return tell({ phase: 'consent', trouble: local })
      hold = newEventId()
      try {
        const connection = await request(interviews.guestJoin, {
          token,
          hold,
          agreed: interviewConsentVersion,
        })
        over = new AbortController()
        const { signal } = over
        tell({ phase: 'in', local, relayed: connection.relayed, link: 'waiting' })
        const asking = setInterval(sayReady, readyMs)
        for (const name of ['online', 'offline'] as const) window.addEventListener(name, sayReady, { signal })
        signal.addEventListener('abort', () => clearInterval(asking))
        void listen(connection, signal)
      } catch (error) {
        closeStream(local)
        tell({ phase: phaseIn(error) ?? 'failed' })
      }
    },
    hangUp(): void {
      void send('bye', '')
      leave('hungUp')
    },
    /** The other camera of the phone, in the connection that there is. */
    async turn(): Promise<void> {
      if (turning) return
      turning = true
      const { signal } = over
      const { facing, local } = view
      try {
        // A phone opens one camera at a time.
        for (const track of local?.getVideoTracks() ?? []) track.stop()
        const trouble = await show(facing === 'user' ? 'environment' : 'user', signal)
        if (!trouble || signal.aborted) return
        await show(facing, signal)
        if (!signal.aborted) tell({ trouble })
      } finally {
        turning = false
      }
    },
  }
}
export type GuestCall = ReturnType<typeof createGuestCall>

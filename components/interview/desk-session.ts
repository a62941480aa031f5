import { ApiError } from '@/lib/client/api-error'
import { call, request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { hearLive } from '@/lib/client/live'
import { interviews } from '@/lib/domains/interviews/contract'
import type { InterviewSignal } from '@/lib/platform/contract/live'
import { type CameraTrouble, closeStream, openCamera } from './camera'
import { type DeskCall, type LinkState, startDeskCall } from './desk-call'
import type { PieceOutbox } from './piece-outbox'
import { canRecord, recordPieces } from './piece-recorder'
import { recordedPicture, type Words } from './recorded-picture'

/**
 * A clerk in a room. It goes on while its page is hidden behind another tab of the console, so it is not of the page:
 * it ends with a verdict, when it is left, or when its page is gone.
 */

export type DeskState = {
  phase: 'out' | 'opening' | 'in' | 'taken'
  trouble: CameraTrouble | undefined
  link: LinkState
  relayed: boolean
  local: MediaStream | undefined
  remote: MediaStream | undefined
  muted: boolean
  recording: boolean
  /** The recording has sound. */
  sound: boolean
}

const outside: DeskState = {
  phase: 'out',
  trouble: undefined,
  link: 'waiting',
  relayed: true,
  local: undefined,
  remote: undefined,
  muted: false,
  recording: false,
  sound: true,
}
/** The interval at which it is looked whether the page is still there, and whether there is sound. */
const watchMs = 1_000

function createDeskSession(interviewId: number, outbox: PieceOutbox) {
  let state: DeskState = outside
  const listeners = new Set<() => void>()
  const tell = (change: Partial<DeskState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  let hold = ''
  let desk: DeskCall | undefined
  let drift = 0
  let picture: ReturnType<typeof recordedPicture> | undefined
  let endRecording: (() => Promise<void>) | undefined
  let unhear: (() => void) | undefined
  let page: Element | null = null
  let watch: ReturnType<typeof setInterval> | undefined
  const now = () => Date.now() + drift

  const hear = (signal: InterviewSignal) => {
    if (signal.id !== interviewId) return
    if (signal.kind !== 'taken') desk?.hear(signal)
    else if (signal.text !== hold) void leave('taken')
  }
  const send = (kind: 'hello' | 'offer' | 'end', text: string) => {
    request(interviews.signal, { id: interviewId, hold, kind, text }).catch((error: unknown) => {
      // Asked again soon; a page whose place was taken learns it from this too.
      if (error instanceof ApiError && error.status === 422) void leave('taken')
    })
  }

  const enter = async () => {
    if (state.phase === 'opening' || state.phase === 'in') return
    tell({ ...outside, phase: 'opening' })
    const local = await openCamera()
    if (typeof local === 'string') return tell({ phase: 'out', trouble: local })
    hold = newEventId()
    try {
      const connection = await call(interviews.enter, { id: interviewId, hold })
      drift = connection.now - Date.now()
      tell({ phase: 'in', local, relayed: connection.relayed, link: 'waiting' })
      unhear = hearLive('interview', hear)
      desk = startDeskCall({
        connection,
        local,
        send,
        onState: (link) => tell({ link }),
        onRemote: (remote) => {
          picture?.show('remote', remote)
          tell({ remote })
        },
      })
      watch = setInterval(() => {
        // A hidden page stays in the document, a closed one does not.
        if (page && !page.isConnected) void leave('out')
        else if (picture && picture.hasSound() !== state.sound) tell({ sound: picture.hasSound() })
      }, watchMs)
    } catch {
      closeStream(local)
      tell({ phase: 'out' })
    }
  }

  const leave = async (phase: 'out' | 'taken' = 'out') => {
    if (state.phase !== 'in') return
    clearInterval(watch)
    unhear?.()
    desk?.end()
    desk = undefined
    const { local } = state
    tell({ phase, remote: undefined })
    await stopRecording()
    closeStream(local)
    tell({ local: undefined })
  }

  const record = (words: Words) => {
    if (state.phase !== 'in' || endRecording || !canRecord()) return
    picture = recordedPicture(words, now)
    picture.show('local', state.local)
    picture.show('remote', state.remote)
    let over: (() => void) | undefined
    const end = recordPieces(picture.stream, now, (take) => {
      const keeper = outbox.keep(interviewId, take)
      over = keeper.over
      return keeper
    })
    endRecording = () => end().finally(over)
    tell({ recording: true, sound: picture.hasSound() })
  }
  const stopRecording = async () => {
    const ending = endRecording
    endRecording = undefined
    await ending?.()
    if (!ending) return
    picture?.end()
    picture = undefined
    tell({ recording: false })
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** The page that shows it. */
    stand(element: Element | null) {
      if (element) page = element
    },
    enter,
    leave: () => leave('out'),
    record,
    stopRecording,
    mute(muted: boolean) {
      for (const track of state.local?.getAudioTracks() ?? []) track.enabled = !muted
      tell({ muted })
    },
  }
}

export type DeskSession = ReturnType<typeof createDeskSession>
const sessions = new Map<number, DeskSession>()

/** The one of an interview in this page. */
export function deskSessionOf(interviewId: number, outbox: PieceOutbox): DeskSession {
  const known = sessions.get(interviewId) ?? createDeskSession(interviewId, outbox)
  sessions.set(interviewId, known)
  return known
}

import { ApiError } from '@/lib/client/api-error'
import { newEventId } from '@/lib/client/event-id'
import { mayRetry, messageOf, report } from '@/lib/client/funnel'
import { requestUpload } from '@/lib/client/upload'
import { dropWaiting, isKept, keepWaiting, type WaitingItem, waitingOf } from '@/lib/client/waiting-store'
import { interviews } from '@/lib/contracts/interviews'
import type { RecordedPiece } from './piece-recorder'

/**
 * Pieces of a recording on their way to the service: kept in the browser first, under the event id that they are sent
 * with until there is an answer, one after the other. What a page left behind goes up with the next one.
 */

type WaitingPiece = WaitingItem & RecordedPiece & { kind: 'piece'; interviewId: number; eventId: string }

export type PieceState = {
  waiting: number
  /** Why the last try failed; there is another. */
  failing: string | undefined
  /** Why the service did not take a piece; there is no other try. */
  refused: string | undefined
  /** What waits outlives the page. */
  kept: boolean
}

/** After a failure, in ms. */
const retryMs = 3_000

function createPieceOutbox(userId: number) {
  let items: WaitingPiece[] = []
  let state: PieceState = { waiting: 0, failing: undefined, refused: undefined, kept: true }
  let sending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const tell = (change: Partial<PieceState> = {}) => {
    state = { ...state, ...change, waiting: items.length, kept: isKept() }
    for (const listener of listeners) listener()
  }
  const drop = async (piece: WaitingPiece) => {
    items = items.filter(({ key }) => key !== piece.key)
    await dropWaiting(piece.key)
  }

  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    if (sending) return
    sending = true
    try {
      for (let [piece] = items; piece; [piece] = items) {
        await sendPiece(piece)
        await drop(piece)
        tell({ failing: undefined })
      }
    } catch (error) {
      const [piece] = items
      if (!(error instanceof ApiError) || !piece) throw error
      const { status } = error
      if (status === 401 || status === 423) report(error)
      if (mayRetry(error) || status === 401 || status === 423) {
        tell({ failing: messageOf(error) })
        timer = setTimeout(() => void flush(), retryMs)
      } else {
        await drop(piece)
        tell({ refused: Object.values(error.fields)[0] ?? messageOf(error) })
        timer = setTimeout(() => void flush(), 0)
      }
    } finally {
      sending = false
    }
  }

  const loaded = waitingOf(userId).then((found) => {
    const left = (found as (WaitingItem & { kind?: string })[]).filter(({ kind }) => kind === 'piece')
    items = [...(left as WaitingPiece[]).filter(({ key }) => !items.some((one) => one.key === key)), ...items]
    tell()
    void flush()
  })
  window.addEventListener('online', () => void flush())

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async add(interviewId: number, piece: RecordedPiece): Promise<void> {
      await loaded
      const of = `${userId}/interview-${interviewId}`
      const item: WaitingPiece = {
        ...{ key: `${of}/${piece.take}/${piece.pieceNo}`, of, waits: true, kind: 'piece' },
        ...{ ...piece, interviewId, eventId: newEventId() },
      }
      items = [...items, item]
      tell()
      await keepWaiting(item)
      tell()
      void flush()
    },
  }
}

function sendPiece({ interviewId, take, pieceNo, startAt, length, file, eventId }: WaitingPiece) {
  const name = file.type === 'video/mp4' ? 'piece.mp4' : 'piece.webm'
  const fields = { id: interviewId, take, pieceNo, startAt, length, eventId }
  return requestUpload(interviews.addPiece, fields, new File([file], name, { type: file.type }))
}

export type PieceOutbox = ReturnType<typeof createPieceOutbox>
const outboxes = new Map<number, PieceOutbox>()

/** The one of a user in this page. */
export function pieceOutboxOf(userId: number): PieceOutbox {
  const known = outboxes.get(userId) ?? createPieceOutbox(userId)
  outboxes.set(userId, known)
  return known
}

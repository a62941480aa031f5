import { ApiError } from '@/lib/client/api-error'
import { newEventId } from '@/lib/client/event-id'
import { mayRetry, messageOf, report } from '@/lib/client/funnel'
import { requestUpload } from '@/lib/client/upload'
import { dropWaiting, isKept, keepWaiting, type WaitingItem, waitingOf } from '@/lib/client/waiting-store'
import { interviews } from '@/lib/domains/interviews/contract'
import type { PieceKeeper, RecordedPiece } from './piece-recorder'

/**
 * Pieces of a recording on their way to the service: kept in the browser first, under the event id that they are sent
 * with until there is an answer, one after the other. What a page left behind goes up with the next one, a piece that it
 * had not finished as well.
 */

type WaitingPiece = WaitingItem &
  RecordedPiece & {
    kind: 'piece'
    interviewId: number
    eventId: string
    /** It is being recorded by the page that holds the lock of its take. */
    grows: boolean
  }

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
  const own = new Set<string>()
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

  /** Takes over what was left behind; what this page records now is none of it. */
  const takeOver = (left: readonly WaitingPiece[]) => {
    const others = left.filter(({ take, key }) => !own.has(take) && !items.some((one) => one.key === key))
    items = [...others, ...items]
    tell()
    void flush()
  }
  const loaded = piecesOf(userId).then((left) => {
    takeOver(left.filter(({ grows }) => !grows))
    // What another window records is its own until that window is gone.
    for (const take of new Set(left.filter(({ grows }) => grows).map((piece) => piece.take)))
      void whileLocked(take, async () => {
        takeOver((await piecesOf(userId)).filter((piece) => piece.grows && piece.take === take))
      })
  })
  window.addEventListener('online', () => void flush())

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Keeps a take of this page. @returns where its pieces go; `over` when the last one is in */
    keep(interviewId: number, take: string): PieceKeeper & { over: () => void } {
      own.add(take)
      const over = holdLock(take)
      const of = `${userId}/interview-${interviewId}`
      const itemOf = (piece: RecordedPiece, grows: boolean): WaitingPiece => ({
        key: `${of}/${take}/${piece.pieceNo}`,
        of,
        waits: true,
        kind: 'piece',
        ...piece,
        interviewId,
        eventId: newEventId(),
        grows,
      })
      return {
        grows: (piece) => void keepWaiting(itemOf(piece, true)).then(() => tell()),
        async ends(piece) {
          await loaded
          const item = itemOf(piece, false)
          items = [...items, item]
          tell()
          await keepWaiting(item)
          tell()
          void flush()
        },
        over,
      }
    },
  }
}

const piecesOf = async (userId: number): Promise<WaitingPiece[]> =>
  ((await waitingOf(userId)) as (WaitingItem & { kind?: string })[]).filter(
    (item): item is WaitingPiece => item.kind === 'piece',
  )

const lockOf = (take: string) => `nlos-recording-${take}`

/** The browser lets go of it when the page is gone, however that comes. @returns lets go of it before */
function holdLock(take: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void whileLocked(take, () => promise)
  return resolve
}

/** At once in a browser without locks, which has no camera for this page either. */
const whileLocked = (take: string, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(lockOf(take), work) : work()

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

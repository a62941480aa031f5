import { ApiError } from '@/lib/client/api-error'
import { newEventId } from '@/lib/client/event-id'
import { messageOf, refusalOf } from '@/lib/client/funnel'
import {
  createOutbox,
  type Held,
  holdOf,
  type Outbox,
  type OutboxItem,
  onePerUser,
} from '@/lib/client/outbox'
import { requestUpload } from '@/lib/client/upload'
import { isKept, type WaitingItem } from '@/lib/client/waiting-store'
import { interviews } from '@/lib/domains/interviews/contract'
import type { PieceKeeper, RecordedPiece } from './piece-recorder'

/**
 * Pieces of a recording on their way to the service, one after the other. A page that is gone leaves its pieces to the
 * next one, a piece that it had not finished as well.
 */

type WaitingPiece = OutboxItem &
  RecordedPiece & {
    kind: 'piece'
    interviewId: number
    eventId: string
    /** It is being recorded by the page that holds the lock of its take. */
    grows: boolean
  }

const isPiece = (item: WaitingItem): item is WaitingPiece => 'kind' in item && item.kind === 'piece'

export type PieceState = {
  waiting: number
  /** The reason why the last try failed; there is another. */
  failing: string | undefined
  /** The reason why the service did not take a piece; there is no other try. */
  refused: string | undefined
  /** True where everything that waits outlives the page. */
  kept: boolean
}

function createPieceOutbox(userId: number) {
  const own = new Set<string>()
  let failing: string | undefined
  let refused: string | undefined
  const outbox: Outbox<WaitingPiece, PieceState> = createOutbox<WaitingPiece, PieceState>(userId, {
    name: 'pieces',
    isOwn: isPiece,
    retryMs: 3_000,
    unread: { waiting: 0, failing: undefined, refused: undefined, kept: true },
    view: () => ({ waiting: whole().length, failing, refused, kept: isKept() }),
    send: () => send(),
  })
  const whole = () =>
    outbox
      .items()
      .filter(({ grows }) => !grows)
      .sort((a, b) => a.startAt - b.startAt)

  const send = async (): Promise<Held | undefined> => {
    for (let [piece] = whole(); piece; [piece] = whole()) {
      outbox.tell('sending')
      try {
        await sendPiece(piece)
        failing = undefined
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const held = holdOf(error)
        if (held) {
          failing = messageOf(error)
          return held
        }
        refused = refusalOf(error)
      }
      await outbox.drop(piece.key)
    }
    return undefined
  }

  /** Takes over a take of a page that is gone, with the piece that it was recording then. */
  const takeOver = (take: string) =>
    whileLocked(take, async () => {
      await outbox.inTurn(outbox.load)
      for (const piece of outbox.items())
        if (piece.grows && piece.take === take) await outbox.keep({ ...piece, grows: false })
      void outbox.flush()
    })
  void outbox.begin().then(() => {
    // A take that another window records is its own until that window is gone.
    const growing = outbox.items().filter(({ grows, take }) => grows && !own.has(take))
    for (const take of new Set(growing.map((piece) => piece.take))) void takeOver(take)
  })

  return {
    ...outbox.page,
    /** Keeps a take of this page. @returns the keeper of its pieces; `over` when the last one is in */
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
        grows: (piece) => void outbox.keep(itemOf(piece, true)),
        async ends(piece) {
          await outbox.keep(itemOf(piece, false))
          void outbox.flush()
        },
        over,
      }
    },
  }
}

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
/** The one of a user in this page. */
export const pieceOutboxOf = onePerUser(createPieceOutbox)

import { newEventId } from '@/lib/client/event-id'
import { pieceMs, sliceMs } from '@/lib/domains/interviews/rules/interview'

/**
 * Records in pieces that play by themselves: each is a recorder of its own, and ends once the next one has something: a
 * busy browser needs a while to begin one, and nothing is said unrecorded meanwhile. No third one begins beside the two:
 * each makes the browser busier. While a piece grows it is handed over at each slice, so that whoever keeps it has all
 * but the last of them when the page is killed.
 */

export type RecordedPiece = { take: string; pieceNo: number; startAt: number; length: number; file: Blob }

/** The keeper of the pieces of a take. */
export type PieceKeeper = {
  /** There is so much of a piece by now. */
  grows: (piece: RecordedPiece) => void
  /** It is whole. */
  ends: (piece: RecordedPiece) => Promise<void>
}

/** A recorder may have nothing for so many pieces before another is tried in its place. */
export const mostTurns = 5

const kinds = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

/** Everything that this browser records; undefined where it records nothing that the service takes. */
const kindOf = () =>
  typeof MediaRecorder === 'undefined' ? undefined : kinds.find((kind) => MediaRecorder.isTypeSupported(kind))
export const canRecord = (): boolean => kindOf() !== undefined

/** @returns ends it, when the last piece has been handed over */
export function recordPieces(
  stream: () => MediaStream,
  now: () => number,
  keeperOf: (take: string) => PieceKeeper,
): () => Promise<void> {
  const take = newEventId()
  const keeper = keeperOf(take)
  const running = new Map<MediaRecorder, Promise<void>>()
  let next = 0
  /** The one that has nothing yet. */
  let beginner: { recorder: MediaRecorder; turns: number } | undefined
  const begin = () => {
    const pieceNo = next++
    const recorder = new MediaRecorder(stream(), {
      mimeType: kindOf() ?? '',
      videoBitsPerSecond: 900_000,
      audioBitsPerSecond: 48_000,
    })
    const parts: Blob[] = []
    let startAt = now()
    recorder.onstart = () => {
      startAt = now()
    }
    /** Undefined while there is nothing in it. */
    const soFar = (): RecordedPiece | undefined => {
      const file = new Blob(parts, { type: recorder.mimeType.split(';')[0] ?? '' })
      const length = Math.round(now() - startAt)
      return file.size > 0 && length > 0
        ? { take, pieceNo, startAt: Math.round(startAt), length, file }
        : undefined
    }
    recorder.ondataavailable = ({ data }) => {
      parts.push(data)
      if (data.size > 0 && recorder.state !== 'inactive') stopBefore(recorder)
      const piece = recorder.state === 'inactive' ? undefined : soFar()
      if (piece) keeper.grows(piece)
    }
    const finished = new Promise<void>((resolve) => {
      recorder.onstop = async () => {
        const piece = soFar()
        if (piece) await keeper.ends(piece)
        running.delete(recorder)
        resolve()
      }
    })
    running.set(recorder, finished)
    beginner = { recorder, turns: 0 }
    recorder.start(sliceMs)
  }
  const stopBefore = (recorder: MediaRecorder) => {
    if (beginner?.recorder === recorder) beginner = undefined
    for (const earlier of running.keys()) {
      if (earlier === recorder) return
      stop(earlier)
    }
  }
  begin()
  const beginning = setInterval(() => {
    if (beginner && ++beginner.turns < mostTurns) return
    if (beginner) stop(beginner.recorder)
    begin()
  }, pieceMs)
  return async () => {
    clearInterval(beginning)
    const last = [...running.values()]
    for (const recorder of running.keys()) stop(recorder)
    await Promise.all(last)
  }
}

const stop = (recorder: MediaRecorder) => {
  if (recorder.state !== 'inactive') recorder.stop()
}

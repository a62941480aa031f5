import { newEventId } from '@/lib/client/event-id'
import { overlapMs, pieceMs } from '@/lib/rules/interview'

/**
 * Records in pieces that play by themselves: each is a recorder of its own, and the next one begins before it ends. What
 * is not finished when the page is killed is lost, and no more.
 */

export type RecordedPiece = { take: string; pieceNo: number; startAt: number; length: number; file: Blob }

const kinds = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4']

/** What this browser records; undefined where it records nothing that the service takes. */
const kindOf = () =>
  typeof MediaRecorder === 'undefined' ? undefined : kinds.find((kind) => MediaRecorder.isTypeSupported(kind))
export const canRecord = (): boolean => kindOf() !== undefined

/** @returns ends it, when the last piece has been handed over */
export function recordPieces(
  stream: () => MediaStream,
  now: () => number,
  onPiece: (piece: RecordedPiece) => Promise<void>,
): () => Promise<void> {
  const take = newEventId()
  const running = new Map<MediaRecorder, Promise<void>>()
  let next = 0
  const begin = () => {
    const pieceNo = next++
    const recorder = new MediaRecorder(stream(), {
      ...{ mimeType: kindOf() ?? '', videoBitsPerSecond: 900_000, audioBitsPerSecond: 48_000 },
    })
    const parts: Blob[] = []
    let startAt = now()
    recorder.onstart = () => {
      startAt = now()
    }
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const finished = new Promise<void>((resolve) => {
      recorder.onstop = async () => {
        const file = new Blob(parts, { type: recorder.mimeType.split(';')[0] ?? '' })
        const length = Math.round(now() - startAt)
        if (file.size > 0 && length > 0)
          await onPiece({ take, pieceNo, startAt: Math.round(startAt), length, file })
        running.delete(recorder)
        resolve()
      }
    })
    running.set(recorder, finished)
    recorder.start()
    setTimeout(() => stop(recorder), pieceMs)
  }
  begin()
  const beginning = setInterval(begin, pieceMs - overlapMs)
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

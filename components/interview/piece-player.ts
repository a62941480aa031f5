import { send } from '@/lib/client/call'
import { interviews } from '@/lib/domains/interviews/contract'
import type { PlayedPiece } from '@/lib/domains/interviews/rules/interview'

/**
 * Plays the pieces of a recording as one: two elements take turns, so that the next piece is there when it is due. What
 * was not recorded is passed over.
 */

export type PlayerView = { at: number; playing: boolean; front: 0 | 1; failed: boolean }

/** Between two looks at the clock, in ms. */
const tickMs = 80

/** One of the two elements, and the piece in it: `ready` ends when that can be shown from any place on. */
type Slot = { video: HTMLVideoElement | null; at?: number; ready?: Promise<void>; leave?: AbortController }

export function createPiecePlayer(interviewId: number, pieces: readonly PlayedPiece[]) {
  const slots: [Slot, Slot] = [{ video: null }, { video: null }]
  const urls = new Map<number, Promise<string>>()
  let view: PlayerView = { at: pieces[0]?.startAt ?? 0, playing: false, front: 0, failed: false }
  let index = 0
  let turn = 0
  /** The turn whose piece stands at its place: only then does the element in front say where one is. */
  let placed = -1
  const listeners = new Set<() => void>()
  const tell = (change: Partial<PlayerView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }

  const urlOf = (pieceId: number) => {
    const known = urls.get(pieceId) ?? fetchPiece(interviewId, pieceId)
    urls.set(pieceId, known)
    known.catch(() => urls.delete(pieceId))
    return known
  }
  const empty = (slot: Slot) => {
    slot.leave?.abort(new Error('another piece came'))
    slot.at = undefined
    slot.ready = undefined
    slot.leave = undefined
  }
  /** Puts a piece into one of the elements; who asks for it while it is on its way waits for the same. */
  const load = (slot: Slot, at: number): Promise<void> => {
    const piece = pieces[at]
    const { video } = slot
    if (!piece || !video) return Promise.resolve()
    if (slot.at === at && slot.ready) return slot.ready
    empty(slot)
    video.pause()
    const leave = new AbortController()
    const ready = urlOf(piece.id).then((url) => measured(video, url, leave.signal))
    Object.assign(slot, { at, ready, leave })
    ready.catch(() => slot.leave === leave && empty(slot))
    return ready
  }
  const other = (front: 0 | 1) => (front === 0 ? 1 : 0)

  /** Shows a piece from a place on in one of the elements, and has the next one come into the other. */
  const show = async (front: 0 | 1, place: number) => {
    const mine = ++turn
    const piece = pieces[index]
    if (!piece) return
    try {
      await load(slots[front], index)
      const { video } = slots[front]
      if (mine !== turn || !video) return
      video.currentTime = (place - piece.startAt) / 1000
      if (view.playing) await started(video)
      if (mine !== turn) return
      slots[other(front)].video?.pause()
      placed = mine
      tell({ front, at: place })
      load(slots[other(front)], index + 1).catch(() => undefined)
    } catch {
      if (mine === turn) tell({ failed: true, playing: false })
    }
  }
  /** A pause that comes before the first picture ends the playing, and is no failure. */
  const started = (video: HTMLVideoElement) =>
    video.play().catch((error: unknown) => {
      if (view.playing) throw error
    })
  const seek = (at: number): Promise<void> => {
    const found = pieces.findIndex(({ until }) => at < until)
    index = found < 0 ? pieces.length - 1 : found
    const piece = pieces[index]
    if (!piece) return Promise.resolve()
    const place = Math.min(Math.max(at, piece.startAt), piece.until)
    tell({ at: place, failed: false })
    return show(view.front, place)
  }
  const tick = () => {
    const piece = pieces[index]
    const { video } = slots[view.front]
    if (!view.playing || placed !== turn || !piece || !video) return
    const at = piece.startAt + video.currentTime * 1000
    if (at < piece.until && !video.ended) return tell({ at })
    const next = pieces[index + 1]
    if (next) {
      index += 1
      return void show(other(view.front), next.startAt)
    }
    video.pause()
    tell({ playing: false, at: piece.until })
  }
  const pause = () => {
    tell({ playing: false })
    for (const { video } of slots) video?.pause()
  }
  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(slot: 0 | 1, video: HTMLVideoElement | null) {
      empty(slots[slot])
      slots[slot].video = video
      if (video && slot === view.front) void seek(view.at)
    },
    seek,
    play() {
      const isOver = view.at >= (pieces.at(-1)?.until ?? 0)
      tell({ playing: true })
      void seek(isOver ? (pieces[0]?.startAt ?? 0) : view.at)
    },
    pause,
    /** While it is looked at: a page that is hidden holds no recording. @returns ends it */
    begin() {
      const clock = setInterval(tick, tickMs)
      const { video, at } = slots[view.front]
      if (video && at === undefined) void seek(view.at)
      return () => {
        clearInterval(clock)
        turn++
        pause()
        slots.forEach(empty)
        for (const url of urls.values()) url.then(URL.revokeObjectURL, () => undefined)
        urls.clear()
      }
    },
  }
}

async function fetchPiece(id: number, pieceId: number): Promise<string> {
  const response = await send(interviews.piece, { id, pieceId })
  return URL.createObjectURL(await response.blob())
}

/** A recording of a browser does not say how long it is, and is searched only once it has been seen to its end. */
function measured(video: HTMLVideoElement, url: string, leave: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (leave.aborted) return reject(leave.reason)
    leave.addEventListener('abort', () => reject(leave.reason))
    const once = { signal: leave, once: true }
    video.addEventListener('error', () => reject(new Error('the piece does not play')), once)
    video.addEventListener(
      'loadedmetadata',
      () => {
        if (Number.isFinite(video.duration)) return resolve()
        video.addEventListener('seeked', () => resolve(), once)
        video.currentTime = 1e6
      },
      once,
    )
    video.src = url
  })
}

import { send } from '@/lib/client/call'
import { interviews } from '@/lib/contracts/interviews'
import type { PlayedPiece } from '@/lib/rules/interview'

/**
 * Plays the pieces of a recording as one: two elements take turns, so that the next piece is there when it is due. What
 * was not recorded is passed over.
 */

export type PlayerView = { at: number; playing: boolean; front: 0 | 1; failed: boolean }

/** Between two looks at the clock, in ms. */
const tickMs = 80

export function createPiecePlayer(interviewId: number, pieces: readonly PlayedPiece[]) {
  const videos: [HTMLVideoElement | null, HTMLVideoElement | null] = [null, null]
  const loaded: [number | undefined, number | undefined] = [undefined, undefined]
  const urls = new Map<number, Promise<string>>()
  let view: PlayerView = { at: pieces[0]?.startAt ?? 0, playing: false, front: 0, failed: false }
  let index = 0
  let turn = 0
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
  /** Puts a piece into one of the elements, ready to be shown from a place on. */
  const load = async (slot: 0 | 1, at: number) => {
    const piece = pieces[at]
    const video = videos[slot]
    if (!piece || !video || loaded[slot] === at) return
    loaded[slot] = at
    video.src = await urlOf(piece.id)
    await measured(video)
  }
  const other = (slot: 0 | 1) => (slot === 0 ? 1 : 0)

  const seek = async (at: number) => {
    const mine = ++turn
    const found = pieces.findIndex(({ until }) => at < until)
    index = found < 0 ? pieces.length - 1 : found
    const piece = pieces[index]
    if (!piece) return
    const place = Math.min(Math.max(at, piece.startAt), piece.until)
    const { front } = view
    videos[other(front)]?.pause()
    tell({ at: place, failed: false })
    try {
      await load(front, index)
      const video = videos[front]
      if (mine !== turn || !video) return
      video.currentTime = (place - piece.startAt) / 1000
      if (view.playing) await video.play()
      void load(other(front), index + 1).catch(() => undefined)
    } catch {
      if (mine === turn) tell({ failed: true, playing: false })
    }
  }
  const goOn = async () => {
    const mine = ++turn
    const next = pieces[index + 1]
    if (!next) {
      videos[view.front]?.pause()
      return tell({ playing: false, at: pieces.at(-1)?.until ?? view.at })
    }
    const front = other(view.front)
    index += 1
    try {
      await load(front, index)
      const video = videos[front]
      if (mine !== turn || !video) return
      video.currentTime = 0
      await video.play()
      videos[other(front)]?.pause()
      tell({ front, at: next.startAt })
      void load(other(front), index + 1).catch(() => undefined)
    } catch {
      if (mine === turn) tell({ failed: true, playing: false })
    }
  }
  let moving = false
  const tick = () => {
    const piece = pieces[index]
    const video = videos[view.front]
    if (!view.playing || moving || !piece || !video || loaded[view.front] !== index) return
    const at = piece.startAt + video.currentTime * 1000
    if (at < piece.until && !video.ended) return tell({ at })
    moving = true
    void goOn().finally(() => {
      moving = false
    })
  }
  return {
    get: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(slot: 0 | 1, video: HTMLVideoElement | null) {
      videos[slot] = video
      loaded[slot] = undefined
      if (video && slot === view.front) void seek(view.at)
    },
    seek,
    play() {
      const isOver = view.at >= (pieces.at(-1)?.until ?? 0)
      tell({ playing: true })
      void seek(isOver ? (pieces[0]?.startAt ?? 0) : view.at)
    },
    pause() {
      tell({ playing: false })
      for (const video of videos) video?.pause()
    },
    /** While it is looked at: a page that is hidden holds no recording. @returns ends it */
    begin() {
      const clock = setInterval(tick, tickMs)
      if (videos[view.front] && loaded[view.front] === undefined) void seek(view.at)
      return () => {
        clearInterval(clock)
        turn++
        tell({ playing: false })
        for (const video of videos) video?.pause()
        for (const url of urls.values()) url.then(URL.revokeObjectURL, () => undefined)
        urls.clear()
        loaded.fill(undefined)
      }
    },
  }
}

async function fetchPiece(id: number, pieceId: number): Promise<string> {
  const response = await send(interviews.piece, { id, pieceId })
  return URL.createObjectURL(await response.blob())
}

/** A recording of a browser does not say how long it is, and is searched only once it has been seen to its end. */
function measured(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    video.onerror = () => reject(new Error('the piece does not play'))
    video.onloadedmetadata = () => {
      if (Number.isFinite(video.duration)) return resolve()
      video.onseeked = () => {
        video.onseeked = null
        resolve()
      }
      video.currentTime = 1e6
    }
  })
}

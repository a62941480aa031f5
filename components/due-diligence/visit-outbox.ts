'use client'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { mayRetry, messageOf, report } from '@/lib/client/funnel'
import { requestUpload } from '@/lib/client/upload'
import { dropWaiting, keepWaiting, type WaitingItem, waitingOf } from '@/lib/client/waiting-store'
import { type DiligencePhoto, dueDiligence } from '@/lib/domains/due-diligence/contract'
import { type Answers, isAnswer } from '@/lib/domains/due-diligence/rules/diligence-form'
import type { PhotoSubject } from '@/lib/domains/due-diligence/rules/due-diligence'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

/**
 * What an officer did at a visit, on its way to the service. Each thing is kept in the browser first, with the event id
 * under which it is sent until there is an answer: however often the network breaks, it arrives once. Answers go before
 * photos, photos before the submit; what the service refuses stays and says why.
 */

export type Task = OutputOf<typeof dueDiligence.task>

/** The visit as it was carried along, with what was sent since. */
type Carried = WaitingItem & { kind: 'task'; task: Task; refusal?: string | undefined; sentAt?: string }
/** An answer that was given, one item a question: two windows never write over one another's. */
type Given = WaitingItem & { kind: 'answer'; code: string; text: string; stamp: string }
/** Answers on their way, by the stamps they had; what is answered meanwhile is another event. */
type Batch = WaitingItem & { kind: 'batch'; eventId: string; answers: Answers; stamps: readonly string[] }
export type TakenPhoto = {
  subject: PhotoSubject
  takenAt: string
  latitude?: number
  longitude?: number
  accuracy?: number
  noPlace: string
}
export type WaitingPhoto = WaitingItem & {
  kind: 'photo'
  eventId: string
  taken: TakenPhoto
  file: Blob
  /** The phone is asked where it is: see isLocating(). */
  locating?: boolean
  refusal?: string | undefined
  /** It was on its way once: the service may have it, though no answer came. */
  tried?: boolean
  /** Its officer took it out after that: it goes out of the service, too. */
  dropped?: boolean
}
type Removal = WaitingItem & { kind: 'removal'; eventId: string; photoId: number }
type Submit = WaitingItem & { kind: 'submit'; eventId: string; rowVersion: number }
type Item = Carried | Given | Batch | WaitingPhoto | Removal | Submit

/** One visit as the browser has it: what the service has, and over it what waits. */
export type LocalVisit = {
  id: number
  task: Task
  answers: Answers
  photos: readonly DiligencePhoto[]
  waitingPhotos: readonly WaitingPhoto[]
  /** Things that are not sent yet. */
  waiting: number
  submitting: boolean
  /** Why the service takes nothing of it any more. */
  refusal: string | undefined
  /** When something was taken last. */
  sentAt: string | undefined
}

/** How it is with the way to the service. */
export type OutboxState = 'rest' | 'sending' | 'noNetwork'
type Snapshot = { loaded: boolean; state: OutboxState; visits: ReadonlyMap<number, LocalVisit> }

/** How long after a try without an answer comes the next, in ms. */
const retryMs = 15_000
/** So long after the last answer it is sent. */
const typingMs = 1_500
const channelName = 'nlos-waiting'

/** A phone that is asked where it is has answered by then, unless the page that asked is gone. */
const locatingMs = 60_000
/** The phone is still asked where a photo was taken. */
export const isLocating = ({ locating, taken }: WaitingPhoto): boolean =>
  locating === true && Date.now() - Date.parse(taken.takenAt) < locatingMs

/** A photo goes up once it says where it was taken, or why it does not. */
export const isReady = (photo: WaitingPhoto): boolean => !isLocating(photo) && isPlaced(photo)
const isPlaced = ({ taken }: WaitingPhoto): boolean =>
  taken.subject === 'signature' || taken.latitude !== undefined || taken.noPlace !== ''

/** What the service draws, which has nobody's store. */
const unread: Snapshot = { loaded: false, state: 'rest', visits: new Map() }

function createVisitOutbox(userId: number) {
  let items = new Map<string, Item>()
  let snapshot = unread
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName)

  const ofVisit = (id: number) => `${userId}/${id}`
  const tell = (change: Partial<Snapshot> = {}) => {
    snapshot = { ...snapshot, ...change, visits: visitsOf([...items.values()]) }
    for (const listener of listeners) listener()
  }
  let changes = 0
  const writes = new Set<Promise<void>>()
  /** What is read while something is written may lack it: then it is read again. */
  const load = async () => {
    for (let read = -1; read !== changes; ) {
      await Promise.all(writes)
      read = changes
      const found = (await waitingOf(userId)) as Item[]
      if (read === changes) items = new Map(found.map((item) => [item.key, item]))
    }
    tell({ loaded: true })
  }
  const write = async (change: () => unknown, store: () => Promise<void>) => {
    changes++
    change()
    tell()
    const written = store()
    writes.add(written)
    await written.finally(() => writes.delete(written))
    channel?.postMessage({ userId })
  }
  const keep = (item: Item) =>
    write(
      () => items.set(item.key, item),
      () => keepWaiting(item),
    )
  const drop = (key: string) =>
    write(
      () => items.delete(key),
      () => dropWaiting(key),
    )
  const item = <K extends 'task' | 'batch' | 'submit'>(kind: K, id: number) =>
    items.get(`${ofVisit(id)}/${kind}`) as Extract<Item, { kind: K }> | undefined
  const all = <K extends Item['kind']>(kind: K, id: number) =>
    [...items.values()].filter((one) => one.kind === kind && one.of === ofVisit(id)) as Extract<
      Item,
      { kind: K }
    >[]

  const photoOf = (key: string): WaitingPhoto | undefined => {
    const found = items.get(key)
    return found?.kind === 'photo' ? found : undefined
  }
  /** Photos that their officer took out, in this page or in another one of this browser, which says so at once. */
  const takenOut = new Set<string>()
  const isTakenOut = (key: string) => takenOut.has(key) || photoOf(key)?.dropped === true

  /** What the service has of it now is what it was plus what it has just taken. */
  const taken = async (id: number, change: (task: Task) => Task) => {
    const carried = item('task', id)
    if (carried) {
      await keep({ ...carried, task: change(carried.task), sentAt: new Date().toISOString() })
    }
  }

  /** The answers that go next: those that were on their way already, else all that were given since. */
  const nextBatch = async (id: number): Promise<Batch | undefined> => {
    // What its question does not take waits at the question, which says why.
    const given = all('answer', id).filter(({ code, text }) => isAnswer(code, text))
    const begun = item('batch', id)
    if (begun || given.length === 0) return begun
    const batch: Batch = {
      key: `${ofVisit(id)}/batch`,
      of: ofVisit(id),
      waits: false,
      kind: 'batch',
      eventId: newEventId(),
      stamps: given.map(({ stamp }) => stamp),
      answers: Object.fromEntries(given.map(({ code, text }) => [code, text])),
    }
    await keep(batch)
    return batch
  }

  const keepRemoval = async (id: number, photoId: number) => {
    const key = `${ofVisit(id)}/removal/${photoId}`
    if (!items.has(key))
      await keep({ key, of: ofVisit(id), waits: true, kind: 'removal', eventId: newEventId(), photoId })
  }
  const sendRemovals = async (id: number) => {
    for (const { key, eventId, photoId } of all('removal', id)) {
      await request(dueDiligence.removePhoto, { id, eventId, photoId } as never)
      await taken(id, (task) => ({ ...task, photos: task.photos.filter((photo) => photo.id !== photoId) }))
      await drop(key)
    }
  }

  const sendVisit = async (id: number) => {
    for (let batch = await nextBatch(id); batch; batch = await nextBatch(id)) {
      const { key, eventId, answers, stamps } = batch
      await request(dueDiligence.save, { id, eventId, answers } as never)
      await taken(id, (task) => ({ ...task, answers: { ...task.answers, ...answers } }))
      for (const given of all('answer', id)) if (stamps.includes(given.stamp)) await drop(given.key)
      await drop(key)
    }
    await sendRemovals(id)
    for (const { key } of all('photo', id)) {
      // As it is now: while the ones before it went up it may have been changed, or taken out.
      const photo = photoOf(key)
      if (!photo || photo.refusal !== undefined || !isReady(photo)) continue
      if (takenOut.has(key) && !photo.tried) {
        await drop(key)
        continue
      }
      const { eventId, taken: facts, file } = photo
      if (!photo.tried) await keep({ ...photo, tried: true })
      const type = file.type === 'image/png' ? 'png' : 'jpg'
      try {
        const sent = await requestUpload(
          dueDiligence.addPhoto,
          { id, eventId, ...facts } as never,
          new File([file], `${facts.subject}.${type}`, { type: file.type }),
        )
        await taken(id, (task) => ({
          ...task,
          photos: [
            ...task.photos.filter(({ subject }) => subject !== 'signature' || sent.subject !== 'signature'),
            sent,
          ],
        }))
        // Of a signature the next one takes its place, there too.
        if (isTakenOut(key) && item('task', id)) await keepRemoval(id, sent.id)
        await drop(key)
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 400) throw error
        const refusal = error.fields.file ?? messageOf(error)
        const now = photoOf(key)
        if (isTakenOut(key)) await drop(key)
        else if (now) await keep({ ...now, refusal })
      }
    }
    await sendRemovals(id)
    const submit = item('submit', id)
    if (!submit || [...all('photo', id), ...all('answer', id), ...all('removal', id)].length > 0) return
    try {
      const { eventId, rowVersion } = submit
      await request(dueDiligence.submit, { id, eventId, rowVersion } as never)
      await forget(id)
    } catch (error) {
      if (error instanceof ApiError && !mayRetry(error)) await drop(submit.key)
      throw error
    }
  }

  /** Its officer has no more to do with it here. */
  const forget = async (id: number) => {
    for (const one of [...items.values()]) if (one.of === ofVisit(id)) await drop(one.key)
  }

  const sendAll = async () => {
    await load()
    const ids = [...snapshot.visits.values()].flatMap(({ id, waiting }) => (waiting > 0 ? [id] : []))
    if (ids.length === 0) return tell({ state: 'rest' })
    tell({ state: 'sending' })
    for (const id of ids) {
      try {
        await sendVisit(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Nobody is signed in, or the screen is locked: what waits goes up when its officer is back.
        if (error.status === 401 || error.status === 423) report(error)
        if (mayRetry(error) || error.status === 401 || error.status === 423) {
          tell({ state: 'noNetwork' })
          return later()
        }
        const carried = item('task', id)
        if (carried) await keep({ ...carried, refusal: fieldsOf(error) || messageOf(error) })
      }
    }
    tell({ state: 'rest' })
  }
  const later = (ms = retryMs) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }

  /** One thing after the other: what is read of the service is never older than what was sent to it. */
  let queue: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const turn = queue.then(act, act)
    queue = turn.catch(() => undefined)
    return turn
  }
  let next: Promise<void> | undefined

  /** Sends what waits, one page of this browser at a time; who asks before it has begun is one of those who asked. */
  const flush = (): Promise<void> => {
    next ??= inTurn(async () => {
      next = undefined
      clearTimeout(timer)
      if (!navigator.locks) return sendAll()
      await navigator.locks.request(`${channelName}-${userId}`, { ifAvailable: true }, async (lock) =>
        lock ? sendAll() : later(),
      )
    }).catch(() => later())
    return next
  }

  let ready: Promise<void> | undefined
  const begin = () => {
    ready ??= load().then(() => {
      window.addEventListener('online', () => void flush())
      document.addEventListener('visibilitychange', () => {
        if (!document.hidden) void flush()
      })
      channel?.addEventListener('message', ({ data }) => {
        if (data.userId !== userId) return
        if (data.takenOut !== undefined) takenOut.add(data.takenOut)
        void inTurn(load)
      })
      void flush()
    })
    return ready
  }

  return {
    get: () => snapshot,
    /** Of the first drawing, which is the service's: part of the page may come to life after the store was read. */
    getDrawn: () => unread,
    subscribe(listener: () => void) {
      listeners.add(listener)
      void begin()
      return () => {
        listeners.delete(listener)
      }
    },
    /**
     * Takes a visit along as the service has it now; what waits stays over it.
     *
     * @throws {ApiError} where the service does not give it, or cannot be reached
     */
    async open(id: number) {
      await begin()
      await inTurn(async () => {
        const task = await request(dueDiligence.task, { id })
        await keep({ key: `${ofVisit(id)}/task`, of: ofVisit(id), waits: false, kind: 'task', task })
      })
      void flush()
    },
    async answer(id: number, code: string, text: string) {
      const key = `${ofVisit(id)}/answer/${code}`
      await keep({ key, of: ofVisit(id), waits: true, kind: 'answer', code, text, stamp: newEventId() })
      // A text is typed letter by letter.
      later(typingMs)
    },
    async addPhoto(id: number, file: Blob, facts: TakenPhoto, locating = false): Promise<string> {
      if (facts.subject === 'signature')
        for (const old of all('photo', id)) if (old.taken.subject === 'signature') await drop(old.key)
      const eventId = newEventId()
      const key = `${ofVisit(id)}/photo/${facts.takenAt}/${eventId}`
      await keep({ key, of: ofVisit(id), waits: true, kind: 'photo', eventId, taken: facts, file, locating })
      void flush()
      return key
    },
    async changePhoto(key: string, facts: Partial<TakenPhoto>) {
      const photo = photoOf(key)
      if (!photo) return
      await keep({ ...photo, locating: false, taken: { ...photo.taken, ...facts } })
      void flush()
    },
    async dropPhoto(key: string) {
      const photo = photoOf(key)
      takenOut.add(key)
      channel?.postMessage({ userId, takenOut: key })
      if (!photo?.tried || photo.refusal !== undefined) return drop(key)
      await keep({ ...photo, dropped: true })
      void flush()
    },
    async removePhoto(id: number, photoId: number) {
      await keepRemoval(id, photoId)
      void flush()
    },
    async submit(id: number, rowVersion: number) {
      const carried = item('task', id)
      if (carried) await keep({ ...carried, refusal: undefined })
      const key = `${ofVisit(id)}/submit`
      await keep({ key, of: ofVisit(id), waits: true, kind: 'submit', eventId: newEventId(), rowVersion })
      void flush()
    },
    /** Takes a submit back that has not gone. */
    recall: (id: number) => drop(`${ofVisit(id)}/submit`),
    forget,
    flush,
  }
}

const fieldsOf = ({ fields }: ApiError) => Object.values(fields)[0]

function visitsOf(items: readonly Item[]): ReadonlyMap<number, LocalVisit> {
  const visits = new Map<number, LocalVisit>()
  for (const carried of items) {
    if (carried.kind !== 'task') continue
    const { task, refusal, sentAt } = carried
    const own = items.filter(({ of }) => of === carried.of)
    const given = own.flatMap((one) => (one.kind === 'answer' ? [[one.code, one.text] as const] : []))
    const gone = own.flatMap((one) => (one.kind === 'removal' ? [one.photoId] : []))
    visits.set(task.id, {
      id: task.id,
      task,
      answers: { ...task.answers, ...Object.fromEntries(given) },
      photos: task.photos.filter(({ id }) => !gone.includes(id)),
      waitingPhotos: own
        .filter((one) => one.kind === 'photo')
        .filter(({ dropped }) => !dropped)
        .sort((a, b) => (a.taken.takenAt < b.taken.takenAt ? -1 : 1)),
      waiting: own.filter(({ waits }) => waits).length,
      submitting: own.some(({ kind }) => kind === 'submit'),
      refusal,
      sentAt,
    })
  }
  return visits
}

export type VisitOutbox = ReturnType<typeof createVisitOutbox>

const outboxes = new Map<number, VisitOutbox>()

/** The one of a user in this page. */
export function visitOutboxOf(userId: number): VisitOutbox {
  const known = outboxes.get(userId) ?? createVisitOutbox(userId)
  outboxes.set(userId, known)
  return known
}

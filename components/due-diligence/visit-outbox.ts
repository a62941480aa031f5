'use client'
import { ApiError } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { newEventId } from '@/lib/client/event-id'
import { refusalOf } from '@/lib/client/funnel'
import {
  createOutbox,
  type Held,
  heldBy,
  holdOf,
  isHeld,
  type Outbox,
  type OutboxItem,
  onePerUser,
} from '@/lib/client/outbox'
import { requestUpload } from '@/lib/client/upload'
import type { WaitingItem } from '@/lib/client/waiting-store'
import { type DiligencePhoto, dueDiligence } from '@/lib/domains/due-diligence/contract'
import { type Answers, isAnswer } from '@/lib/domains/due-diligence/rules/diligence-form'
import type { PhotoSubject } from '@/lib/domains/due-diligence/rules/due-diligence'
import type { OutputOf } from '@/lib/platform/contract/endpoint'

/**
 * The work of an officer at a visit, on its way to the service. Answers go before photos, photos before the submit; a
 * photo that the service refuses stays and says why.
 */

export type Task = OutputOf<typeof dueDiligence.task>

/** The visit as it was carried along, with what was sent since. */
type Carried = OutboxItem & { kind: 'task'; task: Task; refusal?: string | undefined; sentAt?: string }
/** An answer that was given, one item a question: two windows never write over one another's. */
type Given = OutboxItem & { kind: 'answer'; code: string; text: string; stamp: string }
/** Answers on their way, by the stamps they had; an answer that is given meanwhile is another event. */
type Batch = OutboxItem & { kind: 'batch'; eventId: string; answers: Answers; stamps: readonly string[] }
export type TakenPhoto = {
  subject: PhotoSubject
  takenAt: string
  latitude?: number
  longitude?: number
  accuracy?: number
  noPlace: string
}
export type WaitingPhoto = OutboxItem & {
  kind: 'photo'
  eventId: string
  taken: TakenPhoto
  file: Blob
  /** The phone is asked where it is: see isLocating(). */
  locating?: boolean
  refusal?: string | undefined
  /** It was on its way once: the service may have it, though no answer came. */
  tried?: boolean
}
type Removal = OutboxItem & { kind: 'removal'; eventId: string; photoId: number }
type Submit = OutboxItem & { kind: 'submit'; eventId: string; rowVersion: number }
type Item = Carried | Given | Batch | WaitingPhoto | Removal | Submit

/** One visit as the browser has it: the service's state, and over it everything that waits. */
export type LocalVisit = {
  id: number
  task: Task
  answers: Answers
  photos: readonly DiligencePhoto[]
  waitingPhotos: readonly WaitingPhoto[]
  /** Things that are not sent yet. */
  waiting: number
  submitting: boolean
  /** The reason why the service takes nothing of it any more. */
  refusal: string | undefined
  /** The time when something was taken last. */
  sentAt: string | undefined
}

type Snapshot = {
  loaded: boolean
  state: 'rest' | 'sending' | 'noNetwork'
  visits: ReadonlyMap<number, LocalVisit>
}

const kinds = [
  'task',
  'answer',
  'batch',
  'photo',
  'removal',
  'submit',
] as const satisfies readonly Item['kind'][]
const isOfVisit = (item: WaitingItem): item is Item =>
  'kind' in item && kinds.some((kind) => kind === item.kind)

/** So long after the last answer it is sent. */
const typingMs = 1_500

/** A phone that is asked where it is has answered by then, unless the page that asked is gone. */
const locatingMs = 60_000
/** The phone is still asked where a photo was taken. */
export const isLocating = ({ locating, taken }: WaitingPhoto): boolean =>
  locating === true && Date.now() - Date.parse(taken.takenAt) < locatingMs

/** A photo goes up once it says where it was taken, or why it does not. */
export const isReady = (photo: WaitingPhoto): boolean => !isLocating(photo) && isPlaced(photo)
const isPlaced = ({ taken }: WaitingPhoto): boolean =>
  taken.subject === 'signature' || taken.latitude !== undefined || taken.noPlace !== ''

/** The view that the service draws, which has nobody's store. */
const unread: Snapshot = { loaded: false, state: 'rest', visits: new Map() }

function createVisitOutbox(userId: number) {
  const outbox: Outbox<Item, Snapshot> = createOutbox<Item, Snapshot>(userId, {
    name: 'waiting',
    isOwn: isOfVisit,
    retryMs: 15_000,
    unread,
    view: () => {
      const state = outbox.state()
      return {
        loaded: outbox.isLoaded(),
        state: isHeld(state) ? 'noNetwork' : state,
        visits: visitsOf(outbox.items(), outbox.isTakenOut),
      }
    },
    send: () => send(),
  })
  const { keep, drop, isTakenOut, flush } = outbox

  const ofVisit = (id: number) => `${userId}/${id}`
  const item = <K extends 'task' | 'batch' | 'submit'>(kind: K, id: number) =>
    outbox.find(`${ofVisit(id)}/${kind}`) as Extract<Item, { kind: K }> | undefined
  const all = <K extends Item['kind']>(kind: K, id: number) =>
    outbox.items().filter((one) => one.kind === kind && one.of === ofVisit(id)) as Extract<
      Item,
      { kind: K }
    >[]
  const photoOf = (key: string): WaitingPhoto | undefined => {
    const found = outbox.find(key)
    return found?.kind === 'photo' ? found : undefined
  }

  /** The service has of it now everything that it had, and what it has just taken. */
  const taken = async (id: number, change: (task: Task) => Task) => {
    const carried = item('task', id)
    if (carried) {
      await keep({ ...carried, task: change(carried.task), sentAt: new Date().toISOString() })
    }
  }

  /** The answers that go next: those that were on their way already, else all that were given since. */
  const nextBatch = async (id: number): Promise<Batch | undefined> => {
    // An answer that its question does not take waits at the question, which says why.
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
    if (!outbox.find(key))
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
      if (isTakenOut(key) && !photo.tried) {
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
        const now = photoOf(key)
        if (isTakenOut(key)) await drop(key)
        else if (now) await keep({ ...now, refusal: refusalOf(error) })
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
      if (error instanceof ApiError && !heldBy(error)) await drop(submit.key)
      throw error
    }
  }

  /** Its officer has no more to do with it here. */
  const forget = async (id: number) => {
    for (const { key, of } of outbox.items()) if (of === ofVisit(id)) await drop(key)
  }

  const send = async (): Promise<Held | undefined> => {
    const visits = visitsOf(outbox.items(), isTakenOut)
    const ids = [...visits.values()].flatMap(({ id, waiting }) => (waiting > 0 ? [id] : []))
    if (ids.length > 0) outbox.tell('sending')
    for (const id of ids) {
      try {
        await sendVisit(id)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const held = holdOf(error)
        if (held) return held
        const carried = item('task', id)
        if (carried) await keep({ ...carried, refusal: refusalOf(error) })
      }
    }
    return undefined
  }

  return {
    ...outbox.page,
    /**
     * Takes a visit along as the service has it now; what waits stays over it.
     *
     * @throws {ApiError} where the service does not give it, or cannot be reached
     */
    async open(id: number) {
      await outbox.begin()
      await outbox.inTurn(async () => {
        const task = await request(dueDiligence.task, { id })
        await keep({ key: `${ofVisit(id)}/task`, of: ofVisit(id), waits: false, kind: 'task', task })
      })
      void flush()
    },
    async answer(id: number, code: string, text: string) {
      const key = `${ofVisit(id)}/answer/${code}`
      await keep({ key, of: ofVisit(id), waits: true, kind: 'answer', code, text, stamp: newEventId() })
      // A text is typed letter by letter.
      outbox.later(typingMs)
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
      if (!photo) return
      await outbox.takeOut(photo, photo.tried === true && photo.refusal === undefined)
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

function visitsOf(
  items: readonly Item[],
  isTakenOut: (key: string) => boolean,
): ReadonlyMap<number, LocalVisit> {
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
        .filter(({ key }) => !isTakenOut(key))
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

/** The one of a user in this page. */
export const visitOutboxOf = onePerUser(createVisitOutbox)

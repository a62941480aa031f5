import { ApiError, noAnswer } from '@/lib/client/api-error'
import { request } from '@/lib/client/call'
import { requestUpload } from '@/lib/client/upload'
import { countWaiting, waitingOf } from '@/lib/client/waiting-store'
import { dueDiligence } from '@/lib/domains/due-diligence/contract'
import { type VisitOutbox, visitOutboxOf } from './visit-outbox'

jest.mock('@/lib/client/call', () => ({ request: jest.fn() }))
jest.mock('@/lib/client/waiting-store', () => {
  const store = jest.requireActual('@/lib/client/waiting-store')
  return { ...store, waitingOf: jest.fn(store.waitingOf) }
})
jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))

/** The service: it takes each event once, and may be out of reach. */
let reachable = true
let answers: Record<string, string>
let events: Set<string>
let photos: { id: number; subject: string }[]
let submitted = 0
/** Takes the next thing, and its answer is lost. */
let losesAnswer = false

const taskOf = (id: number) => ({
  id,
  rowVersion: 3,
  ddNo: `DD${id}`,
  kind: '上门',
  parts: ['home'],
  places: [],
  returned: null,
  answers: {},
  photos: [],
})

async function serve(endpoint: unknown, input: { id: number; eventId?: string }): Promise<unknown> {
  if (!reachable) throw new ApiError(noAnswer)
  if (endpoint === dueDiligence.task) return taskOf(input.id)
  const isNew = !events.has(input.eventId ?? '')
  events.add(input.eventId ?? '')
  const lost = losesAnswer
  losesAnswer = false
  if (isNew && endpoint === dueDiligence.save) Object.assign(answers, (input as { answers?: object }).answers)
  if (isNew && endpoint === dueDiligence.submit) submitted += 1
  if (endpoint === dueDiligence.addPhoto) {
    const { subject } = input as unknown as { subject: string }
    if (subject === 'car') throw new ApiError(400, { message: '填写有误', fields: { file: '图片已损坏' } })
    if (isNew) photos.push({ id: photos.length + 1, subject })
  }
  if (isNew && endpoint === dueDiligence.removePhoto) {
    const { photoId } = input as unknown as { photoId: number }
    photos = photos.filter(({ id }) => id !== photoId)
  }
  if (lost) throw new ApiError(noAnswer)
  return endpoint === dueDiligence.addPhoto ? { ...photos.at(-1), latitude: 1, noPlace: '' } : {}
}

let user = 0
let outbox: VisitOutbox
beforeEach(async () => {
  Object.assign(globalThis, { navigator: { ...navigator, locks: undefined } })
  jest.mocked(request).mockImplementation(serve as never)
  jest.mocked(requestUpload).mockImplementation(serve as never)
  ;[reachable, losesAnswer, submitted, answers, events, photos] = [true, false, 0, {}, new Set(), []]
  user += 1
  outbox = visitOutboxOf(user)
  outbox.subscribe(() => undefined)
  await outbox.open(7)
})

const file = new Blob(['x'], { type: 'image/jpeg' })
const taken = { takenAt: '2026-01-05T02:00:00Z', latitude: 39.9, longitude: 116.4, noPlace: '' }
const visit = () => outbox.get().visits.get(7)

test('without a network everything waits and is shown; with it, it goes up once, the submit last', async () => {
  reachable = false
  await outbox.answer(7, 'homeFound', '否')
  await outbox.answer(7, 'homeFound', '是')
  await outbox.answer(7, 'report', '属实')
  await outbox.addPhoto(7, file, { ...taken, subject: 'home' })
  await outbox.submit(7, 3)
  await outbox.flush()
  expect(outbox.get().state).toBe('noNetwork')
  expect(visit()).toMatchObject({
    answers: { homeFound: '是', report: '属实' },
    waiting: 4,
    submitting: true,
  })
  expect(await countWaiting()).toBe(4)
  reachable = true
  losesAnswer = true
  for (let tries = 0; tries < 3; tries++) await outbox.flush()
  expect(answers).toEqual({ homeFound: '是', report: '属实' })
  expect(photos).toEqual([{ id: 1, subject: 'home' }])
  expect(submitted).toBe(1)
  expect(await countWaiting()).toBe(0)
})

test('an answer whose answer was lost is sent again under its id; what was answered meanwhile is another event', async () => {
  losesAnswer = true
  await outbox.answer(7, 'homeFound', '否')
  await outbox.flush()
  await outbox.answer(7, 'homeFound', '是')
  await outbox.flush()
  expect(answers).toEqual({ homeFound: '是' })
  const saves = jest.mocked(request).mock.calls.filter(([endpoint]) => endpoint === dueDiligence.save)
  const ids = saves.slice(-3).map(([, input]) => (input as { eventId: string }).eventId)
  expect(ids[0]).toBe(ids[1])
  expect(ids[2]).not.toBe(ids[1])
})

test('a photo waits for its place or a reason; one that is refused says why and holds the submit back', async () => {
  const key = await outbox.addPhoto(7, file, { takenAt: taken.takenAt, subject: 'home', noPlace: '' }, true)
  await outbox.changePhoto(key, {})
  await outbox.flush()
  expect(photos).toEqual([])
  await outbox.changePhoto(key, { noPlace: '地下车库' })
  await outbox.flush()
  expect(photos).toHaveLength(1)
  const broken = await outbox.addPhoto(7, file, { ...taken, subject: 'car' })
  await outbox.submit(7, 3)
  await outbox.flush()
  expect(visit()?.waitingPhotos).toMatchObject([{ refusal: '图片已损坏' }])
  expect(submitted).toBe(0)
  await outbox.dropPhoto(broken)
  await outbox.flush()
  expect(submitted).toBe(1)
})

test('a photo that is taken out while it goes up is taken out of the service, too', async () => {
  let arrive = () => {}
  const onItsWay = new Promise<void>((begun) => {
    jest.mocked(requestUpload).mockImplementationOnce((async (endpoint: unknown, input: never) => {
      const answer = serve(endpoint, input)
      await new Promise<void>((resolve) => {
        arrive = resolve
        begun()
      })
      return answer
    }) as never)
  })
  const key = await outbox.addPhoto(7, file, { ...taken, subject: 'home' })
  await onItsWay
  expect(photos).toHaveLength(1)
  await outbox.dropPhoto(key)
  arrive()
  await outbox.flush()
  expect(photos).toEqual([])
  expect(visit()?.photos).toEqual([])
  expect(await countWaiting()).toBe(0)
})

test('a photo that is taken out when no answer came is taken out of the service, too, which may have it', async () => {
  jest.mocked(requestUpload).mockImplementationOnce((async (endpoint: unknown, input: never) => {
    await serve(endpoint, input)
    reachable = false
    throw new ApiError(noAnswer)
  }) as never)
  const key = await outbox.addPhoto(7, file, { ...taken, subject: 'home' })
  await outbox.flush()
  expect(photos).toHaveLength(1)
  await outbox.dropPhoto(key)
  await outbox.flush()
  expect(visit()?.waitingPhotos).toEqual([])
  reachable = true
  await outbox.flush()
  expect(photos).toEqual([])
  expect(visit()?.photos).toEqual([])
  expect(await countWaiting()).toBe(0)
})

test('a photo that is taken out while the one before it goes up stays out, and one that is changed goes as it is then', async () => {
  let arrive = () => {}
  const onItsWay = new Promise<void>((begun) => {
    jest.mocked(requestUpload).mockImplementationOnce((async (endpoint: unknown, input: never) => {
      const answer = await serve(endpoint, input)
      await new Promise<void>((resolve) => {
        arrive = resolve
        begun()
      })
      return answer
    }) as never)
  })
  const at = (second: number) => ({ ...taken, takenAt: `2026-01-05T02:00:0${second}Z` })
  await outbox.addPhoto(7, file, { ...at(1), subject: 'home' })
  await onItsWay
  const out = await outbox.addPhoto(7, file, { ...at(2), subject: 'work' })
  const changed = await outbox.addPhoto(7, file, { ...at(3), subject: 'home' })
  await outbox.dropPhoto(out)
  await outbox.changePhoto(changed, { noPlace: '室内' })
  jest.mocked(requestUpload).mockClear()
  arrive()
  await outbox.flush()
  expect(photos.map(({ subject }) => subject)).toEqual(['home', 'home'])
  expect(jest.mocked(requestUpload).mock.calls.map(([, input]) => input)).toMatchObject([
    { takenAt: at(3).takenAt, noPlace: '室内' },
  ])
  expect(await countWaiting()).toBe(0)
})

test('a photo that never was on its way is taken out without a word to the service', async () => {
  const key = await outbox.addPhoto(7, file, { takenAt: taken.takenAt, subject: 'home', noPlace: '' }, true)
  jest.mocked(requestUpload).mockClear()
  await outbox.dropPhoto(key)
  await outbox.flush()
  expect(requestUpload).not.toHaveBeenCalled()
  expect(await countWaiting()).toBe(0)
})

test('what one user has waiting is nobody else’s', async () => {
  reachable = false
  await outbox.answer(7, 'report', '属实')
  const other = visitOutboxOf(user + 1_000)
  other.subscribe(() => undefined)
  await other.flush()
  expect(other.get().visits.size).toBe(0)
  expect(await waitingOf(user + 1_000)).toEqual([])
  expect(await countWaiting()).toBe(1)
})

test('a photo that is taken while the store is read is not lost from sight', async () => {
  reachable = false
  jest.mocked(waitingOf).mockImplementationOnce(async (id) => {
    const found = await jest.requireActual('@/lib/client/waiting-store').waitingOf(id)
    await outbox.addPhoto(7, file, { ...taken, subject: 'home' })
    return found
  })
  await outbox.flush()
  expect(visit()?.waitingPhotos).toHaveLength(1)
})

test('a photo whose page was gone before the phone knew its place asks for the reason', async () => {
  const takenAt = new Date().toISOString()
  const facts = { takenAt, subject: 'home', noPlace: '地下车库' } as const
  await outbox.addPhoto(7, file, facts, true)
  await outbox.flush()
  expect(photos).toEqual([])
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse(takenAt) + 60_000)
  await outbox.flush()
  expect(photos).toEqual([{ id: 1, subject: 'home' }])
  jest.restoreAllMocks()
})

test('a submit that meets a locked screen goes up when its officer is back', async () => {
  jest.mocked(request).mockRejectedValueOnce(new ApiError(423))
  await outbox.submit(7, 3)
  await outbox.flush()
  expect([submitted, visit()?.submitting]).toEqual([0, true])
  await outbox.flush()
  expect(submitted).toBe(1)
})

import { requestUpload } from '@/lib/client/upload'
import { keepWaiting, waitingOf } from '@/lib/client/waiting-store'
import { pieceOutboxOf } from './piece-outbox'
import type { RecordedPiece } from './piece-recorder'

jest.mock('@/lib/client/upload', () => ({ requestUpload: jest.fn() }))

/** Locks as the browser has them, in the order of those who ask. */
function lockManager() {
  const held = new Map<string, Promise<unknown>>()
  return {
    request<T>(name: string, ...given: (object | ((lock: object) => Promise<T>))[]): Promise<T> {
      const work = () => (given.at(-1) as (lock: object) => Promise<T>)({ name })
      const mine = (held.get(name) ?? Promise.resolve()).then(work)
      held.set(name, mine)
      return mine
    },
  }
}

const file = (text: string) => new Blob([text], { type: 'video/webm' })
const piece = (take: string, pieceNo: number, length: number): RecordedPiece => ({
  take,
  pieceNo,
  startAt: 1_000_000 + pieceNo * 3_400,
  length,
  file: file(`${take} ${pieceNo}`),
})
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

let user = 900
let sent: { take: string; pieceNo: number; length: number; eventId: string }[]
beforeEach(() => {
  user += 1
  sent = []
  jest.mocked(requestUpload).mockImplementation((async (
    _endpoint: unknown,
    fields: (typeof sent)[number],
  ) => {
    sent.push(fields)
    return { pieces: sent.length }
  }) as never)
  Object.defineProperty(navigator, 'locks', { value: lockManager(), configurable: true })
})

test('a piece goes up when it is whole, and not while it grows', async () => {
  const keeper = pieceOutboxOf(user).keep(7, 'take')
  keeper.grows(piece('take', 0, 500))
  keeper.grows(piece('take', 0, 1_000))
  await settled()
  expect(sent).toEqual([])
  await keeper.ends(piece('take', 0, 4_000))
  await settled()
  expect(sent).toMatchObject([{ take: 'take', pieceNo: 0, length: 4_000 }])
  expect(await waitingOf(user)).toEqual([])
})

/** Everything that a page that is gone has left in the browser. */
const leftBehind = (grows: boolean, of: RecordedPiece) =>
  keepWaiting({
    key: `${user}/interview-7/${of.take}/${of.pieceNo}`,
    of: `${user}/interview-7`,
    waits: true,
    ...of,
    kind: 'piece',
    interviewId: 7,
    eventId: `event-${of.pieceNo}`,
    grows,
  } as never)

test('what a page that is gone had recorded of its last piece goes up with the next page, behind the whole ones', async () => {
  await leftBehind(false, piece('gone', 0, 4_000))
  await leftBehind(true, piece('gone', 1, 2_500))
  pieceOutboxOf(user)
  await settled()
  expect(sent).toMatchObject([
    { pieceNo: 0, length: 4_000, eventId: 'event-0' },
    { pieceNo: 1, length: 2_500, eventId: 'event-1' },
  ])
})

test('a piece that another window is recording is left to it, and taken over when that window is gone', async () => {
  let close: () => void = () => undefined
  const open = new Promise<void>((resolve) => {
    close = resolve
  })
  void navigator.locks.request('nlos-recording-other', () => open)
  await leftBehind(true, piece('other', 3, 1_500))
  pieceOutboxOf(user)
  await settled()
  expect(sent).toEqual([])
  // More of it came meanwhile.
  await leftBehind(true, piece('other', 3, 2_000))
  close()
  await settled()
  expect(sent).toMatchObject([{ take: 'other', pieceNo: 3, length: 2_000 }])
})

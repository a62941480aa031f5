import { pieceMs } from '@/lib/domains/interviews/rules/interview'
import { mostTurns, type RecordedPiece, recordPieces } from './piece-recorder'

/** A recorder of a busy browser: it has something when the test says so. */
class SlowRecorder {
  static isTypeSupported = () => true
  static made: SlowRecorder[] = []
  state: 'inactive' | 'recording' = 'inactive'
  mimeType = 'video/webm'
  onstart?: () => void
  onstop?: () => void
  ondataavailable?: (event: { data: Blob }) => void
  constructor() {
    SlowRecorder.made.push(this)
  }
  start() {
    this.state = 'recording'
    this.onstart?.()
  }
  says(text: string) {
    this.ondataavailable?.({ data: new Blob([text]) })
  }
  stop() {
    this.state = 'inactive'
    this.says('the rest')
    this.onstop?.()
  }
}

let now: number
let whole: RecordedPiece[]
let end: () => Promise<void>
beforeEach(() => {
  jest.useFakeTimers()
  ;[now, whole, SlowRecorder.made] = [1_000, [], []]
  Object.assign(window, { MediaRecorder: SlowRecorder })
  const keeper = { grows: () => undefined, ends: async (piece: RecordedPiece) => void whole.push(piece) }
  end = recordPieces(
    () => ({}) as MediaStream,
    () => now,
    () => keeper,
  )
})
afterEach(() => jest.useRealTimers())

const after = async (ms: number) => {
  now += ms
  await jest.advanceTimersByTimeAsync(ms)
}
const recorder = (at: number) => SlowRecorder.made[at] as SlowRecorder

test('a piece ends only when the next one has something, however long that takes', async () => {
  recorder(0).says('first')
  await after(pieceMs)
  await after(pieceMs - 1)
  recorder(1).says('')
  expect(recorder(0).state).toBe('recording')
  expect(whole).toEqual([])
  recorder(1).says('second')
  await after(0)
  expect(whole).toMatchObject([{ pieceNo: 0, startAt: 1_000, length: 2 * pieceMs - 1 }])
  expect(recorder(1).state).toBe('recording')
})

test('no third recorder begins beside two: each makes a busy browser busier', async () => {
  recorder(0).says('first')
  await after(3 * pieceMs)
  expect(SlowRecorder.made).toHaveLength(2)
  recorder(1).says('second')
  expect(SlowRecorder.made.map(({ state }) => state)).toEqual(['inactive', 'recording'])
  await after(pieceMs)
  expect(SlowRecorder.made).toHaveLength(3)
})

test('one that never begins is passed over, and the one before it goes on until another begins', async () => {
  recorder(0).says('first')
  await after((1 + mostTurns) * pieceMs)
  expect(SlowRecorder.made.map(({ state }) => state)).toEqual(['recording', 'inactive', 'recording'])
  recorder(2).says('third')
  expect(SlowRecorder.made.map(({ state }) => state)).toEqual(['inactive', 'inactive', 'recording'])
})

test('the end hands over what runs', async () => {
  recorder(0).says('first')
  await after(pieceMs)
  await after(100)
  await end()
  expect(whole.map(({ pieceNo }) => pieceNo)).toEqual([0, 1])
  await after(2 * pieceMs)
  expect(SlowRecorder.made).toHaveLength(2)
})

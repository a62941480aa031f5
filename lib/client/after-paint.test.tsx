import { afterPaint } from './after-paint'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('the work comes behind the next frame, not in it, and once', () => {
  const done: string[] = []
  afterPaint(() => done.push('work'))
  requestAnimationFrame(() => done.push('frame'))
  jest.advanceTimersByTime(0)
  expect(done).toEqual([])
  jest.advanceTimersByTime(2000)
  expect(done).toEqual(['frame', 'work'])
})

test('a page that is not painted has it done all the same', () => {
  const frames = jest.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  const work = jest.fn()
  afterPaint(work)
  jest.advanceTimersByTime(499)
  expect(work).not.toHaveBeenCalled()
  jest.advanceTimersByTime(1)
  expect(work).toHaveBeenCalledTimes(1)
  frames.mockRestore()
})

test('work that is taken back is not done, before the frame and behind it', () => {
  const work = jest.fn()
  afterPaint(work)()
  const takeBack = afterPaint(work)
  requestAnimationFrame(takeBack)
  jest.advanceTimersByTime(2000)
  expect(work).not.toHaveBeenCalled()
})

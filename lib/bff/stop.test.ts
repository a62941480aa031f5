import { Stop } from './stop.ts'

test('everybody hears of it once, whoever comes later at once, and the first reason counts', () => {
  const stop = new Stop()
  const heard: string[] = []
  stop.onStop(() => heard.push('first'))
  const signal = stop.signal()
  expect([stop.reason, signal.aborted, heard]).toEqual([undefined, false, []])
  stop.now('deadline')
  stop.now('left')
  stop.onStop(() => heard.push('late'))
  expect([stop.reason, signal.reason, heard]).toEqual(['deadline', 'deadline', ['first', 'late']])
  expect(stop.signal().aborted).toBe(true)
})

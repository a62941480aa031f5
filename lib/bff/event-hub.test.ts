import { guestOf } from '../platform/contract/live.ts'
import { addStream, deliver } from './event-hub.ts'

test('a phone whose place or link in an interview was taken is told so, and its stream ends at once', () => {
  const userIds = [guestOf(7)]
  const open = (hold: string) => {
    const heard: string[] = []
    const leave = addStream({
      sid: `guest ${hold}`,
      userId: guestOf(7),
      endsAt: Number.POSITIVE_INFINITY,
      write: (frame) => void heard.push(String(frame)),
      end: () => void heard.push('end'),
    })
    return { heard, leave }
  }
  const [first, second] = [open('a'), open('b')]
  deliver({ userIds, type: 'interview', data: { id: 7, kind: 'taken', text: 'b' } })
  expect(first.heard.at(-1)).toBe('end')
  deliver({ userIds, type: 'interview', data: { id: 7, kind: 'offer', text: 'v=0' } })
  expect([first.heard.length, second.heard.length]).toEqual([2, 2])
  deliver({ userIds, type: 'interview', data: { id: 7, kind: 'taken', text: '' } })
  expect(second.heard.at(-1)).toBe('end')
})

import { gathered } from './gathered-calls.ts'
import { Stop } from './stop.ts'
import { UpstreamFailure, type UpstreamRequest } from './upstream-call.ts'

const request = (path: string, token = 't'): UpstreamRequest => ({
  method: 'POST',
  path,
  query: '',
  headers: { token },
  body: null,
  stream: false,
  maxAnswerBytes: 1000,
  stop: new Stop(),
})

test('calls of one session and one turn go together, later ones go next; each has its own answer or failure', async () => {
  const sent: string[][] = []
  const call = gathered((requests) => {
    sent.push(requests.map(({ path }) => path))
    return requests.map(async ({ path }) => {
      if (path === '/broken') throw new UpstreamFailure('lost', 'gone')
      return { status: 200, headers: {}, body: Buffer.from(path) }
    })
  })
  const first = [
    call(request('/a')),
    call(request('/broken')),
    Promise.resolve().then(() => call(request('/b'))),
  ]
  const [a, broken, b] = await Promise.allSettled(first)
  expect(a).toMatchObject({ value: { body: Buffer.from('/a') } })
  expect(broken).toMatchObject({ reason: { fault: 'lost' } })
  expect(b).toMatchObject({ value: { body: Buffer.from('/b') } })
  await call(request('/c'))
  await Promise.all([call(request('/d')), call(request('/e', 'another')), call(request('/f'))])
  expect(sent).toEqual([['/a', '/broken', '/b'], ['/c'], ['/d', '/f'], ['/e']])
})

import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { runPaced } from './paced.ts'
import { quantile } from './ratios.ts'

const requests = ['GET / HTTP/1.1\r\nhost: localhost\r\n\r\n']
const close: (() => void)[] = []

async function sideOf(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

afterEach(() => {
  for (const end of close.splice(0)) end()
})

test('asks every side as often, by turns, at its pace, over connections that stay', async () => {
  const asked: string[] = []
  const sockets = new Set<unknown>()
  const side = (name: string) =>
    sideOf((req, res) => {
      asked.push(name)
      sockets.add(req.socket)
      res.end('ok')
    })
  const sides = [await side('a'), await side('b')]
  const started = performance.now()
  const times = await runPaced({ sides, connections: 2, rate: 100, slice: 50, rounds: 3 })
  expect(times.map((rounds) => rounds.map(({ length }) => length))).toEqual([
    [5, 5, 5],
    [5, 5, 5],
  ])
  expect(asked.join('')).toBe('aaaaabbbbb' + 'bbbbbaaaaa' + 'aaaaabbbbb')
  expect(sockets.size).toBeLessThanOrEqual(4)
  // The last request of each of six slices is due after 40 ms.
  expect(performance.now() - started).toBeGreaterThan(6 * 40)
})

test('a request that waits for a connection is late from when it was due', async () => {
  const slow = await sideOf((_req, res) => setTimeout(() => res.end('ok'), 40))
  const [rounds = []] = await runPaced({ sides: [slow], connections: 1, rate: 50, slice: 200, rounds: 1 })
  // Each answer takes twice as long as the next request is away: the tenth has waited for all before it.
  expect(rounds.flat()).toHaveLength(10)
  expect(quantile(rounds.flat(), 1)).toBeGreaterThan(150)
})

test('fails at an answer that is not 200', async () => {
  const broken = await sideOf((_req, res) => res.writeHead(503).end('busy'))
  const failing = runPaced({ sides: [broken], connections: 1, rate: 100, slice: 50, rounds: 1 })
  await expect(failing).rejects.toThrow('Not answered with 200: HTTP/1.1 503')
})

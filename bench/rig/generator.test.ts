import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Job, runLoad } from './generator.ts'

const request = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'

async function against(answer: RequestListener, job: Partial<Job>) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = server.address() as AddressInfo
    return await runLoad({ port, requests: [request], connections: 2, ...job })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test.each([
  ['a stated length', { 'content-length': '6' }],
  ['chunks', {}],
])('asks as often as told and reads answers of %s to their end', async (_name, headers) => {
  let asked = 0
  const load = await against(
    (_req, res) => {
      asked++
      res.writeHead(200, headers).write('abc')
      setImmediate(() => res.end('def'))
    },
    { count: 21 },
  )
  expect([load.count, asked]).toEqual([21, 21])
  expect(load.p50).toBeLessThanOrEqual(load.p99)
})

test('sends its requests by turns, with as many bytes behind them as told', async () => {
  const seen: string[] = []
  const text = (path: string) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 200000\r\n\r\n`
  await against(
    async (req, res) => {
      let size = 0
      for await (const chunk of req) size += chunk.length
      seen.push(`${req.url} ${size}`)
      res.end('ok')
    },
    { requests: [text('/a'), text('/b')], bodyBytes: 200_000, connections: 1, count: 3 },
  )
  expect(seen).toEqual(['/a 200000', '/b 200000', '/a 200000'])
})

test('fails at an answer that is not 200', async () => {
  const failing = against((_req, res) => res.writeHead(503).end('busy'), { count: 5 })
  await expect(failing).rejects.toThrow('Not answered with 200: HTTP/1.1 503')
})

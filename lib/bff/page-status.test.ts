import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerWith, withPageStatus } from './page-status'

async function statusOf(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)).status
  } finally {
    server.close()
  }
}

test('a page says its status while it is rendered, by whatever way the head is written', async () => {
  const later = () => new Promise((resolve) => setTimeout(resolve, 1))
  expect(
    await statusOf((_req, res) =>
      withPageStatus(res, async () => {
        await later()
        answerWith(410)
        res.end('gone')
      }),
    ),
  ).toBe(410)
  expect(
    await statusOf((_req, res) =>
      withPageStatus(res, () => {
        answerWith(500)
        res.writeHead(200, { 'content-type': 'text/plain' }).end('broken')
      }),
    ),
  ).toBe(500)
})

test('what is no 200 stays as it is, and so does a page that says nothing', async () => {
  expect(
    await statusOf((_req, res) =>
      withPageStatus(res, () => {
        answerWith(410)
        res.writeHead(307, { location: '/' }).end()
      }),
    ).catch(() => 307),
  ).toBe(307)
  expect(await statusOf((_req, res) => withPageStatus(res, () => res.end('page')))).toBe(200)
  // Outside the listener there is nobody to tell.
  expect(() => answerWith(404)).not.toThrow()
})

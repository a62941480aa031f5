import type { Socket } from 'node:net'
import { answerJson, type DoorUnderTest, holdReply, messageIn, signIn, until } from './door.fixture.ts'
import { metricsText } from './metrics.ts'

/** Sizes, clocks and every way in which an upstream can fail. */
export function describeFaults(at: DoorUnderTest): void {
  describe('size (P7, A4)', () => {
    it('refuses by the stated length, and while reading without one', async () => {
      const cookie = await signIn(at.port, at.stub)
      const body = 'a'.repeat(1001)
      expect((await at.list({ cookie, body: 'a'.repeat(1000) })).status).toBe(200)
      at.stub.reset()
      expect((await at.list({ cookie, body })).status).toBe(413)
      expect((await at.list({ cookie, body, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413)
      expect(at.stub.seen).toHaveLength(0)
    })

    it('stores the bytes of an upload that were sent, or refuses it', async () => {
      const cookie = await signIn(at.port, at.stub)
      const headers = { 'content-type': 'multipart/form-data; boundary=xyz' }
      const upload = (size: number, more: Record<string, string> = {}) =>
        at.call({
          path: '/nlos/file/upload',
          cookie,
          body: Buffer.alloc(size, 1),
          headers: { ...headers, ...more },
        })
      expect((await upload(150_000)).status).toBe(200)
      expect((await upload(150_000, { 'transfer-encoding': 'chunked' })).status).toBe(200)
      expect(at.stub.seen.map(({ body }) => body.length)).toEqual([150_000, 150_000])
      at.stub.reset()
      expect((await upload(200_001)).status).toBe(413)
      expect((await upload(300_000, { 'transfer-encoding': 'chunked' })).status).toBe(413)
      expect(at.stub.seen).toHaveLength(0)
    })

    it('lets a client that is still sending read why its upload is refused', async () => {
      const cookie = await signIn(at.port, at.stub)
      const received = await at.call({
        path: '/nlos/file/upload',
        cookie,
        body: Buffer.alloc(20_000_000, 1),
        headers: { 'content-type': 'multipart/form-data; boundary=xyz', 'transfer-encoding': 'chunked' },
      })
      expect([received.status, messageIn(received)]).toEqual([413, '提交的内容过大'])
      expect(at.stub.seen).toHaveLength(0)
    })

    it('gives up an upload whose client leaves, at the upstream too', async () => {
      const cookie = await signIn(at.port, at.stub)
      const leaving = at.call({
        path: '/nlos/file/upload',
        cookie,
        body: Buffer.alloc(50_000, 1),
        headers: { 'content-type': 'multipart/form-data; boundary=xyz', 'content-length': '150000' },
        leaveWhen: until(() => at.stub.begun.length === 1),
      })
      await expect(leaving).rejects.toThrow('socket hang up')
      await until(() => at.stub.aborted.length === 1)
      expect([at.stub.aborted, at.stub.seen]).toEqual([['/base/file/upload'], []])
    })

    it('refuses an upload without a session before its body', async () => {
      const received = await at.call({
        path: '/nlos/file/upload',
        body: Buffer.alloc(190_000),
        headers: { 'content-type': 'multipart/form-data; boundary=xyz' },
      })
      expect(received.status).toBe(401)
      expect(at.stub.seen).toHaveLength(0)
    })
  })

  describe('faults of the upstream (A1 to A3, P3, P13)', () => {
    type Fault = [string, number, string, (socket: Socket) => void]
    const raw = (text: string) => (socket: Socket) => socket.end(text)
    const http = (head: string, body = '') => raw(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n${body}`)
    const json = 'Content-Type: application/json'
    const faults: Fault[] = [
      ['a reset', 502, '操作结果未知，请刷新后核对', (socket) => socket.destroy()],
      ['a page', 502, '服务器错误', http('200 OK\r\nContent-Type: text/html', '<script>')],
      ['no body', 502, '服务器错误', http(`200 OK\r\n${json}`)],
      ['broken JSON', 502, '服务器错误', http(`200 OK\r\n${json}`, '{"a":')],
      [
        'GBK',
        502,
        '服务器错误',
        (s) =>
          s.end(
            Buffer.from(`HTTP/1.1 200 OK\r\n${json}\r\nConnection: close\r\n\r\n{"a":"\xc4\xe3"}`, 'latin1'),
          ),
      ],
      ['gzip', 502, '服务器错误', http(`200 OK\r\n${json}\r\nContent-Encoding: gzip`, '{}')],
      ['too much', 502, '服务器错误', http(`200 OK\r\n${json}`, `{"a":"${'x'.repeat(20_000)}"}`)],
      [
        'a bad chunk',
        502,
        '服务器错误',
        raw(`HTTP/1.1 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}`),
      ],
      ['no HTTP', 502, '服务器错误', raw('hello')],
      ['204', 502, '服务器错误', http('204 No Content')],
      ['a redirect', 502, '服务器错误', http('302 Found\r\nLocation: http://127.0.0.1:1/')],
      ['500 with a stack', 500, '未知错误', http(`500 X\r\n${json}`, '{"message":"at /srv/app.js:1"}')],
      ['500 with its reason', 500, '月末结账中', http(`500 X\r\n${json}`, '{"message":"月末结账中"}')],
      ['503', 503, '未知错误', http(`503 X\r\n${json}`, '{}')],
      [
        '503 with its reason',
        503,
        '正在处理的文件较多，请稍后再试',
        http(`503 X\r\n${json}`, '{"message":"正在处理的文件较多，请稍后再试"}'),
      ],
      ['418', 502, '服务器错误', http(`418 X\r\n${json}`, '{}')],
      ['404 as a page', 404, '未知错误', http('404 X\r\nContent-Type: text/html', '<b>no</b>')],
      ['a header of 64 kB', 502, '服务器错误', http(`200 OK\r\nX-A: ${'x'.repeat(65_536)}\r\n${json}`, '{}')],
    ]
    it.each(faults)('answers %s with %i %s', async (_name, status, message, fault) => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer((req) => fault(req.socket))
      const received = await at.list({ cookie })
      expect([received.status, messageIn(received)]).toEqual([status, message])
      expect(at.stub.seen).toHaveLength(1)
      expect(received.cookie).toBeUndefined()
    })

    it('ends a call at the deadline and closes it at the upstream', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer(() => undefined)
      const received = await at.list({ cookie })
      expect([received.status, messageIn(received)]).toEqual([504, '请求超时'])
      await until(() => at.stub.aborted.length === 1)
    })

    it('leaves the upstream when the client leaves', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer(() => undefined)
      const leaveWhen = until(() => at.stub.seen.length === 1)
      await expect(at.list({ cookie, leaveWhen })).rejects.toThrow()
      await until(() => at.stub.aborted.length === 1)
    })

    it('refuses at once what is over the caps, and recovers', async () => {
      const one = await signIn(at.port, at.stub)
      const two = await signIn(at.port, at.stub)
      /** The statuses of calls that are there at once: those let through wait for each other. */
      const together = async (cookies: string[]) => {
        // A call of before may be answered already and not yet counted out.
        await until(() => /^nlos_upstream_calls_open 0$/m.test(metricsText()))
        const held = holdReply(answerJson({}))
        at.stub.answer(held.reply)
        let refused = 0
        const calls = cookies.map(async (cookie) => {
          const { status } = await at.list({ cookie })
          if (status === 503) refused += 1
          return status
        })
        await until(() => held.waiting() + refused === cookies.length)
        held.release()
        return (await Promise.all(calls)).sort()
      }
      expect(await together([one, one, one, one, one])).toEqual([200, 200, 200, 503, 503])
      expect(await together([one, one, one, two, two, two])).toEqual([200, 200, 200, 200, 503, 503])
      expect((await at.list({ cookie: one })).status).toBe(200)
    })

    it('breaks off a file that breaks off', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer((req) => {
        req.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\nContent-Type: image/png\r\n\r\nhalf')
      })
      const file = at.call({ method: 'GET', path: '/nlos/file/get', cookie })
      await expect(file).rejects.toThrow()
    })

    it('passes on what the console knows: 400 with fields, 409, 429 with its wait', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer(
        answerJson({ message: '请检查', fields: { mobile: '手机号码不能为空' }, stack: 'x' }, 400),
      )
      expect(JSON.parse((await at.list({ cookie })).text)).toEqual({
        message: '请检查',
        fields: { mobile: '手机号码不能为空' },
        id: expect.any(String),
      })
      at.stub.answer(answerJson({ message: '请稍后' }, 429, { 'retry-after': '30' }))
      expect((await at.list({ cookie })).headers['retry-after']).toBe('30')
    })
  })
}

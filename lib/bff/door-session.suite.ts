import { answerJson, type DoorUnderTest, holdReply, messageIn, signIn, until } from './door.fixture.ts'

/** Everything that calls do to the session, and the session to calls. */
export function describeSession(at: DoorUnderTest): void {
  describe('session (S2 to S4, T3)', () => {
    it('keeps the token: in the sealed cookie, not in the answer', async () => {
      at.stub.answer(answerJson({ token: 'secret-token', myUser: { id: 7, name: '王五', account: 'a' } }))
      const received = await at.call({ path: '/nlos/login/go', body: 'account=a' })
      expect(JSON.parse(received.text)).toEqual({
        token: '',
        myUser: { id: 7, name: '王五', account: 'a' },
      })
      const header = received.headers['set-cookie'] ?? []
      expect(header).toEqual([
        expect.stringMatching(/^nlos-session=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^nlos-sign=\d{13}; Path=\/; SameSite=Lax$/),
        expect.stringMatching(/^nlos-device=[^;]+; Max-Age=15552000; Path=\/nlos; HttpOnly; SameSite=Lax$/),
      ])
      expect(JSON.stringify(received.headers)).not.toContain('secret-token')
    })

    it.each([
      {},
      { token: 't' },
      { token: '', myUser: { id: 1, name: 'a', account: 'a' } },
      { token: 'a\r\nb' },
      [],
    ])('answers a login of %j with 服务器错误 and no cookie', async (answer) => {
      at.stub.answer(answerJson(answer))
      const received = await at.call({ path: '/nlos/login/go', body: 'account=a' })
      expect([received.status, messageIn(received), received.cookie]).toEqual([500, '服务器错误', undefined])
    })

    it('passes a refused login on without a cookie', async () => {
      at.stub.answer(answerJson({ message: '用户名或密码错误', captcha: true, secret: 1 }, 400))
      const received = await at.call({ path: '/nlos/login/go', body: 'account=a' })
      expect(received.status).toBe(400)
      expect(JSON.parse(received.text)).toEqual({
        message: '用户名或密码错误',
        captcha: true,
        id: expect.any(String),
      })
      expect(received.cookie).toBeUndefined()
    })

    it('starts another session at each login, and sends no token with it (S5)', async () => {
      const first = await signIn(at.port, at.stub)
      at.stub.answer(answerJson({ token: 't2', myUser: { id: 8, name: 'b', account: 'b' } }))
      const { cookie } = await at.call({ path: '/nlos/login/go', body: 'account=b', cookie: first })
      expect(at.stub.seen[0]?.headers.token).toBeUndefined()
      expect(cookie).not.toBe(first)
    })

    it('tells the service which accounts a browser has signed in to, out of a cookie of its own (N6)', async () => {
      const signed = async (account: string, cookie?: string, host = 'localhost') => {
        at.stub.answer(answerJson({ token: 't', myUser: { id: 7, name: 'b', account } }))
        const { headers } = await at.call({
          path: '/nlos/login/go',
          body: 'account=a',
          cookie,
          headers: {
            host: `${host}:${at.port}`,
            origin: `http://${host}:${at.port}`,
            'x-nlos-devices': 'a=mine-mine-mine-mine',
          },
        })
        const told = at.stub.seen.find(({ url }) => url === '/base/login/go')?.headers['x-nlos-devices']
        at.stub.reset()
        const device = headers['set-cookie']?.find((line) => line.startsWith('nlos-device='))?.split(';')[0]
        return { told, device }
      }
      const first = await signed('Zhang')
      expect(first.told).toBeUndefined()
      const second = await signed('li', first.device)
      expect(second.told).toMatch(/^zhang=[\w-]{22}$/)
      const third = await signed('zhang', second.device)
      expect(third.told).toMatch(/^li=[\w-]{22}&zhang=[\w-]{22}$/)
      expect(third.told).toContain(second.told)
      // Neither another tenant's nor a forged one is any.
      expect((await signed('zhang', third.device, 'qinghe.localhost')).told).toBeUndefined()
      expect((await signed('zhang', third.device?.replace(/.{9}$/, 'forged*~2'))).told).toBeUndefined()
    })

    it('ends the session that a login replaces, here and upstream (A5)', async () => {
      const first = await signIn(at.port, at.stub)
      at.stub.answer(answerJson({ message: '用户名或密码错误' }, 400))
      await at.call({ path: '/nlos/login/go', body: 'account=b', cookie: first })
      at.stub.reset()
      // A login that failed has replaced nothing.
      expect((await at.list({ cookie: first })).status).toBe(200)

      at.stub.reset()
      at.stub.answer(answerJson({ token: 't2', myUser: { id: 8, name: 'b', account: 'b' } }))
      const { cookie } = await at.call({ path: '/nlos/login/go', body: 'account=b', cookie: first })
      expect(at.stub.seen.map(({ url, headers }) => [url, headers.token])).toEqual([
        ['/base/login/go', undefined],
        ['/base/logout', 'upstream-token-1'],
      ])
      at.stub.reset()
      expect((await at.list({ cookie: first })).status).toBe(401)
      expect((await at.list({ cookie })).status).toBe(200)
    })

    it('signs out though the service does not answer, and ends the token when it does again (B11)', async () => {
      const cookie = await signIn(at.port, at.stub)
      const held = holdReply(answerJson({}))
      at.stub.answer(held.reply)
      const received = await at.call({ method: 'GET', path: '/nlos/logout', cookie })
      expect([received.status, received.cookie]).toEqual([200, 'nlos-session='])
      expect(at.stub.aborted).toEqual([])
      held.release()
      await until(() => at.stub.seen.length === 1)
      at.stub.reset()
      expect((await at.list({ cookie })).status).toBe(401)
    })

    it('says at a login alone what the browser is, in plain text and not without end', async () => {
      at.stub.answer(answerJson({ token: 't', myUser: { id: 7, name: 'b', account: 'b' } }))
      const { cookie } = await at.call({
        path: '/nlos/login/go',
        body: 'account=b',
        headers: { 'user-agent': `Mozilla/5.0 ${'x'.repeat(400)}`, 'x-nlos-user-agent': 'mine' },
      })
      const sent = at.stub.seen[0]?.headers['x-nlos-user-agent']
      expect(sent).toHaveLength(300)
      expect(sent).toMatch(/^Mozilla/)
      at.stub.seen.length = 0
      await at.list({ cookie, headers: { 'user-agent': 'Mozilla/5.0', 'x-nlos-user-agent': 'mine' } })
      expect(at.stub.seen[0]?.headers['x-nlos-user-agent']).toBeUndefined()
    })

    it('answers 401 without a session, without an upstream call', async () => {
      const received = await at.list()
      expect([received.status, received.cookie]).toEqual([401, undefined])
      expect(at.stub.seen).toHaveLength(0)
    })

    it('answers 401 to a forged cookie and removes it', async () => {
      const cookie = await signIn(at.port, at.stub)
      const received = await at.list({ cookie: `${cookie.slice(0, 60)}x${cookie.slice(61)}` })
      expect([received.status, received.cookie]).toEqual([401, 'nlos-session='])
      expect(at.stub.seen).toHaveLength(0)
      expect(at.logged.includes('upstream-token')).toBe(false)
    })

    it("answers 401 to another tenant's session, and 421 on a host of nobody", async () => {
      const cookie = await signIn(at.port, at.stub)
      const on = (host: string) =>
        at.list({
          cookie,
          headers: { host: `${host}:${at.port}`, origin: `http://${host.toLowerCase()}:${at.port}` },
        })
      expect((await on('qinghe.localhost')).status).toBe(401)
      expect((await on('unknown.example')).status).toBe(421)
      expect(at.stub.seen).toHaveLength(0)
      expect((await on('LOCALHOST')).status).toBe(200)
    })

    it('replaces the token, once for all tabs (S7)', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer((_req, res) =>
        setTimeout(() => answerJson({ token: 'upstream-token-2' })(_req, res, Buffer.alloc(0)), 50),
      )
      const refresh = () => at.call({ path: '/nlos/user/refesh', body: '', cookie })
      const all = await Promise.all(Array.from({ length: 50 }, refresh))
      expect(at.stub.seen).toHaveLength(1)
      expect(new Set(all.map(({ status, text }) => `${status} ${text}`))).toEqual(
        new Set(['200 {"token":""}']),
      )
      at.stub.reset()
      await at.list({ cookie })
      await at.list({ cookie: all[0]?.cookie })
      expect(at.stub.seen.map(({ headers }) => headers.token)).toEqual([
        'upstream-token-2',
        'upstream-token-2',
      ])
      at.stub.reset()
      expect((await refresh()).cookie).toBeDefined()
      expect(at.stub.seen).toHaveLength(0)
    })

    it.each([500, 502, 'garbage', 'cut'] as const)(
      'keeps the session when the refresh answers %s (S8)',
      async (fault) => {
        const cookie = await signIn(at.port, at.stub)
        at.stub.answer(
          fault === 'garbage'
            ? (_req, res) => res.end('?')
            : fault === 'cut'
              ? (req) => req.socket.destroy()
              : answerJson({}, fault),
        )
        const received = await at.call({ path: '/nlos/user/refesh', body: '', cookie })
        expect(received.status).toBeGreaterThanOrEqual(500)
        expect(received.cookie).toBeUndefined()
        at.stub.reset()
        expect((await at.list({ cookie })).status).toBe(200)
      },
    )

    it('ends the session when the refresh answers 401, and asks no more (S8)', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer(answerJson({ message: '登录已过期' }, 401))
      const refresh = () => at.call({ path: '/nlos/user/refesh', body: '', cookie })
      const received = await refresh()
      expect([received.status, received.cookie]).toEqual([401, 'nlos-session='])
      expect((await refresh()).status).toBe(401)
      expect(at.stub.seen).toHaveLength(1)
    })

    it('ends the session at a 401 of the upstream', async () => {
      const cookie = await signIn(at.port, at.stub)
      at.stub.answer(answerJson({ message: '登录已过期' }, 401))
      const received = await at.list({ cookie })
      expect([received.status, messageIn(received), received.cookie]).toEqual([
        401,
        '登录已过期',
        'nlos-session=',
      ])
      at.stub.reset()
      expect((await at.list({ cookie })).status).toBe(401)
      expect(at.stub.seen).toHaveLength(0)
    })

    it('keeps a session whose token was replaced while an older call was under way (S7)', async () => {
      const cookie = await signIn(at.port, at.stub)
      const held = holdReply(answerJson({ message: 'x' }, 401))
      at.stub.answer(held.reply)
      const late = at.list({ cookie })
      await until(() => held.waiting() === 1)
      at.stub.answer(answerJson({ token: 'new-token' }))
      const refreshed = await at.call({ path: '/nlos/user/refesh', body: '', cookie })
      held.release()
      expect(await late).toMatchObject({ status: 401, cookie: undefined })
      at.stub.reset()
      expect((await at.list({ cookie: refreshed.cookie })).status).toBe(200)
    })

    it.each([200, 401, 500, 'cut'] as const)(
      'signs out and empties the browser’s storage when the upstream answers %s (B8)',
      async (fault) => {
        const cookie = await signIn(at.port, at.stub)
        at.stub.answer(fault === 'cut' ? (req) => req.socket.destroy() : answerJson({}, fault))
        const received = await at.call({ method: 'GET', path: '/nlos/logout', cookie })
        expect([received.status, received.cookie]).toEqual([200, 'nlos-session='])
        expect(received.headers['clear-site-data']).toBe('"storage"')
        at.stub.reset()
        expect((await at.list({ cookie })).status).toBe(401)
        expect(at.stub.seen).toHaveLength(0)
      },
    )
  })
}

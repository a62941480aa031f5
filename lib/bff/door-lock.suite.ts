import { answerJson, type DoorUnderTest, holdReply, messageIn, signIn, until } from './door.fixture.ts'

/** The lock of the screen, and what a cookie of before the lock is worth. */
export function describeLock(at: DoorUnderTest): void {
  const lock = (cookie: string) =>
    at.call({ path: '/nlos/biz/identity/session/lock', body: 'password=x', cookie })
  const unlock = (cookie: string | undefined) =>
    at.call({ path: '/nlos/biz/identity/session/unlock', body: 'password=x', cookie })
  const signIn1 = () => signIn(at.port, at.stub)
  /** Everything that the pages of the browser read beside the sealed cookie. */
  const signOf = (headers: { 'set-cookie'?: string[] }) =>
    headers['set-cookie']?.find((cookie) => cookie.startsWith('nlos-sign='))?.split(';')[0]

  async function lockedCookie(): Promise<{ open: string; locked: string }> {
    const open = await signIn1()
    const { status, cookie: locked, headers } = await lock(open)
    expect([status, signOf(headers)]).toEqual([200, expect.stringMatching(/^nlos-sign=\d+\.locked$/)])
    at.stub.reset()
    return { open, locked: locked ?? '' }
  }

  describe('the lock of the screen (S9, S10)', () => {
    it('answers 423 to every call, with the cookie of before too, and asks no upstream', async () => {
      const { open, locked } = await lockedCookie()
      for (const cookie of [locked, open]) {
        for (const sent of [
          { path: '/nlos/home/list', body: 'a=1' },
          { path: '/nlos/biz/identity/session/lock', body: '' },
          { path: '/nlos/admin/getDic', method: 'GET' },
          { path: '/nlos/file/get?id=1', method: 'GET' },
          {
            path: '/nlos/file/upload',
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
            body: '--x--',
          },
        ]) {
          const received = await at.call({ ...sent, cookie })
          expect([sent.path, received.status, messageIn(received)]).toEqual([
            sent.path,
            423,
            '屏幕已锁定，请先解锁',
          ])
        }
      }
      expect(at.stub.seen).toHaveLength(0)
      expect(signOf((await at.list({ cookie: open })).headers)).toMatch(/\.locked$/)
    })

    it('opens again when the upstream takes the password, not before', async () => {
      const { open, locked } = await lockedCookie()
      at.stub.answer(answerJson({ message: '解锁密码错误,请重新输入' }, 400))
      const refused = await unlock(locked)
      expect([refused.status, messageIn(refused), refused.cookie]).toEqual([
        400,
        '解锁密码错误,请重新输入',
        undefined,
      ])
      expect((await at.list({ cookie: locked })).status).toBe(423)
      at.stub.answer(answerJson({}, 500))
      expect((await unlock(locked)).status).toBe(500)
      expect((await at.list({ cookie: locked })).status).toBe(423)

      at.stub.reset()
      const opened = await unlock(locked)
      expect([opened.status, signOf(opened.headers)]).toEqual([200, expect.stringMatching(/^nlos-sign=\d+$/)])
      for (const cookie of [opened.cookie, locked, open]) expect((await at.list({ cookie })).status).toBe(200)
    })

    it('ends the session when the upstream has had enough', async () => {
      const { locked } = await lockedCookie()
      at.stub.answer(answerJson({ message: '请重新登录' }, 401))
      expect(await unlock(locked)).toMatchObject({ status: 401, cookie: 'nlos-session=' })
      at.stub.reset()
      expect((await unlock(locked)).status).toBe(401)
      expect(at.stub.seen).toHaveLength(0)
    })

    it('is not set when the upstream refuses, and is set when its page has left', async () => {
      const cookie = await signIn1()
      at.stub.answer(answerJson({ message: 'x' }, 400))
      expect((await lock(cookie)).cookie).toBeUndefined()
      at.stub.reset()
      expect((await at.list({ cookie })).status).toBe(200)

      const held = holdReply(answerJson({}))
      at.stub.answer(held.reply)
      const leaveWhen = until(() => held.waiting() === 1)
      const left = at.call({ path: '/nlos/biz/identity/session/lock', body: '', cookie, leaveWhen })
      await expect(left).rejects.toThrow()
      held.release()
      await until(async () => (await at.list({ cookie })).status === 423)
    })

    it('stays through a refresh, also one that began before the lock', async () => {
      const cookie = await signIn1()
      const held = holdReply(answerJson({ token: 'token-2' }))
      at.stub.answer((req, res, body) => {
        if (req.url?.endsWith('/user/refesh')) held.reply(req, res, body)
        else answerJson({})(req, res, body)
      })
      const refresh = (old: string | undefined) =>
        at.call({ path: '/nlos/user/refesh', body: '', cookie: old })
      const late = refresh(cookie)
      await until(() => held.waiting() === 1)
      await lock(cookie)
      held.release()
      const refreshed = await late
      expect([refreshed.status, signOf(refreshed.headers)]).toEqual([200, expect.stringMatching(/\.locked$/)])
      expect((await at.list({ cookie: refreshed.cookie })).status).toBe(423)
      expect((await refresh(refreshed.cookie)).status).toBe(200)
      const opened = await unlock(refreshed.cookie)
      at.stub.reset()
      await at.list({ cookie: opened.cookie })
      expect(at.stub.seen[0]?.headers.token).toBe('token-2')
    })

    it('is learned from the upstream, where another process set it', async () => {
      const cookie = await signIn1()
      at.stub.answer(answerJson({ message: '已锁屏，请先解锁', code: 'login' }, 423))
      const told = await at.list({ cookie })
      expect([told.status, signOf(told.headers)]).toEqual([423, expect.stringMatching(/\.locked$/)])
      at.stub.reset()
      expect((await at.list({ cookie })).status).toBe(423)
      expect(at.stub.seen).toHaveLength(0)
    })

    it('goes with the session: logout works, and the next login begins open', async () => {
      const { locked } = await lockedCookie()
      expect(await at.call({ method: 'GET', path: '/nlos/logout', cookie: locked })).toMatchObject({
        status: 200,
        cookie: 'nlos-session=',
      })
      expect((await at.list({ cookie: locked })).status).toBe(401)
      const other = await lockedCookie()
      at.stub.answer(answerJson({ token: 't', myUser: { id: 7, name: '王五', account: 'a' } }))
      const { cookie, headers } = await at.call({
        path: '/nlos/login/go',
        body: 'account=a',
        cookie: other.locked,
      })
      expect(signOf(headers)).toMatch(/^nlos-sign=\d+$/)
      at.stub.reset()
      expect((await at.list({ cookie })).status).toBe(200)
    })
  })
}

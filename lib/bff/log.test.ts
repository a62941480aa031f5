import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFrontListener } from './front.ts'
import { flushLog, log, redirectLog } from './log.ts'
import { brandOf } from './tenants.ts'

process.env.SESSION_SECRET = randomBytes(32).toString('base64')

let written = ''
let restore: () => void
beforeEach(() => {
  restore = redirectLog((text) => {
    written += text
  })
  written = ''
})
afterEach(() => restore())

const lines = () => {
  flushLog()
  return written
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
}

it('is one line of JSON each, with time, level and message', () => {
  log('stopping')
  log('close failed', { reason: 'a\r\nb', id: undefined }, 'error')
  log('"\\\u2028王', { ms: 0.5, secure: true, ratio: Number.NaN, path: '/a?b=%22' })
  expect(lines()).toEqual([
    { time: expect.stringMatching(/^\d{4}-.*Z$/), level: 'info', message: 'stopping' },
    { time: expect.any(String), level: 'error', message: 'close failed', reason: 'a\r\nb' },
    {
      time: expect.any(String),
      level: 'info',
      message: '"\\\u2028王',
      ms: 0.5,
      secure: true,
      ratio: null,
      path: '/a?b=%22',
    },
  ])
  for (const { time } of lines()) expect(Date.now() - Date.parse(String(time))).toBeLessThan(60_000)
})

it('D4: a request leaves who, what and why, and nothing that was in it', async () => {
  const secrets = {
    password: 'Sentinel@2026',
    idNo: '110101199003071233',
    mobile: '13800138000',
    token: 'Zk3_9d-KzQ0vXw7Ts5Uy2Rp8Lm4Nc6Bh1Gf0Je3DaYi',
  }
  const front = createFrontListener({
    door: () => Promise.reject(new Error(`failed for ${secrets.idNo}, ${secrets.mobile}, ${secrets.token}`)),
    events: () => Promise.reject(new Error('no stream here')),
    next: () => Promise.reject(new Error(`no page for ${secrets.idNo}`)),
    staticFiles: () => false,
    brand: async (host) => brandOf(host),
    ready: async () => true,
    dev: false,
  })
  const server = createServer(front.request)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const query = new URLSearchParams(secrets)
  const headers = {
    cookie: `nlos-session=${secrets.token}`,
    token: secrets.token,
    'user-agent': secrets.password,
  }
  for (const path of [`/nlos/home/list?${query}`, `/collectUserInformation/${secrets.token}?${query}`]) {
    await (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).text()
  }
  await (
    await fetch(`http://127.0.0.1:${port}/nlos/login/go`, { method: 'POST', headers, body: query })
  ).text()
  server.closeAllConnections()
  server.close()

  expect(lines()).toHaveLength(3)
  expect(lines()[0]).toMatchObject({
    level: 'error',
    message: 'request',
    method: 'GET',
    path: '/nlos/home/list',
    status: 500,
    id: expect.stringMatching(/^[\w-]{10,}$/),
  })
  expect(written).toContain('failed for [id no], [mobile], [secret]')
  for (const secret of Object.values(secrets)) expect(written).not.toContain(secret)
})

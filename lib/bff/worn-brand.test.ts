import { oncePerProcess } from './once-per-process.ts'
import { brandOf, NEUTRAL_BRAND } from './tenants.ts'
import { UpstreamFailure, type UpstreamRequest, type UpstreamResponse } from './upstream-call.ts'
import { forgetBrands, wornBrandOf } from './worn-brand.ts'

/** The environment of a process that a test is. */
process.env.SESSION_SECRET = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')

const nothing = {
  title: null,
  themeColor: null,
  watermark: null,
  idleLockMinutes: null,
  logo: null,
  favicon: null,
}
let answer: () => Promise<UpstreamResponse>
const asked: string[] = []
const origins: unknown[] = []

oncePerProcess('upstream', () => ({
  call: (request: UpstreamRequest) => {
    asked.push(`${request.path} ${request.headers['x-nlos-tenant']} ${request.headers.token ?? 'nobody'}`)
    origins.push(request.headers['x-nlos-origin'])
    return answer()
  },
}))

const answers = (status: number, body: unknown) => async () => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from(JSON.stringify(body)),
})

beforeEach(() => {
  forgetBrands()
  asked.length = 0
  origins.length = 0
  answer = answers(200, nothing)
})

it('wears what the administrator has set over the brand of the file, and the file’s where nothing is set', async () => {
  expect(await wornBrandOf('yunfan.localhost')).toMatchObject(brandOf('yunfan.localhost'))
  forgetBrands()
  answer = answers(200, { ...nothing, title: '新标题', idleLockMinutes: 0, watermark: '内部' })
  expect(await wornBrandOf('yunfan.localhost')).toEqual({
    ...brandOf('yunfan.localhost'),
    title: '新标题',
    idleLockMinutes: 0,
    watermark: '内部',
  })
  expect(asked[0]).toBe('/biz/tenant/brand/get yfd nobody')
})

it('asks once for many pages, again after a change was told, and for each tenant on its own (T5)', async () => {
  await Promise.all([wornBrandOf('localhost'), wornBrandOf('localhost')])
  await wornBrandOf('127.0.0.1')
  expect(asked).toHaveLength(1)
  await wornBrandOf('qinghe.localhost')
  expect(asked).toHaveLength(2)
  forgetBrands()
  await wornBrandOf('localhost')
  expect(asked).toHaveLength(3)
})

it('says of no host that the console asks for itself: a link made from that would lead nowhere (P3)', async () => {
  await wornBrandOf('localhost')
  expect(origins).toEqual([undefined])
})

it('asks nobody for a host of nobody (T1)', async () => {
  expect(await wornBrandOf('evil.example')).toBe(NEUTRAL_BRAND)
  expect(asked).toEqual([])
})

it.each([
  ['knows no such call', answers(404, { message: '没有找到' })],
  ['answers something else', answers(200, { title: 1 })],
  ['is not there', () => Promise.reject(new UpstreamFailure('unreachable', 'refused'))],
])('wears the brand of the file where the service %s', async (_name, given) => {
  answer = given
  expect(await wornBrandOf('localhost')).toEqual(brandOf('localhost'))
})

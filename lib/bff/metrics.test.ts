import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFrontListener } from './front.ts'
import { count, gauge, metricsText, observe } from './metrics.ts'
import { routeClass } from './request-metrics.ts'
import { brandOf } from './tenants.ts'

/** The environment of the process that a listener reads; at the first request, not before. */
process.env.SESSION_SECRET = randomBytes(32).toString('base64')

/** The samples of a metric: `name{labels}` to value. */
const samplesIn = (text: string, name: string) =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => new RegExp(`^${name}(_bucket|_sum|_count)?[{ ]`).test(line))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

it('counts, and writes histograms whose buckets include those below', () => {
  count('nlos_upstream_calls_total', 'outcome="200"')
  count('nlos_upstream_calls_total', 'outcome="200"')
  for (const seconds of [0.0005, 0.02, 0.02, 500]) observe('nlos_upstream_seconds', '', seconds)
  gauge('nlos_upstream_pool', () => ({ 'state="free"': 3 }))
  const text = metricsText()
  expect(samplesIn(text, 'nlos_upstream_calls_total')).toEqual({
    'nlos_upstream_calls_total{outcome="200"}': 2,
  })
  const seconds = samplesIn(text, 'nlos_upstream_seconds')
  expect(seconds).toMatchObject({
    'nlos_upstream_seconds_bucket{le="0.001"}': 1,
    'nlos_upstream_seconds_bucket{le="0.01"}': 1,
    'nlos_upstream_seconds_bucket{le="0.025"}': 3,
    'nlos_upstream_seconds_bucket{le="180"}': 3,
    'nlos_upstream_seconds_bucket{le="+Inf"}': 4,
    nlos_upstream_seconds_count: 4,
  })
  expect(samplesIn(text, 'nlos_upstream_pool')).toEqual({ 'nlos_upstream_pool{state="free"}': 3 })
})

it('is text that Prometheus reads: help, type and samples of each metric together, and process figures', () => {
  const text = metricsText()
  const line =
    /^(# HELP nlos_\w+ .+|# TYPE nlos_\w+ (counter|gauge|histogram)|nlos_\w+(\{\w+="[^"\\\n]*"(,\w+="[^"\\\n]*")*\})? -?\d+(\.\d+)?(e[+-]?\d+)?)$/
  expect(text.endsWith('\n')).toBe(true)
  for (const one of text.trimEnd().split('\n')) expect(one).toMatch(line)
  const typed = Array.from(text.matchAll(/# TYPE (\w+)/g), ([, name]) => name)
  expect(new Set(typed).size).toBe(typed.length)
  expect(samplesIn(text, 'nlos_memory_bytes')['nlos_memory_bytes{kind="rss"}']).toBeGreaterThan(1e6)
  expect(typed).toEqual(expect.arrayContaining(['nlos_event_loop_delay_seconds', 'nlos_cpu_seconds_total']))
})

it.each([
  ['/nlos/home/list', 'door'],
  ['/nlosx', 'page'],
  ['/session/events', 'events'],
  ['/session/lock', 'session'],
  ['/healthz', 'health'],
  ['/_next/static/chunks/a.js', 'static'],
  ['/hzhc/loanmanage/yqkh', 'page'],
])('%s is of the class %s', (path, route) => {
  expect(routeClass(path)).toBe(route)
})

describe('the listener', () => {
  const token = 'a-token-for-the-scraper'
  let server: Server

  const listenWith = async (metricsToken: string | undefined) => {
    const front = createFrontListener({
      door: () => Promise.reject(new Error('no call here')),
      events: () => Promise.reject(new Error('no stream here')),
      next: () => Promise.reject(new Error('no page here')),
      staticFiles: () => false,
      brand: async (host) => brandOf(host),
      ready: async () => true,
      metricsToken,
      dev: false,
    })
    server = createServer(front.request)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    return (path: string, authorization?: string) =>
      fetch(`http://127.0.0.1:${port}${path}`, { headers: authorization ? { authorization } : {} })
  }
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('counts its answers by class and status, and shows them to whoever has the token', async () => {
    const ask = await listenWith(token)
    await (await ask('/healthz')).text()
    await (await ask('/some/page')).text()
    expect((await ask('/metrics')).status).toBe(401)
    expect((await ask('/metrics', `Bearer ${token}x`)).status).toBe(401)
    const answer = await ask('/metrics', `Bearer ${token}`)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const text = await answer.text()
    expect(samplesIn(text, 'nlos_requests_total')).toMatchObject({
      'nlos_requests_total{class="health",status="200"}': 1,
      'nlos_requests_total{class="page",status="500"}': 1,
      'nlos_requests_total{class="health",status="401"}': 2,
    })
    expect(samplesIn(text, 'nlos_request_seconds')['nlos_request_seconds_count{class="health"}']).toBe(3)
  })

  it('has no such address without a token', async () => {
    const ask = await listenWith(undefined)
    expect((await ask('/metrics', 'Bearer undefined')).status).toBe(404)
  })
})

import * as z from 'zod'
import { answerDrifts, checkedUpstream } from './answer-check.ts'
import { redirectLog } from './log.ts'
import { oncePerProcess } from './once-per-process.ts'
import { Stop } from './stop.ts'
import type { UpstreamRequest } from './upstream-call.ts'

const row = z.object({ id: z.number(), name: z.string().nullable() })
const table = new Map([
  ['POST /things', { kind: 'json' as const, output: z.object({ data: z.array(row) }) }],
  ['GET /picture', { kind: 'file' as const, output: z.unknown() }],
])
const request: UpstreamRequest = {
  method: 'POST',
  path: '/things',
  query: '',
  headers: { 'x-nlos-request-id': 'r-1', 'x-nlos-tenant': 'blq' },
  body: null,
  stream: false,
  maxAnswerBytes: 1000,
  stop: new Stop(),
}

let lines: string[] = []
let restore = () => {}
beforeEach(() => {
  oncePerProcess('answer-drifts', () => new Map()).clear()
  lines = []
  restore = redirectLog((text) => void lines.push(...text.trim().split('\n')))
})
afterEach(() => restore())

/** Everything that comes through when the service answers `text`. */
async function answered(mode: 'report' | 'refuse', text: string, more: Partial<UpstreamRequest> = {}) {
  const service = async () => ({ status: 200, headers: {}, body: Buffer.from(text) })
  const { body } = await checkedUpstream(service, mode, table)({ ...request, ...more })
  // A report looks behind the answer.
  await new Promise((resolve) => setImmediate(resolve))
  return String(body)
}
const found = () => answerDrifts('blq').map(({ what, surplus, times }) => [what, surplus, times])

const good = '{"data": [{"id": 1, "name": null}]}'
const surprising =
  '{"data":[{"id":1,"name":"王五","surprise":1},{"id":2,"name":"李四","surprise":2}],"more":true}'
const broken = '{"data":[{"id":"1","name":"王五"},{"id":"2","name":"李四"}]}'

test.each(['report', 'refuse'] as const)(
  'an answer as the contract says goes through as it came: %s',
  async (mode) => {
    expect(await answered(mode, good)).toBe(good)
    expect(await answered(mode, 'cut {')).toBe('cut {')
    expect(await answered(mode, '{"any":1}', { method: 'GET', path: '/picture' })).toBe('{"any":1}')
    expect(found()).toEqual([])
  },
)

test('what nobody declared is reported, once in the log and with each time counted', async () => {
  expect(await answered('report', surprising)).toBe(surprising)
  expect(await answered('report', surprising)).toBe(surprising)
  expect(found()).toEqual([
    ['data[].surprise', true, 2],
    ['more', true, 2],
  ])
  restore()
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', id: 'r-1', call: 'POST /things', what: 'data[].surprise' }),
    expect.objectContaining({ what: 'more', surplus: true }),
  ])
})

test('refusing, what nobody declared is left out, and an answer that lacks something is none', async () => {
  expect(JSON.parse(await answered('refuse', surprising))).toEqual({
    data: [
      { id: 1, name: '王五' },
      { id: 2, name: '李四' },
    ],
  })
  await expect(answered('refuse', broken)).rejects.toMatchObject({
    fault: 'garbage',
    message: 'not as the contract says: data[].id: invalid_type',
  })
  await expect(answered('refuse', '{"surprise":1}')).rejects.toMatchObject({ fault: 'garbage' })
})

test('reporting, a broken answer is passed on and told', async () => {
  expect(await answered('report', broken)).toBe(broken)
  expect(found()).toEqual([['data[].id: invalid_type', false, 1]])
})

test('reporting looks at no answer before it is out, at the first ones of each call, and then at few', async () => {
  const service = async () => ({ status: 200, headers: {}, body: Buffer.from(broken) })
  const upstream = checkedUpstream(service, 'report', table)
  await upstream(request)
  expect(found()).toEqual([])
  for (let call = 1; call < 1_000; call++) await upstream(request)
  await new Promise((resolve) => setImmediate(resolve))
  expect(found()).toEqual([['data[].id: invalid_type', false, 23]])
})

test('a service that sends something else each time does not fill the memory', async () => {
  for (let at = 0; at < 60; at++) {
    const fields = Object.fromEntries(Array.from({ length: 10 }, (_none, field) => [`x${at}_${field}`, 1]))
    await answered('report', JSON.stringify({ data: [], ...fields }))
  }
  expect(answerDrifts('blq')).toHaveLength(500)
})

test('a tenant hears of its own calls alone', async () => {
  await answered('report', surprising)
  expect(found()).toHaveLength(2)
  expect(answerDrifts('qhe')).toEqual([])
})

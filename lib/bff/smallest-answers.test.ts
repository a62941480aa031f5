import { answerWith, ask, calls, nameOf, reset, withSession } from './every-call.fixture.ts'
import { smallestAnswer } from './smallest-answer.fixture.ts'

beforeEach(reset)
const through = calls.filter(({ kind }) => kind !== 'file')
const say = (text: string) =>
  answerWith(async () => ({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: Buffer.from(text),
  }))
/** Anything that these two bring is the session's: an answer without a token is none. */
const bringsToken = ({ path }: { path: string }) => path === '/login/go' || path === '/user/refesh'

test('the smallest answer of every call comes through the door as it is (N5)', async () => {
  const fell: string[] = []
  const kinds = new Set<string>()
  for (const endpoint of through.filter((call) => !bringsToken(call))) {
    const text = JSON.stringify(smallestAnswer(endpoint))
    kinds.add(text)
    say(text)
    const { status, body } = await ask(endpoint, await withSession())
    const sent = endpoint.path === '/logout' ? '{}' : text
    if (status !== 200 || String(body) !== sent) fell.push(`${nameOf(endpoint)}: ${status} ${body}`)
  }
  expect(fell).toEqual([])
  // 领取下一单 on an empty pool, and lists without rows.
  expect([...kinds]).toEqual(expect.arrayContaining(['null', '[]', '{}']))
})

test.each(['null', 'false', '0', '""', '[]', '{}', ' null\n'])('%j is an answer', async (text) => {
  const [endpoint] = through.filter(({ path }) => path === '/home/list')
  if (!endpoint) throw new Error('the call is gone')
  say(text)
  expect((await ask(endpoint, await withSession())).status).toBe(200)
})

test.each(['', ' ', 'nul', '"cut', '{"cut":', '[1', '<html>', 'undefined', '[}', "{'a':1"])(
  '%j is none',
  async (text) => {
    const [endpoint] = through.filter(({ path }) => path === '/home/list')
    if (!endpoint) throw new Error('the call is gone')
    say(text)
    expect((await ask(endpoint, await withSession())).status).toBe(502)
  },
)

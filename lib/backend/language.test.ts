import { system } from '../contracts/system.ts'
import { answerCall } from './answer-call.ts'
import { notFound, refused } from './errors.ts'
import { inLanguage, say } from './language.ts'
import { openTestBackend, type TestBackend } from './testing.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend()
}, 60_000)
afterAll(() => backend.close())

test('a refusal is said in the language of the request, and in Chinese outside one', async () => {
  const said = (locale: 'en' | 'zh-CN') =>
    inLanguage(locale, async () => {
      await Promise.resolve()
      return [notFound(), refused('machine.refusal.status'), say('errors.forbidden')].map(String)
    })
  const [english, chinese] = [await said('en'), await said('zh-CN')]
  for (const text of english) expect(text).not.toMatch(/[\u4e00-\u9fff]/)
  for (const text of chinese) expect(text).toMatch(/[\u4e00-\u9fff]/)
  expect(String(notFound())).toBe(chinese[0])
})

test.each([
  ['en', /^[^\u4e00-\u9fff]+$/],
  ['zh-CN', /[\u4e00-\u9fff]/],
  ['fr', /[\u4e00-\u9fff]/],
])('a call that asks for %s is answered in it', async (language, words) => {
  const request = new Request(`http://backend${system.getPreference.path}`, {
    method: 'POST',
    headers: { 'x-nlos-tenant': 'blq', 'accept-language': language },
  })
  const response = await answerCall(request)
  expect(response.status).toBe(401)
  expect((await response.json()).message).toMatch(words)
})

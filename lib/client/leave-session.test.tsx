import { leaveSession } from './leave-session'

let submitted: string[] = []
beforeEach(() => {
  submitted = []
  document.body.innerHTML = ''
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    submitted.push(`${this.method} ${this.getAttribute('action')}`)
  })
})
afterEach(() => jest.restoreAllMocks())

const answering = (answer: () => Promise<unknown>) => {
  const asked = jest.fn(answer)
  global.fetch = asked as unknown as typeof fetch
  return asked
}

test('the session ends at our own route, whatever becomes of the service (B11)', async () => {
  const asked = answering(async () => ({ type: 'opaqueredirect', ok: false }))
  expect(await leaveSession()).toBe(true)
  expect(asked).toHaveBeenCalledWith('/session/logout', expect.objectContaining({ method: 'POST' }))
  expect(submitted).toEqual([])
})

test.each([
  ['nothing answers', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['it is refused', async () => ({ type: 'basic', ok: false })],
])('the page leaves by the form where %s', async (_, answer) => {
  answering(answer)
  expect(await leaveSession()).toBe(false)
  expect(submitted).toEqual(['post /session/logout'])
})

import { returnScroll } from './kept-scroll'

const page = '<div hidden><ul></ul></div><div><h1></h1><ul></ul></div>'
const list = () => document.querySelectorAll('ul')[1] as HTMLElement
/** The page as it is after a load: drawn anew. */
const load = () => {
  document.body.innerHTML = `<main>${page}</main>`
  return returnScroll(document.querySelector('main') as Element)
}
const drawn = () => new Promise((done) => setTimeout(done))

afterEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

test('a page that is loaded again is where it was, also when its content comes late', async () => {
  const end = load()
  list().scrollTop = 320
  dispatchEvent(new Event('pagehide'))
  end()
  const endAgain = load()
  expect(list().scrollTop).toBe(320)
  list().replaceWith(document.createElement('ul'))
  await drawn()
  expect(list().scrollTop).toBe(320)
  endAgain()
})

test('whoever scrolls meanwhile goes where he wants, and another page begins at its top', async () => {
  const end = load()
  list().scrollTop = 320
  dispatchEvent(new Event('pagehide'))
  end()
  const endAgain = load()
  dispatchEvent(new Event('wheel'))
  list().scrollTop = 10
  list().append(document.createElement('li'))
  await drawn()
  expect(list().scrollTop).toBe(10)
  endAgain()
  history.replaceState(null, '', '/order/query')
  load()()
  expect(list().scrollTop).toBe(0)
})

import { matchRoute, redirects, routes } from '../../lib/routes.ts'
import { pendingRoutes } from '../../lib/routes-pending.ts'
import { answers, handWrittenUrls, pagesOf } from './pages.ts'
import { isTest, lineOf, listFiles, readSources } from './source-tree.ts'

const pages = pagesOf(listFiles())
const allRoutes = Object.values(routes)

test('every route has a page', () => {
  const missing = allRoutes.filter(({ path }) => !pages.some((page) => answers(page, path)))
  expect(missing.map(({ key, path }) => `${key}: no page answers ${path}`)).toEqual([])
})

test('no pending route has a page of its own', () => {
  const early = Object.entries(pendingRoutes).filter(([, { path }]) =>
    pages.some((page) => page.path === path),
  )
  expect(early.map(([key]) => `${key} has a page: its row belongs into lib/routes.ts`)).toEqual([])
})

test('every page stands in lib/routes.ts', () => {
  const known = [...allRoutes.map(({ path }) => path), ...Object.keys(redirects)]
  const unknown = pages.filter((page) => !known.some((path) => answers(page, path)))
  expect(unknown.map(({ file, path }) => `${file}: add a row for ${path} to lib/routes.ts`)).toEqual([])
})

test('every page behind the login is made by consolePage for the route of its folder, which asks who may open it', () => {
  // The catch-all of the menu's own paths asks for the screen that its entry names.
  const alone = ['app/(console)/[...menu]/page.tsx']
  const written = readSources().filter(({ path }) => /^app\/\(console\)\/(.*\/)?page\.tsx$/.test(path))
  const wrong = written.flatMap(({ path: file, text }) => {
    if (alone.includes(file)) return []
    const [, key = ''] = /^export default consolePage\(\s*'(\w+)'/m.exec(text) ?? []
    const route = allRoutes.find((one) => one.key === key)
    const isOwn = route && pages.some((page) => page.file === file && answers(page, route.path))
    return isOwn
      ? []
      : [`${file}: export default consolePage('<its key in lib/routes.ts>', () => <Screen />)`]
  })
  expect(written.length).toBeGreaterThan(alone.length)
  expect(wrong).toEqual([])
})

test('internal URLs are written by href of lib/routes.ts alone', () => {
  const places = readSources()
    .filter(({ path }) => /^(app|components|lib\/client)\/|^middleware\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      handWrittenUrls(text, (url) => matchRoute(url) !== null).map(
        ({ url, index }) => `${path}:${lineOf(text, index)} writes ${url}: use href() of lib/routes.ts`,
      ),
    )
  expect(places).toEqual([])
})

test('hand-written URLs are found with query, parameter and in every kind of quotes', () => {
  const isRoute = (url: string) => matchRoute(url) !== null
  const found = [
    `'/wel/index'`,
    '"/order/query?start=0"',
    '`/create/details?id=${' + 'id}`',
    '`/login/${' + 'pro}`',
  ]
  for (const literal of found) expect(handWrittenUrls(`<a href={${literal}}>`, isRoute)).toHaveLength(1)
  for (const literal of [
    '/** `/wel/index` */',
    "  // '/wel/index'",
    "'/nlos/biz'",
    "'@/lib/routes'",
    "'/wel/index.png'",
    "'/'",
  ]) {
    expect(handWrittenUrls(literal, isRoute)).toEqual([])
  }
})

test('pages are read from their folders', () => {
  const files = [
    'app/(public)/login/[[...pro]]/page.tsx',
    'app/(console)/record/[variant]/page.tsx',
    'app/(console)/[...menu]/page.tsx',
    'app/(console)/wel/index/screen.tsx',
  ]
  const [login, record, ...rest] = pagesOf(files)
  expect(rest).toEqual([])
  expect(login && answers(login, '/login/:pro?')).toBe(true)
  expect(record && answers(record, '/record/shenfen')).toBe(true)
  expect(record && answers(record, '/record/shenfen/more')).toBe(false)
})

import * as whole from '../../lib/i18n/messages/zh-CN/index.ts'
import * as server from '../../lib/i18n/messages/zh-CN/part-server.ts'
import { partMessages as parts } from '../../lib/i18n/part-messages.fixture.ts'
import { partsOf } from '../../lib/i18n/parts.ts'
import { type MessageKey, translator } from '../../lib/i18n/translator.ts'
import { pagesOf } from './pages.ts'
import { isTest, readSources, source } from './source-tree.ts'
import { unfilledWords, wordProblems } from './words.ts'

const known = new Set(Object.keys(whole))
const namesOf = (names: readonly (keyof typeof parts)[]) =>
  new Set(names.flatMap((name) => Object.keys(parts[name])))
const namespacesOf = (name: string) =>
  Object.entries(parts).flatMap(([part, namespaces]) => (part === name ? Object.keys(namespaces) : []))
/** Everything that a page or layout can say, with further parts; titles come with each document of the console. */
const spoken = (file: string, more: readonly (keyof typeof parts)[] = []) =>
  new Set([...namesOf(['frame', ...more]), ...(file.startsWith('app/(console)') ? ['routes'] : [])])
const files = readSources().filter(({ path }) => !isTest(path))

test('every namespace stands in one part', () => {
  const all = [...Object.values(parts), server].flatMap((part) => Object.keys(part))
  expect(all.toSorted()).toEqual([...known].toSorted())
})

test.each(['app/layout.tsx', 'app/error.tsx', 'app/not-found.tsx', 'app/(console)/layout.tsx'])(
  '%s says what the frame has',
  (entry) => {
    expect(wordProblems(entry, spoken(entry), known, files, namespacesOf)).toEqual([])
  },
)

/** Public pages with words beyond the frame's. */
const extra: Readonly<Record<string, readonly (keyof typeof parts)[]>> = {
  '/login/:pro?': ['forms', 'dialogs'],
  '/collectUserInformation': ['forms', 'guest'],
  '/signing': ['signing'],
  '/interview/guest': ['guest'],
}

test.each(pagesOf(files.map(({ path }) => path)))('$path says what is loaded with it', ({ file, path }) => {
  const isPublic = file.startsWith('app/(public)')
  const more = isPublic ? (extra[path] ?? []) : partsOf(path)
  // Everything that page.tsx itself says comes from the server, which has the whole catalogue.
  const screens = files.map((each) => (each.path === file ? { ...each, text: '' } : each))
  expect(wordProblems(file, spoken(file, more), known, screens, namespacesOf)).toEqual([])
})

test('a text with places for words is never said without them', () => {
  const t = translator(whole)
  const textOf = (key: string) => t(key as MessageKey)
  expect(files.flatMap((file) => unfilledWords(file, textOf))).toEqual([])
  const bare = source('app/a.tsx', "t('list.total') + t('list.total', { total: 1 }) + t('list.empty')")
  expect(unfilledWords(bare, textOf)).toEqual(['app/a.tsx says list.total without its words'])
})

test('a text is found behind a lazy import, and not in a comment', () => {
  const page = [
    source('app/a/page.tsx', "import { A } from './a'"),
    source('app/a/a.tsx', "const B = dynamic(() => import('./b'))\n// t('record.x')\n/** `list.y` */"),
    source('app/a/b.tsx', "t('staff.account')"),
  ]
  expect(wordProblems('app/a/page.tsx', namesOf(['frame']), known, page)).toEqual([
    'app/a/b.tsx says staff.…, which is not loaded with app/a/page.tsx',
  ])
  expect(wordProblems('app/a/page.tsx', namesOf(['staff']), known, page)).toEqual([])
})

test('a text whose key begins with one of two namespaces is found', () => {
  const page = [source('app/a/page.tsx', `t(\`\${ofIntake ? 'fields' : 'entryFields'}.\${path}\`)`)]
  expect(wordProblems('app/a/page.tsx', namesOf(['intake']), known, page)).toEqual([
    'app/a/page.tsx says entryFields.…, which is not loaded with app/a/page.tsx',
  ])
})

test('what a lazy part brings counts behind it, and there alone', () => {
  const page = [
    source('app/a/page.tsx', "const B = lazyPart(() => import('./b'), ['staff'])\nimport { C } from './c'"),
    source('app/a/b.tsx', "import { C } from './c'"),
    source('app/a/c.tsx', "t('staff.account')"),
  ]
  const problems = () => wordProblems('app/a/page.tsx', namesOf(['frame']), known, page, namespacesOf)
  expect(problems()).toEqual(['app/a/c.tsx says staff.…, which is not loaded with app/a/page.tsx'])
  page[0] = source('app/a/page.tsx', "const B = lazyPart(() => import('./b'), ['staff'])")
  expect(problems()).toEqual([])
})

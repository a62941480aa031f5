import { forbiddenImports, forbiddenLoads, importCycles, layers } from './import-table.ts'
import { importsOf, isTest, readSources, source } from './source-tree.ts'

const product = readSources().filter(({ path }) => !isTest(path))

test('every import is one the import table allows', () => {
  expect(forbiddenImports(product)).toEqual([])
})

test('no files import each other in a ring', () => {
  expect(importCycles(product)).toEqual([])
})

test('middleware loads nothing that fetches or opens a database', () => {
  expect(
    forbiddenLoads(
      ['middleware.ts'],
      /^lib\/((domains|platform)\/(.*\/)?(service|table|db)\b|bff\/(upstream|door)\.)/,
      product,
    ),
  ).toEqual([])
})

test('nothing in the browser loads the server', () => {
  const browser = product.filter(({ text }) => /^['"]use client['"]/m.test(text)).map(({ path }) => path)
  expect(
    forbiddenLoads(
      browser,
      /^lib\/(bff|env\.ts|screens\.ts|domains\/[\w-]+\/(service|table)\b|domains\/(?!endpoints)[\w-]+\.ts|platform\/(?!contract\/|\w+\/(rules|contract)\b))/,
      product,
    ),
  ).toEqual([])
})

test("the embedded backend is in none of Next's bundles, nor loaded where an outside service answers", () => {
  const console = product
    .map(({ path }) => path)
    .filter((path) => /^(app|lib\/bff)\/|^server\.ts$/.test(path))
  const service =
    /^lib\/(domains\/[\w-]+\/(service|table)\b|domains\/(?!endpoints)[\w-]+\.ts|platform\/(?!contract\/|\w+\/(rules|contract)\b))/
  expect(forbiddenLoads(console, service, product)).toEqual([])
})

test('every TypeScript file of the product has its row in the table', () => {
  const homeless = product
    .map(({ path }) => path)
    .filter((path) => /^(app|components|lib)\//.test(path) && !layers.some(({ files }) => files.test(path)))
  expect(homeless).toEqual([])
})

test.each([
  ['components/ui/button.tsx', '@/lib/domains/endpoints'],
  ['components/ui/button.tsx', '@/lib/client/call'],
  ['components/list/table.tsx', '@/components/shell/tab-host'],
  ['components/list/table.tsx', '@/lib/rules/money'],
  ['components/review/opinion.tsx', '../order-entry/section'],
  ['components/shell/menu.tsx', '@/lib/bff/session'],
  ['app/(console)/order/query/screen.tsx', '@/lib/domains/open-backend'],
  ['app/nlos/[...path]/route.ts', '@/lib/client/call'],
  ['lib/domains/home/contract.ts', 'react'],
  ['lib/domains/home/contract.ts', '../../client/call.ts'],
  ['lib/rules/money.ts', '../platform/contract/wire.ts'],
  ['lib/rules/money.ts', 'next/headers'],
  ['lib/bff/door.ts', '../domains/open-backend.ts'],
  ['lib/bff/door.ts', '../client/call.ts'],
  ['lib/domains/reviews/service/handlers.ts', 'react'],
  ['lib/domains/reviews/service/handlers.ts', '../../../bff/session.ts'],
  ['lib/domains/reviews/service/handlers.ts', '../../identity/service/handlers.ts'],
  ['lib/client/call.ts', '../bff/door.ts'],
  ['lib/env.ts', './routes.ts'],
  ['middleware.ts', './lib/client/call'],
  ['server.ts', './lib/domains/open-backend.ts'],
])('%s may not import %s', (path, specifier) => {
  const [message, ...rest] = forbiddenImports([source(path, `import { x } from '${specifier}'`)])
  expect(message).toContain(`${path} imports ${specifier}: `)
  expect(rest).toEqual([])
})

test.each([
  ['app/(console)/order/query/screen.tsx', '@/components/list/table'],
  ['components/review/opinion.tsx', './picture-viewer'],
  ['lib/domains/reviews/service/claim-task.ts', '../../orders/service/queries.ts'],
  ['lib/domains/reviews/service/handlers.ts', '../../identity/service/queries.ts'],
  ['lib/domains/handlers.ts', './reviews/service/handlers.ts'],
  ['lib/rules/money.ts', 'decimal.js'],
])('%s may import %s', (path, specifier) => {
  expect(forbiddenImports([source(path, `import { x } from '${specifier}'`)])).toEqual([])
})

test('a ring is found through re-exports and lazy imports, and types do not count', () => {
  const ring = [
    source('lib/a.ts', "export { b } from './b.ts'"),
    source('lib/b.ts', "const c = await import('./c.ts')"),
    source('lib/c.ts', "import './a.ts'"),
  ]
  expect(importCycles(ring)).toEqual(['lib/a.ts → lib/b.ts → lib/c.ts → lib/a.ts'])
  const types = [
    source('lib/a.ts', "import type { B } from './b.ts'\nimport { type D, type E } from './b.ts'"),
    source('lib/b.ts', "import { a } from './a.ts'"),
  ]
  expect(importCycles(types)).toEqual([])
})

test('imports are read in every form we write', () => {
  const text = `
import 'one'
import two from 'two'
import * as three from "three"
import {
  type A,
  b,
} from 'four'
import type { C } from 'five'
export * from 'six'
export const x = await import(/* turbopackIgnore: true */ 'seven')
type Eight = typeof import('eight')
// import 'not'
const from = 'x'
export const y = from ? 'no' : 'no'
`
  expect(importsOf(text).map(({ specifier, typeOnly }) => specifier + (typeOnly ? ' (type)' : ''))).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five (type)',
    'six',
    'seven',
    'eight (type)',
  ])
})

test('a forbidden file is found behind a harmless one', () => {
  const files = [
    source('app/page.tsx', "import { a } from '@/lib/bff/a'"),
    source('lib/bff/a.ts', "import { b } from '../domains/b.ts'"),
    source('lib/domains/b.ts', ''),
  ]
  expect(forbiddenLoads(['app/page.tsx'], /^lib\/domains\//, files)).toEqual([
    'lib/bff/a.ts loads lib/domains/b.ts',
  ])
})

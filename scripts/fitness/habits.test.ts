import { brokenHabits } from './habits.ts'
import { readSources, source } from './source-tree.ts'

test('only lib/env.ts reads the environment, tables belong to tenants, reads become old by their subject', () => {
  expect(brokenHabits(readSources())).toEqual([])
})

/** Written apart, so that this file does not break the habit itself. */
const call = (...words: string[]) => `${words.join('.')}('a', run)`

test.each([
  ['lib/bff/door.ts', 'const port = process.env.PORT'],
  ['app/layout.tsx', "process['env']"],
  ['server.ts', 'const { env } = process'],
  ['components/order/use-order-verbs.tsx', 'client.invalidateQueries({ queryKey })'],
  ['lib/rules/money.test.ts', call('test', 'skip')],
  ['lib/rules/money.test.ts', call('describe', 'only', 'each')],
  ['lib/rules/money.test.ts', call('it', 'todo')],
  ['e2e/journeys/intake.spec.ts', call('test', 'describe', 'skip')],
  ['e2e/journeys/intake.spec.ts', call('test', 'fixme')],
  ['lib/rules/money.test.ts', call('xit')],
  ['lib/domains/materials/table/materials.ts', "setId: bigint({ mode: 'number' }),"],
  ['lib/domains/materials/table/materials.ts', "export const material = pgTable('material', {"],
  ['components/list/pager.tsx', "names.join('、')"],
  ['app/(console)/a/screen.tsx', '<h1>标准录单</h1>'],
  ['lib/domains/sms/service/send.ts', `rowVersion: ${'sql'}\`\${smsRecord.rowVersion} + 1\``],
  ['lib/domains/sms/service/send.ts', 'day: row.expiresAt.slice(0, 10)'],
  ['components/list/cell.tsx', 'row?.publishedAt?.substring(0, 16)'],
])('%s: %s', (path, text) => {
  expect(brokenHabits([source(path, `\n${text}`)])).toEqual([expect.stringContaining(`${path}:2 `)])
})

test.each([
  ['lib/env.ts', 'parse(process.env)'],
  ['lib/client/query.ts', 'client.invalidateQueries({ predicate })'],
  ['lib/bff/door.ts', 'process.on(signal, close)'],
  ['lib/bff/door.ts', 'getEnv().port'],
  ['lib/rules/money.test.ts', "test.each(cases)('a', run)"],
  ['lib/rules/money.ts', 'list.only(first)'],
  ['lib/platform/db/columns.ts', "bigint({ mode: 'number' })"],
  ['app/(console)/a/screen.tsx', "/** 录单: a form. */ row.status === '停用'"],
])('%s: %s is fine', (path, text) => {
  expect(brokenHabits([source(path, text)])).toEqual([])
})

import { listFiles } from './source-tree.ts'
import { nameProblem } from './vocabulary.ts'

test('every file name is in the vocabulary', () => {
  expect(listFiles().flatMap((path) => nameProblem(path) ?? [])).toEqual([])
})

test.each([
  ['lib/client/utils.ts', 'say nothing'],
  ['lib/client/date-helpers.ts', 'say nothing'],
  ['components/common/button.tsx', 'say nothing'],
  ['components/ui/Button.tsx', 'kebab-case'],
  ['components/OrderEntry/section.tsx', 'OrderEntry'],
  ['components/ui/index.ts', 'no barrels'],
  ['app/(console)/order/query/columns.tsx', '_parts/'],
  ['app/(console)/order/query/index.tsx', '_parts/'],
])('%s: %s', (path, problem) => {
  expect(nameProblem(path)).toContain(problem)
})

test.each([
  'app/(console)/order/query/page.tsx',
  'app/(console)/order/query/_parts/status-chip.tsx',
  'app/(console)/shop/OpenShop/screen.tsx',
  'app/nlos/[...path]/route.ts',
  'components/ui/button.module.css',
  'lib/domains/endpoints.ts',
  'lib/i18n/messages/zh-CN/routes.ts',
  'scripts/start.test.ts',
])('%s is fine', (path) => {
  expect(nameProblem(path)).toBeUndefined()
})

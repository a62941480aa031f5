import * as enWhole from '../../lib/i18n/messages/en/index.ts'
import * as enAdministration from '../../lib/i18n/messages/en/part-administration.ts'
import * as enBusiness from '../../lib/i18n/messages/en/part-business.ts'
import * as enFrame from '../../lib/i18n/messages/en/part-frame.ts'
import * as whole from '../../lib/i18n/messages/zh-CN/index.ts'
import * as administration from '../../lib/i18n/messages/zh-CN/part-administration.ts'
import * as business from '../../lib/i18n/messages/zh-CN/part-business.ts'
import * as frame from '../../lib/i18n/messages/zh-CN/part-frame.ts'
import { isTest, readSources, source } from './source-tree.ts'
import { wordProblems } from './words.ts'

const parts = {
  frame: Object.keys(frame),
  business: Object.keys(business),
  administration: Object.keys(administration),
}

test('every namespace stands in one part, in each language', () => {
  const all = Object.values(parts).flat()
  expect(all.toSorted()).toEqual(Object.keys(whole).toSorted())
  expect(Object.keys(enWhole).toSorted()).toEqual(Object.keys(whole).toSorted())
  expect(Object.keys(enFrame)).toEqual(parts.frame)
  expect(Object.keys(enBusiness)).toEqual(parts.business)
  expect(Object.keys(enAdministration)).toEqual(parts.administration)
})

test('no file says what its page has not loaded', () => {
  const product = readSources().filter(({ path }) => !isTest(path))
  expect(product.flatMap((file) => wordProblems(file, parts))).toEqual([])
})

test.each([
  ['components/shell/user-menu.tsx', "t('list.search')", 'list'],
  ['components/order/order-page.tsx', "t('staff.account')", 'staff'],
  ['app/(console)/wel/index/screen.tsx', "t('order.status.draft')", 'order'],
])('%s may not say %s', (path, text, namespace) => {
  expect(wordProblems(source(path, text), parts)).toEqual([
    `${path} says ${namespace}.…, which its page has not loaded`,
  ])
})

test.each([
  ['components/shell/user-menu.tsx', "t('shell.logout')"],
  ['components/shell/use-palette-groups.tsx', "t('order.status.draft')"],
  ['components/order/order-page.tsx', "t('order.status.draft')"],
  ['app/(console)/sys/user/screen.tsx', "t('staff.account') + t('list.search')"],
  ['components/ui/toast.ts', "/** `t('list.exported')` */"],
])('%s may say %s', (path, text) => {
  expect(wordProblems(source(path, text), parts)).toEqual([])
})

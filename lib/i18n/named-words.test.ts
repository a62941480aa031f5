import { auditActions } from '../contracts/index.ts'
import { href, type RouteKey } from '../routes.ts'
import { permissions } from '../rules/roles.ts'
import { actionWord, objectKindWord } from './audit-words.ts'
import * as whole from './messages/zh-CN/index.ts'
import * as administration from './messages/zh-CN/part-administration.ts'
import * as dialogs from './messages/zh-CN/part-dialogs.ts'
import * as forms from './messages/zh-CN/part-forms.ts'
import * as frame from './messages/zh-CN/part-frame.ts'
import * as guest from './messages/zh-CN/part-guest.ts'
import * as intake from './messages/zh-CN/part-intake.ts'
import * as lists from './messages/zh-CN/part-lists.ts'
import * as products from './messages/zh-CN/part-products.ts'
import * as records from './messages/zh-CN/part-records.ts'
import * as risks from './messages/zh-CN/part-risks.ts'
import * as signing from './messages/zh-CN/part-signing.ts'
import { type Part, partsOf } from './parts.ts'
import { type MessageKey, type T, translator } from './translator.ts'

/** No screen shows a key or a code: what a page names has its word among those that the page is loaded with. */

const parts: Readonly<Record<Part, object>> = {
  ...{ administration, dialogs, forms, guest, intake },
  ...{ lists, products, records, risks, signing },
}
const wordsOf = (route: RouteKey): T =>
  translator(Object.assign({}, frame, ...partsOf(href(route)).map((part) => parts[part])))

const subjects = [
  ...new Set(
    Object.values(whole).flatMap((words) => {
      const { names } = words as { names?: { objects?: object } }
      return Object.keys(names?.objects ?? {})
    }),
  ),
].concat(Object.keys(whole.oversight.objects))

/** What each page may name, and how it says that. */
const pages: Readonly<Partial<Record<RouteKey, (t: T) => [code: string, word: string][]>>> = {
  adminRoles: (t) =>
    permissions.map((one) => [`staff.permission.${one}`, t(`staff.permission.${one}` as MessageKey)]),
  adminRoleForm: (t) =>
    permissions.map((one) => [`staff.permission.${one}`, t(`staff.permission.${one}` as MessageKey)]),
  operationLog: (t) => [
    ...auditActions.map((action): [string, string] => [action, actionWord(action, t)]),
    ...subjects.map((kind): [string, string] => [kind, objectKindWord(kind, t)]),
  ],
}

test.each(Object.entries(pages))('%s has a word for all that it names', (route, said) => {
  const bare = said(wordsOf(route as RouteKey)).filter(([code, word]) => code === word)
  expect(bare).toEqual([])
})

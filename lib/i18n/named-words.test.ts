import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { auditActions } from '../domains/endpoints.ts'
import { permissions } from '../domains/identity/rules/roles.ts'
import { href, type RouteKey } from '../routes.ts'
import { actionWord, objectKindWord } from './audit-words.ts'
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
  administration,
  dialogs,
  forms,
  guest,
  intake,
  lists,
  products,
  records,
  risks,
  signing,
}
const wordsOf = (route: RouteKey): T =>
  translator(Object.assign({}, frame, ...partsOf(href(route)).map((part) => parts[part])))

/** What audit rows are about, by the sources: what verbs work on, and what a row names itself. */
const sources = fileURLToPath(new URL('../', import.meta.url))
const subjects = new Set(
  globSync('{domains,platform}/**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(sources, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:noun: '|object: [`'])([a-zA-Z_]+)['`:]/g)])
    .flatMap(([, noun]) => noun ?? []),
)

/** What each page may name, and how it says that. */
const pages: Readonly<Partial<Record<RouteKey, (t: T) => [code: string, word: string][]>>> = {
  adminRoles: (t) =>
    permissions.map((one) => [`staff.permission.${one}`, t(`staff.permission.${one}` as MessageKey)]),
  adminRoleForm: (t) =>
    permissions.map((one) => [`staff.permission.${one}`, t(`staff.permission.${one}` as MessageKey)]),
  operationLog: (t) => [
    ...auditActions.map((action): [string, string] => [action, actionWord(action, t)]),
    ...[...subjects].map((kind): [string, string] => [kind, objectKindWord(kind, t)]),
  ],
}

test.each(Object.entries(pages))('%s has a word for all that it names', (route, said) => {
  const bare = said(wordsOf(route as RouteKey)).filter(([code, word]) => code === word)
  expect(bare).toEqual([])
})

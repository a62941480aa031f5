import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { auditActions } from '../domains/endpoints.ts'
import { permissions } from '../domains/identity/rules/roles.ts'
import { href, type RouteKey } from '../routes.ts'
import { actionWord, objectKindWord } from './audit-words.ts'
import { partMessages } from './part-messages.fixture.ts'
import { partsOf } from './parts.ts'
import { type MessageKey, type T, translator } from './translator.ts'

/** No screen shows a key or a code: what a page names has its word among those that the page is loaded with. */

const wordsOf = (route: RouteKey): T =>
  translator(
    Object.assign({}, ...(['frame', ...partsOf(href(route))] as const).map((part) => partMessages[part])),
  )

/** Everything that audit rows are about, by the sources: what verbs work on, and what a row names itself. */
const sources = fileURLToPath(new URL('../', import.meta.url))
const subjects = new Set(
  globSync('{domains,platform}/**/*.ts', { cwd: sources, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(sources, file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:noun: '|object: [`'])([a-zA-Z_]+)['`:]/g)])
    .flatMap(([, noun]) => noun ?? []),
)

/** Everything that each page may name, and how it says that. */
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

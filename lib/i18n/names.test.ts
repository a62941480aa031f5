import { auditActions } from '../domains/endpoints.ts'
import { permissionGroups } from '../domains/identity/rules/permission-groups.ts'
import { permissions } from '../domains/identity/rules/roles.ts'
import { routes } from '../routes.ts'
import * as zh from './messages/zh-CN/index.ts'
import { translator } from './translator.ts'

/** The keys below one of them, those that domains have under `names` too. */
function keysBelow(node: unknown, path = ''): string[] {
  if (typeof node !== 'object' || node === null) return [path]
  return Object.entries(node).flatMap(([key, child]) => keysBelow(child, path ? `${path}.${key}` : key))
}
const namesIn = (kind: 'titles' | 'permissions' | 'actions') =>
  Object.values(zh).flatMap((words) => {
    const names = ('names' in words ? words.names : {}) as Partial<Record<typeof kind, object>>
    return names[kind] ? keysBelow(names[kind]) : []
  })

test('every page, permission and action has one word, in its domain or among the shared ones', () => {
  const sorted = (keys: readonly string[]) => [...keys].sort()
  expect(sorted([...namesIn('titles'), ...keysBelow(zh.routes)])).toEqual(sorted(Object.keys(routes)))
  expect(sorted([...namesIn('permissions'), ...keysBelow(zh.staff.permission)])).toEqual(sorted(permissions))
  expect(sorted([...namesIn('actions'), ...keysBelow(zh.actions)])).toEqual(sorted(auditActions))
  expect(Object.keys(zh.staff.group)).toEqual([...permissionGroups])
})

test('what a domain has under its names is said by the keys of the shell', () => {
  expect(translator(zh)('routes.blacklist')).toBe('黑灰白名单')
  expect(translator(zh)('actions.blacklist.stop')).toBe('停用名单')
  expect(translator({ blacklist: zh.blacklist })('oversight.objects.blacklist')).toBe('名单')
})

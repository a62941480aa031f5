import { permissionGroups } from '../rules/permission-groups.ts'
import { permissions } from '../rules/roles.ts'
import en from './messages/en/staff.ts'
import zh from './messages/zh-CN/staff.ts'

test('every permission and every group of them has a word in every language', () => {
  for (const words of [zh, en]) {
    expect(Object.keys(words.permission).sort()).toEqual([...permissions].sort())
    expect(Object.keys(words.group)).toEqual([...permissionGroups])
  }
})

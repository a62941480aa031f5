import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import { staff, type UserRow } from '../../contracts/staff.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { chinaTime, type FileColumn, listFile } from '../applications/list-file.ts'
import type { Call } from '../context.ts'
import type { FileAnswer } from '../handler.ts'
import { userQuery } from './list-users.ts'
import { readUserRows } from './user-rows.ts'

/** By the ids of the list's columns. */
const columns: Readonly<Record<string, FileColumn<UserRow>>> = {
  account: { title: zhCN('staff.account'), value: ({ account }) => account },
  name: { title: zhCN('staff.name'), value: ({ name }) => name },
  mobile: { title: zhCN('staff.mobile'), value: ({ mobile }) => mobile },
  orgName: { title: zhCN('staff.orgUnit'), value: ({ orgName }) => orgName },
  roleNames: { title: zhCN('staff.roles'), value: ({ roleNames }) => roleNames.join('、') },
  dataScope: { title: zhCN('staff.dataScope'), value: ({ dataScope }) => zhCN(`staff.scope.${dataScope}`) },
  status: { title: zhCN('staff.state'), value: ({ status }) => status },
  lastLoginAt: { title: zhCN('staff.lastLoginAt'), value: ({ lastLoginAt }) => chinaTime(lastLoginAt) },
  createdAt: { title: zhCN('columns.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
}

/** 用户管理 as a file. */
export const exportUsers = (
  input: ParsedInputOf<typeof staff.exportUsers>,
  call: Call,
): Promise<FileAnswer> =>
  listFile(
    {
      list: 'users',
      of: staff.users,
      title: zhCN('routes.adminUsers'),
      filter: input,
      columnOf: (key) => (Object.hasOwn(columns, key) ? columns[key] : undefined),
      query: async () => userQuery(input, call),
      read: (ids) => readUserRows(ids, call.actor),
    },
    call,
  )

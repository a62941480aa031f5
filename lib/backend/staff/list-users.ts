import { and, arrayContains, eq, inArray, or, sql } from 'drizzle-orm'
import { staff } from '../../contracts/staff.ts'
import { zhCN } from '../../i18n/zh-cn.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { chinaTime } from '../db/list-file.ts'
import { orgUnit, sysUser } from '../db/schema/identity.ts'
import { throttledSince } from '../identity/login-attempts.ts'
import { userReach } from './reach.ts'
import { readUserRows } from './user-rows.ts'

const { account, createdAt, lastLoginAt } = sysUser

/** 用户管理: the users in the caller's reach. */
export const users = defineList(staff.users, {
  table: sysUser,
  scope: { rows: ({ actor }) => userReach(actor) },
  filters: {
    role: (role) => arrayContains(sysUser.roleCodes, [role]),
    orgUnitId: (id) => inArray(sysUser.orgUnitId, unitsBelow(id)),
    state: (state) => states[state](),
  },
  search: (q) => and(...q.split(/\s+/).filter(Boolean).map(holds)),
  sorts: { account, createdAt, lastLoginAt },
  rows: (ids, { actor }) => readUserRows(ids, actor),
})

/** 用户管理 as a file. */
export const exportUsers = users.file({
  list: 'users',
  title: zhCN('routes.adminUsers'),
  columns: {
    account: { title: zhCN('staff.account'), value: ({ account }) => account },
    name: { title: zhCN('staff.name'), value: ({ name }) => name },
    mobile: { title: zhCN('staff.mobile'), value: ({ mobile }) => mobile },
    orgName: { title: zhCN('staff.orgUnit'), value: ({ orgName }) => orgName },
    roleNames: { title: zhCN('staff.roles'), value: ({ roleNames }) => roleNames.join('、') },
    dataScope: { title: zhCN('staff.dataScope'), value: ({ dataScope }) => zhCN(`staff.scope.${dataScope}`) },
    status: { title: zhCN('staff.state'), value: ({ status }) => status },
    lastLoginAt: { title: zhCN('staff.lastLoginAt'), value: ({ lastLoginAt }) => chinaTime(lastLoginAt) },
    createdAt: { title: zhCN('columns.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
  },
})

const isThrottled = () => inArray(account, throttledSince())
const states = {
  normal: () => and(eq(sysUser.status, '正常'), sql`not ${isThrottled()}`),
  locked: () => or(eq(sysUser.status, '锁定'), and(eq(sysUser.status, '正常'), isThrottled())),
  stopped: () => eq(sysUser.status, '停用'),
}

/** A part of name or account; of a mobile four digits and more, as in every quick search. */
const holds = (text: string) =>
  or(
    sql`strpos(${sysUser.name}, ${text}) > 0`,
    sql`strpos(${account}, ${text.toLowerCase()}) > 0`,
    /^\d{4,11}$/.test(text) ? sql`strpos(${sysUser.mobile}, ${text}) > 0` : undefined,
  )

const unitsBelow = (id: number) =>
  db()
    .select({ id: orgUnit.id })
    .from(orgUnit)
    .where(sql`strpos(${orgUnit.path}, ${`/${id}/`}) > 0`)

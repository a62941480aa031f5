import { and, arrayContains, eq, inArray, or, sql } from 'drizzle-orm'
import { say } from '../../../i18n/say.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { throttledSince } from '../../identity/service/login-attempts.ts'
import { userReach } from '../../identity/service/people-reach.ts'
import { orgUnit, sysUser } from '../../identity/table.ts'
import { staff, type UserRow } from '../contract.ts'
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

const scopeText = ({ dataScope, scopeUnits }: UserRow) =>
  dataScope === 'custom'
    ? say('staff.scopeOf', { units: scopeUnits.map(({ name }) => name).join(say('ui.separator')) })
    : say(`staff.scope.${dataScope}`)

/** 用户管理 as a file. */
export const exportUsers = users.file({
  list: 'users',
  title: say('routes.adminUsers'),
  columns: {
    account: { title: say('staff.account'), value: ({ account }) => account },
    name: { title: say('staff.name'), value: ({ name }) => name },
    mobile: { title: say('staff.mobile'), value: ({ mobile }) => mobile },
    orgName: { title: say('staff.orgUnit'), value: ({ orgName }) => orgName },
    roleNames: { title: say('staff.roles'), value: ({ roleNames }) => roleNames.join('、') },
    dataScope: { title: say('staff.dataScope'), value: scopeText },
    status: { title: say('staff.state'), value: ({ status }) => status },
    lastLoginAt: { title: say('staff.lastLoginAt'), value: ({ lastLoginAt }) => chinaTime(lastLoginAt) },
    createdAt: { title: say('columns.createdAt'), value: ({ createdAt }) => chinaTime(createdAt) },
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

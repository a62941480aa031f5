import { and, arrayContains, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { ParsedInputOf } from '../../contracts/endpoint.ts'
import type { staff } from '../../contracts/staff.ts'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { type PagedQuery, pageOf } from '../db/page-map.ts'
import { orgUnit, sysUser } from '../db/schema/identity.ts'
import { badInput } from '../errors.ts'
import { throttledSince } from '../identity/login-attempts.ts'
import { userReach } from './reach.ts'
import { readUserRows } from './user-rows.ts'

type Filter = Pick<ParsedInputOf<typeof staff.users>, 'q' | 'sort' | 'role' | 'orgUnitId' | 'state'>

const sorts: Readonly<Record<string, PgColumn>> = {
  account: sysUser.account,
  createdAt: sysUser.createdAt,
  lastLoginAt: sysUser.lastLoginAt,
}

/** One page of 用户管理. */
export async function listUsers(input: ParsedInputOf<typeof staff.users>, call: Call) {
  const { ids, ...page } = await pageOf(userQuery(input, call), input)
  return { data: await readUserRows(ids, call.actor), ...page }
}

/** The users of a filter in the caller's reach. @throws 400 at `sort` for a field that the list does not sort by */
export function userQuery(
  { q = '', sort = 'account:asc', role, orgUnitId, state }: Filter,
  { actor, tenantId }: Call,
): PagedQuery {
  const [field = '', direction] = sort.split(':')
  const by = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!by) throw badInput({ sort: 'refusals.badInput' })
  const where = and(
    eq(sysUser.tenantId, tenantId),
    userReach(actor),
    role ? arrayContains(sysUser.roleCodes, [role]) : undefined,
    orgUnitId ? inArray(sysUser.orgUnitId, unitsBelow(orgUnitId)) : undefined,
    state && states[state](),
    ...q.split(/\s+/).filter(Boolean).map(holds),
  )
  return {
    tenantId,
    table: sysUser,
    id: sysUser.id,
    where: where ?? sql`true`,
    by,
    descending: direction === 'desc',
  }
}

const isThrottled = () => inArray(sysUser.account, throttledSince())
const states: Record<NonNullable<Filter['state']>, () => SQL | undefined> = {
  normal: () => and(eq(sysUser.status, '正常'), sql`not ${isThrottled()}`),
  locked: () => or(eq(sysUser.status, '锁定'), and(eq(sysUser.status, '正常'), isThrottled())),
  stopped: () => eq(sysUser.status, '停用'),
}

/** A part of name or account; of a mobile four digits and more, as in every quick search. */
const holds = (text: string) =>
  or(
    sql`strpos(${sysUser.name}, ${text}) > 0`,
    sql`strpos(${sysUser.account}, ${text.toLowerCase()}) > 0`,
    /^\d{4,11}$/.test(text) ? sql`strpos(${sysUser.mobile}, ${text}) > 0` : undefined,
  )

const unitsBelow = (id: number) =>
  db()
    .select({ id: orgUnit.id })
    .from(orgUnit)
    .where(sql`strpos(${orgUnit.path}, ${`/${id}/`}) > 0`)

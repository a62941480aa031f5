import { and, asc, eq, gte, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dutyConflict } from '../../domains/identity/rules/duties.ts'
import type { Permission } from '../../domains/identity/rules/roles.ts'
import { orgUnit, sysRole, sysUser } from '../../domains/identity/table.ts'
import { say } from '../../i18n/say.ts'
import { addDays } from '../../rules/business-date.ts'
import { byName } from '../../rules/by-name.ts'
import { audit } from '../audit.ts'
import { change } from '../change-row.ts'
import type { Call } from '../context.ts'
import type { OutputOf, ParsedInputOf } from '../contract/endpoint.ts'
import { db } from '../db/client.ts'
import { defineList } from '../db/list.ts'
import { textIn } from '../db/list-conditions.ts'
import { badInput, refused } from '../errors.ts'
import { sendMessages } from '../messages/send-messages.ts'
import { byId, subject } from '../subject.ts'
import { changes, type DeputyRow } from './contract.ts'
import { changeLimits, checkPermissions } from './rules/pending-change.ts'
import { checkDeputy } from './table.ts'

/**
 * 代理复核: whoever checks is away and a colleague checks in his place. The colleague holds, for those days, what the
 * absent one holds to check (identity/find-actor.ts), and never decides on what he or the absent one made.
 */

type Deputy = typeof checkDeputy.$inferSelect

const inForce = (today: string) =>
  and(isNull(checkDeputy.endedAt), lte(checkDeputy.fromDay, today), gte(checkDeputy.untilDay, today))

/** Those in whose place somebody checks today. */
export async function awayFor(deputyId: number, today: string): Promise<number[]> {
  const rows = await db()
    .select({ id: checkDeputy.userId })
    .from(checkDeputy)
    .where(and(eq(checkDeputy.deputyId, deputyId), inForce(today)))
  return rows.map(({ id }) => id)
}

/** In whose place the caller checks: nobody's, where his own roles let him. */
export async function stoodInFor(permission: Permission, { actor, today }: Call): Promise<number | null> {
  const own = await db()
    .select({ id: sysRole.id })
    .from(sysRole)
    .where(and(inArray(sysRole.code, actor.roles), sql`${permission} = any(${sysRole.permissions})`))
    .limit(1)
  if (own.length > 0) return null
  const [away] = await db()
    .select({ id: checkDeputy.userId })
    .from(checkDeputy)
    .innerJoin(sysUser, eq(sysUser.id, checkDeputy.userId))
    .innerJoin(sysRole, sql`${sysRole.code} = any(${sysUser.roleCodes})`)
    .where(
      and(
        eq(checkDeputy.deputyId, actor.id),
        inForce(today),
        sql`${permission} = any(${sysRole.permissions})`,
      ),
    )
    .orderBy(asc(checkDeputy.id))
    .limit(1)
  return away?.id ?? null
}

export const deputySubject = subject({
  noun: 'check_deputy',
  nameOf: ({ id }: Deputy) => id,
  lock: byId(checkDeputy),
})

const away = alias(sysUser, 'away')

/** One's own, and where one stands in. */
export const deputies = defineList(changes.deputies, {
  table: checkDeputy,
  scope: { own: [checkDeputy.userId, checkDeputy.deputyId] },
  filters: {},
  search: textIn(checkDeputy.reason),
  sorts: { fromDay: checkDeputy.fromDay },
  async rows(ids, { actor, today }): Promise<DeputyRow[]> {
    const rows = await db()
      .select({ row: checkDeputy, userName: away.name, deputyName: sysUser.name })
      .from(checkDeputy)
      .innerJoin(away, eq(away.id, checkDeputy.userId))
      .innerJoin(sysUser, eq(sysUser.id, checkDeputy.deputyId))
      .where(inArray(checkDeputy.id, ids))
    return rows.map(({ row, userName, deputyName }) => ({
      ...row,
      userName,
      deputyName,
      own: row.userId === actor.id,
      state:
        row.endedAt !== null || row.untilDay < today ? 'over' : row.fromDay > today ? 'planned' : 'active',
    }))
  },
})

/** The roles and permissions that somebody holds by his roles alone. */
async function holdingsOf(userId: number): Promise<{ roles: string[]; permissions: string[] } | undefined> {
  const [user] = await db()
    .select({ roles: sysUser.roleCodes })
    .from(sysUser)
    .where(and(eq(sysUser.id, userId), eq(sysUser.status, '正常')))
  if (!user) return undefined
  const rows = await db()
    .select({ permissions: sysRole.permissions })
    .from(sysRole)
    .where(inArray(sysRole.code, user.roles))
  return { roles: user.roles, permissions: rows.flatMap(({ permissions }) => permissions) }
}

const checks = (held: { permissions: string[] } | undefined) =>
  checkPermissions.filter((one) => held?.permissions.includes(one))

/** Colleagues who could: none whose own duties forbid what the caller checks. */
export async function deputyChoices(
  _input: object,
  { actor }: Call,
): Promise<OutputOf<typeof changes.deputyChoices>> {
  const lent = checks(await holdingsOf(actor.id))
  const rows = await db()
    .select({
      id: sysUser.id,
      name: sysUser.name,
      account: sysUser.account,
      orgName: orgUnit.name,
      roles: sysUser.roleCodes,
      roleNames: sql<
        string[]
      >`coalesce((select array_agg(r.name order by r.id) from ${sysRole} r where r.code = any(${sysUser.roleCodes})), '{}')`,
      permissions: sql<
        string[]
      >`coalesce((select array_agg(distinct one) from ${sysRole} r, unnest(r.permissions) as one
        where r.code = any(${sysUser.roleCodes})), '{}')`,
    })
    .from(sysUser)
    .innerJoin(orgUnit, eq(orgUnit.id, sysUser.orgUnitId))
    .where(and(eq(sysUser.status, '正常'), ne(sysUser.id, actor.id)))
    .orderBy(asc(sysUser.id))
    .limit(2_000)
  return {
    data: rows
      .filter(({ roles, permissions }) => dutyConflict([...roles, ...permissions, ...lent]) === null)
      .map(({ roles: _roles, permissions: _permissions, ...colleague }) => colleague)
      .sort(byName),
  }
}

/** @throws 400 for days that are over, too many or turned round, or nobody; 422 for whose duties forbid it */
export async function setDeputy(
  { deputyId, fromDay, untilDay, reason }: ParsedInputOf<typeof changes.setDeputy>,
  { actor, now, today }: Call,
): Promise<{ id: number }> {
  if (fromDay < today) throw badInput({ fromDay: 'changes.dayOver' })
  if (untilDay < fromDay) throw badInput({ untilDay: 'changes.dayBefore' })
  if (untilDay > addDays(fromDay, changeLimits.deputyDays)) throw badInput({ untilDay: 'changes.dayFar' })
  const held = deputyId === actor.id ? undefined : await holdingsOf(deputyId)
  if (!held) throw badInput({ deputyId: 'changes.noDeputy' })
  const lent = checks(await holdingsOf(actor.id))
  if (lent.length === 0) throw refused('changes.refusals.nothingToLend')
  const conflict = dutyConflict([...held.roles, ...held.permissions, ...lent])
  if (conflict) throw refused(conflict)
  const [row] = await db()
    .insert(checkDeputy)
    .values({
      userId: actor.id,
      deputyId,
      fromDay,
      untilDay,
      reason,
      createdBy: actor.id,
      createdAt: now.toISOString(),
    })
    .returning({ id: checkDeputy.id })
  if (!row) throw new Error('the deputy was not written')
  await audit({ object: `check_deputy:${row.id}`, after: { deputyId, fromDay, untilDay, reason } })
  const { id, name } = actor
  await sendMessages([
    {
      kind: 'notice',
      userId: deputyId,
      opens: 'deputies',
      createdBy: id,
      createdAt: now.toISOString(),
      title: say('changes.deputyTold', { name }),
      body: say('changes.deputyToldBody', { name, fromDay, untilDay, reason }),
    },
  ])
  return row
}

/** @throws 422 for somebody else's, or one that is over */
export async function endDeputy(_input: object, { actor, now, today }: Call, row: Deputy) {
  if (row.userId !== actor.id) throw refused('changes.refusals.notOwnDeputy')
  if (row.endedAt !== null || row.untilDay < today) throw refused('changes.refusals.isOver')
  await change(checkDeputy, row, { endedAt: now.toISOString() })
  return {}
}

import { and, eq } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { publish } from '../../../platform/live-events.ts'
import { changedFields } from '../../../platform/row-version.ts'
import { subject } from '../../../platform/subject.ts'
import { sysUser, tenant } from '../../identity/table.ts'

/** The row of the caller's own tenant; row security shows no other. */

export type TenantRow = typeof tenant.$inferSelect

/** Browsers of a tenant draw themselves again within this many ms, and not all in the same second. */
const mostSpread = 10_000

/** @throws 404 */
export async function ownRow(tenantId: number): Promise<TenantRow> {
  const [row] = await db().select().from(tenant).where(eq(tenant.id, tenantId))
  if (!row) throw notFound()
  return row
}

/** Everything that the form edits. */
const shownFields = [
  'name',
  'title',
  'themeColor',
  'watermark',
  'idleLockMinutes',
  'sessionIdleMinutes',
  'sessionHours',
  'collectOpen',
  'bizModes',
  'sealBy',
  'payBy',
  'releaseCutoff',
] as const
/** Those that a save may leave out. */
const optional: readonly string[] = ['bizModes', 'sealBy', 'payBy', 'releaseCutoff']
const columnOf = (field: (typeof shownFields)[number]) => (field === 'title' ? 'loginTitle' : field)

/** As the form has it: texts, and nothing as the empty one. */
const asField = (value: unknown): unknown =>
  value === null || value === undefined ? '' : typeof value === 'number' ? String(value) : value

/** The tenant of the caller. */
export const tenantSubject = subject({
  noun: 'tenant',
  nameOf: ({ id }: TenantRow) => id,
  async lock(tenantId: number) {
    const [row] = await db().select().from(tenant).where(eq(tenant.id, tenantId)).for('update')
    return row
  },
  differs(theirs, input) {
    // Left out, it stays as it is.
    const fields = shownFields.filter((field) => !optional.includes(field) || input[field] !== undefined)
    return changedFields(
      Object.fromEntries(fields.map((field) => [field, asField(input[field])])),
      Object.fromEntries(fields.map((field) => [field, asField(theirs[columnOf(field)])])),
    )
  },
})

/** Changes the row of the tenant, which is locked. */
export async function changeTenant(
  { id, rowVersion }: TenantRow,
  set: Partial<TenantRow>,
  { actor, now }: Call,
): Promise<{ rowVersion: number }> {
  await db()
    .update(tenant)
    .set({ ...set, updatedAt: now.toISOString(), updatedBy: actor.id, rowVersion: rowVersion + 1 })
    .where(eq(tenant.id, id))
  return { rowVersion: rowVersion + 1 }
}

/** Tells the browsers of everybody that the tenant looks otherwise now. */
export async function tellStaff(tenantId: number): Promise<void> {
  const staff = await db()
    .select({ id: sysUser.id })
    .from(sysUser)
    .where(and(eq(sysUser.tenantId, tenantId), eq(sysUser.status, '正常')))
  const userIds = staff.map(({ id }) => id)
  await publish({ userIds, type: 'brand', data: { spread: Math.min(userIds.length * 2, mostSpread) } })
}

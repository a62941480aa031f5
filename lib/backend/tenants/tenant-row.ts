import { and, eq } from 'drizzle-orm'
import type { Call } from '../context.ts'
import { db } from '../db/client.ts'
import { sysUser, tenant } from '../db/schema/identity.ts'
import { notFound } from '../errors.ts'
import { publish } from '../live-events.ts'
import { requireVersion } from '../row-version.ts'

/** The row of the caller's own tenant; row security shows no other. */

type Row = typeof tenant.$inferSelect

/** Browsers of a tenant draw themselves again within this many ms, and not all in the same second. */
const mostSpread = 10_000

/** @throws 404 */
export async function ownRow(tenantId: number): Promise<Row> {
  const [row] = await db().select().from(tenant).where(eq(tenant.id, tenantId))
  if (!row) throw notFound()
  return row
}

/** Names of the form by the columns they are kept in. */
const fields: Partial<Record<keyof Row, string>> = { loginTitle: 'title' }

/** As the form has it: texts, and nothing as the empty one. */
const asField = (value: unknown): unknown =>
  value === null || value === undefined ? '' : typeof value === 'number' ? String(value) : value

/**
 * Changes the row of the tenant when it is still as the caller read it.
 * @throws 409 otherwise, with what is there by now
 */
export async function changeTenant(
  rowVersion: number,
  set: Partial<Row>,
  { tenantId, actor, now }: Call,
): Promise<{ rowVersion: number }> {
  const [theirs] = await db().select().from(tenant).where(eq(tenant.id, tenantId)).for('update')
  if (!theirs) throw notFound()
  await requireVersion(theirs, rowVersion, () =>
    (Object.keys(set) as (keyof Row)[])
      .filter((column) => set[column] !== theirs[column])
      .map((column) => ({
        path: fields[column] ?? column,
        mine: asField(set[column]),
        theirs: asField(theirs[column]),
      })),
  )
  await db()
    .update(tenant)
    .set({ ...set, updatedAt: now.toISOString(), updatedBy: actor.id, rowVersion: rowVersion + 1 })
    .where(eq(tenant.id, tenantId))
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

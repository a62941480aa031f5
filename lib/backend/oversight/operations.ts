import { eq, inArray, or, sql } from 'drizzle-orm'
import type { OutputOf, ParsedInputOf } from '../../contracts/endpoint.ts'
import type { OperationRow, oversight } from '../../contracts/oversight.ts'
import { type AuditDifference, auditDifferences } from '../../rules/audit-difference.ts'
import type { Actor, Call } from '../context.ts'
import { db } from '../db/client.ts'
import type { PagedQuery } from '../db/page-map.ts'
import { application } from '../db/schema/applications.ts'
import { sysUser } from '../db/schema/identity.ts'
import { auditLog } from '../db/schema/system.ts'
import { notFound } from '../errors.ts'
import { withoutHidden } from '../field-mask.ts'
import { maskValues } from '../mask-values.ts'
import { inOrder, listPage, listQuery, logDays, peopleNamed, within } from './log-page.ts'
import { describeObjects, nameReferences } from './operation-objects.ts'

type Filters = Omit<ParsedInputOf<typeof oversight.exportOperations>, 'columns'>
/** An entry of the audit log with what it changed. */
export type Operation = OperationRow & { differences: AuditDifference[] }

/** The entries that filters choose, newest first. */
export function operationQuery({ q, sort, action, object, ...days }: Filters, call: Call): PagedQuery {
  const where = [
    // All that was done to one object is asked for whole.
    object && !days.from && !days.to ? undefined : within(auditLog.at, logDays(days, call.today)),
    action ? eq(auditLog.action, action) : undefined,
    object ? eq(auditLog.object, object) : undefined,
    q ? or(inArray(auditLog.actorId, peopleNamed(q)), inArray(auditLog.object, orderNumbered(q))) : undefined,
  ]
  return listQuery({ table: auditLog, sorts: { at: auditLog.at }, where }, sort, call)
}

const orderNumbered = (orderNo: string) =>
  db()
    .select({ object: sql<string>`'application:' || ${application.id}` })
    .from(application)
    .where(eq(application.orderNo, orderNo.toUpperCase()))

/** 操作日志. */
export function listOperations(
  input: ParsedInputOf<typeof oversight.operations>,
  call: Call,
): Promise<OutputOf<typeof oversight.operations>> {
  return listPage(operationQuery(input, call), input, (ids) => readOperations(ids, call.actor))
}

/** One entry with what it changed. @throws 404 */
export async function readOperation(id: number, call: Call): Promise<OutputOf<typeof oversight.operation>> {
  const [row] = await readOperations([id], call.actor)
  if (!row) throw notFound()
  return row
}

/**
 * Entries in the order of their ids. They were masked when they were written, and are again by today's rules; what an
 * order's own pages hide from the reader is left out here too.
 */
export async function readOperations(
  ids: number[],
  { permissions }: Pick<Actor, 'permissions'>,
): Promise<Operation[]> {
  const rows = await db()
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actorId: auditLog.actorId,
      name: sql<string>`coalesce(${sysUser.name}, '')`,
      account: sql<string>`coalesce(${sysUser.account}, '')`,
      action: auditLog.action,
      object: auditLog.object,
      before: auditLog.before,
      after: auditLog.after,
      ip: sql<string>`coalesce(${auditLog.ip}, '')`,
    })
    .from(auditLog)
    .leftJoin(sysUser, eq(sysUser.id, auditLog.actorId))
    .where(inArray(auditLog.id, ids))
  const objects = await describeObjects(rows)
  const shown = (values: unknown) => withoutHidden(maskValues(values), permissions)
  const changed = await nameReferences(
    rows.map(({ before, after }) => auditDifferences(shown(before), shown(after))),
  )
  const entries = rows.flatMap(({ before: _before, after: _after, actorId, ...row }, at) => {
    const object = objects[at]
    if (!object) return []
    const differences = changed[at] ?? []
    return {
      ...row,
      ...object,
      userId: actorId || null,
      changes: differences.length,
      first: differences.slice(0, 2),
      differences,
    }
  })
  return inOrder(ids, entries)
}

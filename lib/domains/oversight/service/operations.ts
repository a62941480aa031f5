import { eq, inArray, or, sql } from 'drizzle-orm'
import { actionWord, differenceText, objectKindWord } from '../../../i18n/audit-words.ts'
import { say } from '../../../i18n/say.ts'
import type { Actor, Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { defineList } from '../../../platform/db/list.ts'
import { from, is, lastDays, mostCounted, peopleNamed, to } from '../../../platform/db/list-conditions.ts'
import { chinaTime } from '../../../platform/db/list-file.ts'
import { notFound } from '../../../platform/errors.ts'
import { withoutHidden } from '../../../platform/field-mask.ts'
import { maskValues } from '../../../platform/mask-values.ts'
import { sysUser } from '../../identity/table.ts'
import { application } from '../../orders/table.ts'
import { auditLog } from '../../system/table.ts'
import { type OperationRow, oversight } from '../contract.ts'
import { type AuditDifference, auditDifferences } from '../rules/audit-difference.ts'
import { describeObjects, nameReferences } from './operation-objects.ts'

/** An entry of the audit log with what it changed. */
type Operation = OperationRow & { differences: AuditDifference[] }

/** 操作日志. */
export const operations = defineList(oversight.operations, {
  table: auditLog,
  scope: 'tenant',
  // All that was done to one object is asked for whole.
  only: (call, input) => (input.object && !input.to ? undefined : lastDays(auditLog.at)(call, input)),
  filters: {
    from: from(auditLog.at),
    to: to(auditLog.at),
    action: is(auditLog.action),
    object: is(auditLog.object),
  },
  search: (q) => or(inArray(auditLog.actorId, peopleNamed(q)), inArray(auditLog.object, orderNumbered(q))),
  sorts: { at: auditLog.at },
  rows: (ids, { actor }) => readOperations(ids, actor),
  countTo: mostCounted,
})

/** A cell of a workbook takes 32,767 characters. */
const longestCell = 30_000

/** 操作日志 as a file. */
export const exportOperations = operations.file({
  list: 'operations',
  title: say('routes.operationLog'),
  columns: {
    at: { title: say('oversight.at'), value: ({ at }) => chinaTime(at) },
    name: {
      title: say('oversight.operator'),
      value: ({ userId, name }) => (userId ? name : say('oversight.system')),
    },
    account: { title: say('oversight.account'), value: ({ account }) => account },
    action: { title: say('oversight.action'), value: ({ action }) => actionWord(action, say) },
    objectName: {
      title: say('oversight.object'),
      value: ({ objectKind, objectName }) => `${objectKindWord(objectKind, say)} ${objectName}`.trim(),
    },
    changes: {
      title: say('oversight.changes'),
      value: ({ differences }) =>
        differences
          .map((difference) => differenceText(difference, say))
          .join('；')
          .slice(0, longestCell),
    },
    ip: { title: say('oversight.ip'), value: ({ ip }) => ip },
  },
})

const orderNumbered = (orderNo: string) =>
  db()
    .select({ object: sql<string>`'application:' || ${application.id}` })
    .from(application)
    .where(eq(application.orderNo, orderNo.toUpperCase()))

/** One entry with what it changed. @throws 404 */
export async function readOperation(id: number, call: Call): Promise<OutputOf<typeof oversight.operation>> {
  const [row] = await readOperations([id], call.actor)
  if (!row) throw notFound()
  return row
}

/**
 * They were masked when they were written, and are again by today's rules; what an order's own pages hide from the
 * reader is left out here too.
 */
async function readOperations(
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
  return rows.flatMap(({ before: _before, after: _after, actorId, ...row }, at) => {
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
}

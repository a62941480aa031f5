import { and, desc, eq, notInArray } from 'drizzle-orm'
import { endpointTable } from '../domains/endpoints.ts'
import { auditDifferences } from '../domains/oversight/rules/audit-difference.ts'
import { auditLog } from '../domains/system/table.ts'
import { pathWord } from '../i18n/audit-words.ts'
import { say } from '../i18n/say.ts'
import type { Call } from './context.ts'
import { db } from './db/client.ts'
import { withoutHidden } from './field-mask.ts'

/** Noted when somebody looks: nothing was changed. */
const looks = [...endpointTable.values()].flatMap(({ leaves = [] }) => leaves)

/**
 * The fields of a record that its newest writes changed, in words: what the audit log says of it, without what the
 * caller must not see. Values are left out: whoever came second reads the record again.
 *
 * @param object `blacklist:12`
 * @param writes so many versions the caller is behind
 */
export async function changedSince(
  object: string,
  writes: number,
  { tenantId, actor }: Call,
): Promise<string[]> {
  const rows = await db()
    .select({ before: auditLog.before, after: auditLog.after })
    .from(auditLog)
    .where(
      and(eq(auditLog.tenantId, tenantId), eq(auditLog.object, object), notInArray(auditLog.action, looks)),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(Math.min(Math.max(writes, 0), 20))
  const shown = (values: unknown) => withoutHidden(values, actor.permissions)
  const paths = rows.flatMap(({ before, after }) => auditDifferences(shown(before), shown(after)))
  return [...new Set(paths.map(({ path }) => pathWord(path, say)))]
}

import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { attachment } from '../../domains/system/table.ts'
import { db } from '../db/client.ts'
import type { ChangeKind } from './rules/pending-change.ts'
import { pendingChange } from './table.ts'

export type Proof = Pick<typeof attachment.$inferSelect, 'name' | 'mime' | 'fileId'>

/** By record the paper with which its change came, of one that waits or was approved: the last one. */
export async function handedIn(
  kind: ChangeKind,
  aboutIds: readonly number[],
): Promise<ReadonlyMap<number, Proof>> {
  if (aboutIds.length === 0) return new Map()
  const proofId = sql<number>`(${pendingChange.content} ->> 'proofId')::bigint`
  const rows = await db()
    .selectDistinctOn([pendingChange.aboutId], {
      aboutId: pendingChange.aboutId,
      name: attachment.name,
      mime: attachment.mime,
      fileId: attachment.fileId,
    })
    .from(pendingChange)
    .innerJoin(
      attachment,
      sql`${attachment.tenantId} = ${pendingChange.tenantId} and ${attachment.id} = ${proofId}`,
    )
    .where(
      and(
        eq(pendingChange.kind, kind),
        inArray(pendingChange.state, ['waiting', 'approved']),
        inArray(pendingChange.aboutId, [...aboutIds]),
      ),
    )
    .orderBy(pendingChange.aboutId, desc(pendingChange.id))
  return new Map(rows.map(({ aboutId, ...proof }) => [aboutId, proof]))
}

import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { changeKind } from '../../../platform/changes/change-kind.ts'
import { db } from '../../../platform/db/client.ts'
import { archiveRefusal } from '../rules/archive.ts'
import { outStateOf } from '../rules/outbound.ts'
import { archiveOutbound } from '../table.ts'
import { type Archive, bookArchive, lockArchive, standOf } from './archive-record.ts'

/** 报失: a paper counts as lost when a second person agrees. */
export const archiveLossChange = changeKind({
  content: z.object({ items: z.array(z.number().int()) }),
  lock: lockArchive,
  async judge({ items }, row: Archive) {
    const { fold } = await standOf(row)
    return archiveRefusal({ kind: 'lost', items }, fold) ? 'changes.refusals.otherContent' : undefined
  },
  async apply({ items }, row, _approved, call) {
    const stand = await bookArchive(await standOf(row), { kind: 'lost', items }, {}, call)
    const at = call.now.toISOString()
    // A paper that was lent and is lost comes back to nobody: an application that waits for nothing else is over.
    const out = await db()
      .select()
      .from(archiveOutbound)
      .where(and(eq(archiveOutbound.archiveId, row.id), eq(archiveOutbound.status, '已出库')))
    for (const one of out) {
      if (one.items.some((no) => stand.fold.items.get(no) === '借出')) continue
      const facts = { ...one, backAt: at }
      await db()
        .update(archiveOutbound)
        .set({ backAt: at, status: outStateOf(facts), rowVersion: one.rowVersion + 1, updatedAt: at })
        .where(eq(archiveOutbound.id, one.id))
    }
  },
  // The file is as it was: the papers may be found.
  leave: async () => undefined,
})

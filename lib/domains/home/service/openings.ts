import { and, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { openingMoves } from '../../openings/rules/opening.ts'
import { openingScope } from '../../openings/service/opening-record.ts'
import { opening } from '../../openings/table.ts'
import type { home } from '../contract.ts'

type Waiting = OutputOf<typeof home.openings>

/** The openings that their table lets the caller review, and those that came back to him. */
export async function listOpenings(call: Call): Promise<Waiting> {
  const { actor } = call
  const another = (of: typeof opening.submittedBy | typeof opening.firstBy) =>
    or(isNull(of), ne(of, actor.id))
  const reviews = openingMoves
    .filter(({ step, permission }) => step === 'approve' && actor.permissions.has(permission))
    .map(({ from, kinds, not = [] }): SQL | undefined =>
      and(
        eq(opening.status, from),
        kinds && inArray(opening.kind, [...kinds]),
        not.includes('submitted') ? another(opening.submittedBy) : undefined,
        not.includes('reviewed') ? another(opening.firstBy) : undefined,
      ),
    )
  const mends = and(eq(opening.status, '驳回'), eq(opening.submittedBy, actor.id))
  const rows = await db()
    .select({ kind: opening.kind, status: opening.status, count: sql<number>`count(*)::int` })
    .from(opening)
    .where(
      and(
        eq(opening.tenantId, call.tenantId),
        openingScope(actor),
        or(...reviews, actor.permissions.has('opening:save') ? mends : undefined),
      ),
    )
    .groupBy(opening.kind, opening.status)
    .orderBy(opening.kind, opening.status)
  return rows as Waiting
}

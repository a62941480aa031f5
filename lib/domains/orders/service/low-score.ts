import { desc, eq } from 'drizzle-orm'
import { db } from '../../../platform/db/client.ts'
import { lowScore } from '../rules/entry/template.ts'
import { riskDecision } from '../table.ts'

/** True where the newest decision of a risk scene on the order gave it a low score; no more of it leaves the house. */
export async function hasLowScore(orderId: number): Promise<boolean> {
  const [row] = await db()
    .select({ score: riskDecision.score })
    .from(riskDecision)
    .where(eq(riskDecision.orderId, orderId))
    .orderBy(desc(riskDecision.decidedAt), desc(riskDecision.id))
    .limit(1)
  return row?.score != null && row.score < lowScore
}

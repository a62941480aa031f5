import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { say } from '../../../i18n/say.ts'
import type { Call } from '../../../platform/context.ts'
import { db } from '../../../platform/db/client.ts'
import { customer } from '../../customers/table.ts'
import type { Order } from '../../orders/service/move-order.ts'
import { riskDecision } from '../../orders/table.ts'
import { type Facts, type FactValue, factOf, type SceneStage, sceneOfStage } from '../rules/risk-facts.ts'
import { decideScene, type RuledScene, type SceneDecision } from '../rules/risk-scene.ts'
import { riskScene } from '../table.ts'
import { factsOf } from './facts.ts'
import { concerns } from './scene-products.ts'

/** A risk scene judges an order: the effects scenePreCheck of T02 and sceneRisk of T10. */

export type Scene = typeof riskScene.$inferSelect

/** Rules as they are stored. What is no rule any more is still read: it asks for a person when it is judged. */
const storedRules = z.array(
  z.object({
    code: z.string(),
    name: z.string(),
    fact: z.string(),
    compare: z.string(),
    value: z.array(z.string()),
    outcome: z.string(),
    points: z.number().int(),
  }),
)

export const ruledScene = (scene: Scene): RuledScene & { rules: z.output<typeof storedRules> } => ({
  rules: storedRules.parse(scene.rules),
  passFrom: scene.passScore,
  rejectBelow: scene.rejectScore,
})

/** Runs the open scene of a stage and keeps its decision; null when it is closed or not for the order's product. */
export async function runScene(stage: SceneStage, order: Order, call: Call): Promise<SceneDecision | null> {
  const [scene] = await db()
    .select()
    .from(riskScene)
    .where(and(eq(riskScene.sceneCode, sceneOfStage[stage]), eq(riskScene.status, '开启')))
  if (!scene || !(await concerns(scene))(order)) return null
  const facts = await factsOf(order, stage, call)
  const decision = decideScene(ruledScene(scene), facts)
  await db()
    .insert(riskDecision)
    .values({
      ...decisionColumns(decision, facts),
      orderId: order.id,
      sceneCode: scene.sceneCode,
      sceneVersion: scene.version,
      decidedAt: call.now.toISOString(),
      createdBy: call.actor.id,
    })
  if (stage === 'risk') await gradeCustomer(order, decision)
  return decision
}

/** Everything that a decision leaves in its row, in the demo's too. */
export const decisionColumns = (decision: SceneDecision, facts: Facts) => ({
  hits: decision.hits.map((hit) => ({ ...hit, value: factText(hit.fact, hit.value) })),
  score: decision.score,
  grade: decision.grade,
  suggestion: decision.suggestion,
  facts,
})

/** A fact in words: of a set the words of its codes, never what a person's field holds. */
export function factText(name: string, value: FactValue): string {
  const fact = factOf(name)
  if (value === null) return ''
  if (fact?.kind !== 'set' || typeof value === 'string' || typeof value === 'number') return String(value)
  return value.map((code) => say(`${fact.words}.${code}` as Parameters<typeof say>[0])).join('、')
}

/** 客户评级 follows the newest decision; who edits the record of the customer does not come second to it. */
async function gradeCustomer({ customerId }: Order, { grade }: SceneDecision): Promise<void> {
  await db().update(customer).set({ riskGrade: grade }).where(eq(customer.id, customerId))
}

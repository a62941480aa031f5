import { and, desc, eq, gt, inArray, isNotNull, ne } from 'drizzle-orm'
import type { Call } from '../../../platform/context.ts'
import type { OutputOf, ParsedInputOf } from '../../../platform/contract/endpoint.ts'
import { db } from '../../../platform/db/client.ts'
import { notFound } from '../../../platform/errors.ts'
import { orderScope } from '../../orders/service/data-scope.ts'
import { application, riskDecision } from '../../orders/table.ts'
import type { riskScenes } from '../contract/scenes.ts'
import type { Facts, SceneStage } from '../rules/risk-facts.ts'
import { decideScene } from '../rules/risk-scene.ts'
import { riskScene } from '../table.ts'
import { factsOf } from './facts.ts'
import { ruledScene, type Scene } from './run-scene.ts'
import { concerns } from './scene-products.ts'

/**
 * 试跑: a version judges the newest orders of its stage, by the facts that their last decision kept. Where none were
 * kept they are made anew, of the order as it is now, and the answer says of how many. Nothing is written.
 */

type Trial = OutputOf<typeof riskScenes.trial>
type Change = NonNullable<Trial['changed']>[number]
type Suggestion = Change['after']['suggestion']

/** Orders whose facts are made anew at most: each asks the database several times. */
const maxRecomputed = 60
/** Changes that are told one by one; the counts are of all. */
const maxChanges = 100

export async function trial(
  { id, orders }: ParsedInputOf<typeof riskScenes.trial>,
  call: Call,
): Promise<Trial> {
  const [scene] = await db()
    .select()
    .from(riskScene)
    .where(and(eq(riskScene.id, id), eq(riskScene.tenantId, call.tenantId)))
  if (!scene) throw notFound()
  const found = await pastOrders(scene, orders, call)
  const ruled = ruledScene(scene)
  const judges = await concerns(scene)
  const moves = new Map<string, Trial['moves'][number]>()
  const hits = new Map(ruled.rules.map(({ code, name }) => [code, { code, name, before: 0, after: 0 }]))
  const changes: Change[] = []
  let [kept, recomputed] = [0, 0]
  for (const { order, decision } of found) {
    if (!judges(order)) continue
    const facts = (decision?.facts ?? null) as Facts | null
    if (!facts && recomputed === maxRecomputed) continue
    if (facts) kept++
    else recomputed++
    const after = decideScene(ruled, facts ?? (await factsOf(order, scene.stage as SceneStage, call)))
    const before = (decision?.suggestion ?? null) as Suggestion | null
    const key = `${before} ${after.suggestion}`
    const move = moves.get(key) ?? { before, after: after.suggestion, count: 0 }
    moves.set(key, { ...move, count: move.count + 1 })
    for (const { code } of after.hits) countUp(hits, code, 'after')
    const formerHits = (decision?.hits ?? []) as { code: string; name: string }[]
    for (const { code, name } of formerHits) {
      if (!hits.has(code)) hits.set(code, { code, name, before: 0, after: 0 })
      countUp(hits, code, 'before')
    }
    if (before === after.suggestion || changes.length === maxChanges) continue
    changes.push({
      orderId: order.id,
      orderNo: order.orderNo,
      customerName: order.customerName,
      status: order.status,
      recomputed: !facts,
      before: decision && {
        suggestion: decision.suggestion as Suggestion,
        score: decision.score ?? 0,
        hits: formerHits.map(({ name }) => name),
      },
      after: { suggestion: after.suggestion, score: after.score, hits: after.hits.map(({ name }) => name) },
    })
  }
  return {
    judged: kept + recomputed,
    kept,
    recomputed,
    moves: [...moves.values()].sort((a, b) => b.count - a.count),
    changed: changes,
    rules: [...hits.values()],
  }
}

function countUp(hits: Map<string, Trial['rules'][number]>, code: string, side: 'before' | 'after'): void {
  const row = hits.get(code)
  if (row) row[side]++
}

/** The newest orders that came as far as the scene's stage, each with the scene's last decision on it. */
async function pastOrders({ sceneCode, stage }: Scene, limit: number, call: Call) {
  const cameSoFar =
    stage === 'pre'
      ? gt(application.submitCount, 0)
      : and(isNotNull(application.quoteSnapshot), ne(application.status, 'wait_first'))
  const orders = await db()
    .select()
    .from(application)
    .where(and(eq(application.tenantId, call.tenantId), cameSoFar, orderScope(call.actor)))
    .orderBy(desc(application.createdAt), desc(application.id))
    .limit(limit)
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const last = await db()
    .selectDistinctOn([riskDecision.orderId])
    .from(riskDecision)
    .where(and(eq(riskDecision.sceneCode, sceneCode), inArray(riskDecision.orderId, ids)))
    .orderBy(riskDecision.orderId, desc(riskDecision.decidedAt), desc(riskDecision.id))
  const byOrder = new Map(last.map((decision) => [decision.orderId, decision]))
  return orders.map((order) => ({ order, decision: byOrder.get(order.id) ?? null }))
}

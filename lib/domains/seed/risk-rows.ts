import { businessDate } from '../../rules/business-date.ts'
import { riskDecision } from '../orders/table.ts'
import type { Facts, SceneCode } from '../risk/rules/risk-facts.ts'
import { decideScene } from '../risk/rules/risk-scene.ts'
import { entryFacts, intakeFacts } from '../risk/service/facts.ts'
import { decisionColumns } from '../risk/service/run-scene.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import type { NumberedPlan } from './order-plans.ts'
import type { OrderStory } from './order-story.ts'
import type { RowCollector } from './row-collector.ts'

const draw = drawOf('risk')

/** Nothing known against a customer. */
const clear: Facts = {
  blackHits: 0,
  greyHits: 0,
  whiteHits: 0,
  sharedMobile: 0,
  refusals: 0,
  liveOrders: 0,
  doneLoans: 0,
  listIdNo: [],
  listMobile: [],
  listAddress: [],
  differs: [],
  returns: 0,
}
const clearEntry: Facts = {
  ...clear,
  listVin: [],
  listPlateNo: [],
  listCardNo: [],
  linkedHits: 0,
  sharedVin: 0,
  sharedCard: 0,
  linkedOrders: 0,
}

/** Everything that was known of those whom risk control refused, and now and then of others. */
const adverse: readonly Facts[] = [
  { refusals: 1, sharedMobile: 2, linkedHits: 1 },
  { sharedCard: 1, linkedOrders: 2, refusals: 2 },
  { greyHits: 1, listMobile: ['灰'], sharedVin: 1 },
  { linkedHits: 2, sharedCard: 2, refusals: 1 },
]
const slight: readonly Facts[] = [{ linkedOrders: 1 }, { refusals: 1 }, { sharedMobile: 2 }, { returns: 3 }]

function knownOf({ row, status }: NumberedPlan): Facts {
  if (status === 'risk_rejected') return draw.pick('adverse', row, adverse)
  return draw.chance('slight', row, 30) ? draw.pick('slight', row, slight) : {}
}

/** Everything that the scene RISK says as the first review passes; null for an order that is not so far. */
export function riskOf({ plan, place, entry, happenings }: OrderStory) {
  const passed = happenings.find(({ event }) => event === 'first_pass')
  if (!passed || !entry) return null
  const { values, quote } = entry
  const quoted = { ...quote, term: Number(values.financing.term), carPrice: values.financing.carPrice }
  const facts: Facts = {
    ...clearEntry,
    ...entryFacts(values, quoted, quote.breaches, businessDate(passed.at)),
    ...knownOf(plan),
  }
  return { passed, facts, decision: decideScene(place.scenes.RISK, facts) }
}

/** One decision of PRE_CHECK a submit, one of RISK after the first review. */
export function addRisks(rows: RowCollector, story: OrderStory, written: Written): void {
  const { plan, place, happenings, intake, entry } = story
  const decided = (sceneCode: SceneCode, { at, actorId }: { at: string; actorId: number }) => ({
    ...written,
    orderId: plan.id,
    sceneCode,
    sceneVersion: 1,
    createdBy: actorId,
    decidedAt: at,
    createdAt: at,
  })
  for (const happening of happenings) {
    if (happening.event !== 'submit_pre') continue
    const facts: Facts = { ...clear, ...intakeFacts(intake, businessDate(happening.at)) }
    const decision = decideScene(place.scenes.PRE_CHECK, facts)
    rows.add(riskDecision, { ...decided('PRE_CHECK', happening), ...decisionColumns(decision, facts) })
  }
  const risk = riskOf(story)
  if (!risk || !entry) return
  const good = risk.decision.grade === 'A' || risk.decision.grade === 'B'
  rows.add(riskDecision, {
    ...decided('RISK', risk.passed),
    ...decisionColumns(risk.decision, risk.facts),
    suggestedAmount: entry.quote.financeAmount,
    creditSummary: {
      accounts: draw.mod('accounts', plan.row, 8),
      overdue24: good ? 0 : draw.mod('overdue', plan.row, 6),
      query3m: draw.mod('queries', plan.row, 6),
    },
  })
}

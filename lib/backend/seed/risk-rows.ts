import { age, businessDate, daysBetween } from '../../rules/business-date.ts'
import { decideScene } from '../applications/pre-check.ts'
import { riskDecision } from '../db/schema/reviews.ts'
import type { Written } from './entry-rows.ts'
import { drawOf } from './generator.ts'
import type { NumberedPlan } from './order-plans.ts'
import type { OrderStory } from './order-story.ts'
import type { RowCollector } from './row-collector.ts'

const draw = drawOf('risk')

/** The grade that the scene RISK gave. */
export const gradeOf = ({ row, status }: NumberedPlan) =>
  status === 'risk_rejected'
    ? draw.pick('grade', row, ['D', 'E'] as const)
    : draw.weighted('grade', row, [
        ['A', 20],
        ['B', 50],
        ['C', 28],
        ['D', 2],
      ] as const)

const gradeScores = { A: 80, B: 65, C: 50, D: 40, E: 20 } as const

/** One decision of PRE_CHECK a submit, one of RISK after the first review. */
export function addRisks(
  rows: RowCollector,
  { plan, place, person, happenings, intake, entry }: OrderStory,
  written: Written,
): void {
  const { idLongTerm, idValidTo } = intake.customer
  for (const { event, at, actorId } of happenings) {
    const common = { ...written, orderId: plan.id, createdBy: actorId, decidedAt: at, createdAt: at }
    if (event === 'submit_pre') {
      const today = businessDate(at)
      const decision = decideScene(place.preCheck, {
        age: age(person.birthDate, today),
        amount: intake.intent.amount || null,
        grey: 0,
        sharedMobile: 0,
        refusals: 0,
        differs: [],
        idDaysLeft: idLongTerm ? null : daysBetween(today, idValidTo),
      })
      rows.add(riskDecision, { ...common, sceneCode: 'PRE_CHECK', ...decision })
    }
    if (event === 'first_pass' && entry) {
      const grade = gradeOf(plan)
      rows.add(riskDecision, {
        ...common,
        sceneCode: 'RISK',
        hits: [],
        score: gradeScores[grade] + draw.mod('score', plan.row, 10),
        grade,
        suggestion: grade === 'A' || grade === 'B' ? '通过' : grade === 'E' ? '拒绝' : '人工',
        suggestedAmount: entry.quote.financeAmount,
        creditSummary: {
          accounts: draw.mod('accounts', plan.row, 8),
          overdue24: grade === 'A' || grade === 'B' ? 0 : draw.mod('overdue', plan.row, 6),
          query3m: draw.mod('queries', plan.row, 6),
        },
      })
    }
  }
}

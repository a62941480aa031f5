import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/risk-pool.ts'

/** The columns and filters of the risk pool. */
const riskPool: Shape<typeof zh> = {
  score: 'Score',
  grade: 'Grade',
  suggestion: 'Suggestion',
  dti: 'DTI',
  ltv: 'LTV',
  diligence: 'Due diligence',
  diligences: { none: 'None', open: 'Open', done: 'Done' },
  grades: { A: 'A', B: 'B', C: 'C', D: 'D', E: 'E' },
  suggestions: { 通过: 'Pass', 人工: 'Manual', 拒绝: 'Reject' },
}

export default riskPool

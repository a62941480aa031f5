import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { findOrder } from '../../orders/service/read-order.ts'
import { changeTerms } from './change-terms.ts'
import { meetCondition, readConditions } from './conditions.ts'
import { decideRisk } from './decide-risk.ts'
import { quoteRisk, readRisk, riskPool } from './read-risk.ts'
import { askReconsider, declineReconsider, reconsider, requests } from './reconsider.ts'

export const riskApprovalHandlers: HandlersOf<Contracts['riskApproval']> = {
  list: riskPool.page,
  exportList: riskPool.file,
  get: ({ orderId }, call) => readRisk(orderId, call),
  quote: quoteRisk,
  decide: decideRisk,
  conditions: async ({ orderId }, call) => {
    const order = await findOrder(orderId, call)
    return { items: await readConditions(order.id) }
  },
  meetCondition,
  requests: requests.page,
  askReconsider,
  declineReconsider,
  reconsider,
  changeTerms,
}

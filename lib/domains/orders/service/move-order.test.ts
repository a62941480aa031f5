import { standardTemplate, templateOf } from '../rules/entry/templates.ts'
import { orderCan, orderCanEdit } from '../rules/order-permissions.ts'
import { factsOf } from './move-order.ts'

const order = (templateCode: string) =>
  ({
    status: 'draft',
    claimedBy: null,
    lastDecidedBy: null,
    appliedAmount: null,
    flow: null,
    isReconsider: false,
    reconsiderAsk: null,
    stageEnteredAt: '2025-08-01T01:00:00Z',
    templateCode,
  }) as const
const clerk = { id: 7, roles: ['entry_clerk'], permissions: ['order:submit_first', 'order:entry'] }

test('the flow of an order’s template reaches the state table', () => {
  expect(factsOf(order('shenfen')).flow).toBe(templateOf({ templateCode: 'shenfen' }).flow)
  // A product may have another flow than its template.
  expect(factsOf({ ...order('shenfen'), flow: 'fast' }).flow).toBe('fast')
  // As of the templates that know no pre-review: from draft to first review.
  const facts = { ...factsOf(order(standardTemplate.code)), flow: 'no_pre' as const }
  expect(orderCan('submit_first', facts, clerk).ok).toBe(true)
  expect(orderCanEdit('entry', facts, clerk).ok).toBe(true)
  expect(orderCan('submit_first', factsOf(order('shenfen')), clerk).ok).toBe(false)
})

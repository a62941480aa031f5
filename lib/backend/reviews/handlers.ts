import type { Contracts } from '../../contracts/index.ts'
import { preReviews } from '../applications/list-orders.ts'
import type { HandlersOf } from '../handler.ts'
import { once } from '../once.ts'
import { claimNext } from './claim-next.ts'
import { claimTask, unclaimTask } from './claim-task.ts'
import { decidePre } from './decide-pre.ts'
import { readPre } from './read-pre.ts'
import { transferTask } from './transfer-task.ts'

export const reviewHandlers: HandlersOf<Contracts['reviews']> = {
  preList: preReviews.page,
  getPre: ({ orderId }, call) => readPre(orderId, call),

  claim: (input, call) => once(input.eventId, 'reviews.claim', input, () => claimTask(input.orderId, call)),
  claimNext: (input, call) => once(input.eventId, 'reviews.claimNext', input, () => claimNext(call)),
  unclaim: (input, call) => once(input.eventId, 'reviews.unclaim', input, () => unclaimTask(input, call)),
  transfer: (input, call) => once(input.eventId, 'reviews.transfer', input, () => transferTask(input, call)),
  decidePre: (input, call) => once(input.eventId, 'reviews.decidePre', input, () => decidePre(input, call)),
}

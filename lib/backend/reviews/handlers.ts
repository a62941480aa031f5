import type { Contracts } from '../../contracts/index.ts'
import { preReviews } from '../applications/list-orders.ts'
import type { HandlersOf } from '../handler.ts'
import { claimNext } from './claim-next.ts'
import { claimTask, unclaimTask } from './claim-task.ts'
import { decidePre } from './decide-pre.ts'
import { readPre } from './read-pre.ts'
import { transferTask } from './transfer-task.ts'

export const reviewHandlers: HandlersOf<Contracts['reviews']> = {
  preList: preReviews.page,
  getPre: ({ orderId }, call) => readPre(orderId, call),

  claim: claimTask,
  claimNext,
  unclaim: unclaimTask,
  transfer: transferTask,
  decidePre,
}

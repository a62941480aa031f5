import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { claimNext } from './claim-next.ts'
import { claimTask, unclaimTask } from './claim-task.ts'
import { decideFirst, decidePre } from './decide.ts'
import { exportTasks, tasks } from './list-tasks.ts'
import { firstReviews, poolFiles, preReviews } from './pools.ts'
import { readCredit } from './read-credit.ts'
import { readFirst } from './read-first.ts'
import { readPre } from './read-pre.ts'
import { recordCall } from './tel-checks.ts'
import { transferTask } from './transfer-task.ts'
import { undoFirst } from './undo-first.ts'

export const reviewHandlers: HandlersOf<Contracts['reviews']> = {
  preList: preReviews.page,
  firstList: firstReviews.page,
  exportFirst: poolFiles.first,
  getPre: ({ orderId }, call) => readPre(orderId, call),
  credit: ({ orderId }, call) => readCredit(orderId, call),
  getFirst: ({ orderId }, call) => readFirst(orderId, call),

  claim: claimTask,
  claimNext,
  unclaim: unclaimTask,
  transfer: transferTask,
  decidePre,
  decideFirst,
  recordCall,
  undoFirst,

  taskList: tasks.page,
  exportTasks,
}

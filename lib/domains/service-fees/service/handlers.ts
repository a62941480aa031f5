import type { HandlersOf } from '../../../platform/handler.ts'
import type { Contracts } from '../../endpoints.ts'
import { batchList, lineList, readBatch } from './batch-record.ts'
import { cancelBatch, confirm, confirmFirst, invoice, readFlows, reopen, settleBatch } from './close-batch.ts'
import { compareBatch, readStatement, resolveLine } from './compare-batch.ts'
import { makeBatch } from './make-batch.ts'

export const serviceFeeHandlers: HandlersOf<Contracts['serviceFees']> = {
  list: batchList.page,
  get: readBatch,
  lines: lineList.page,
  make: makeBatch,
  readStatement,
  compare: compareBatch,
  resolve: resolveLine,
  confirmFirst,
  confirm,
  reopen,
  invoice,
  flows: readFlows,
  settle: settleBatch,
  cancel: cancelBatch,
}

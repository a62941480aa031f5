import { index, integer, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, ref } from '../../../platform/db/columns.ts'
import { tenantTable } from '../../../platform/db/tenant-table.ts'
import { batchRowStates, batchStates } from '../rules/contract-batch.ts'

/** 批量生成: /elecontract/batch. */

/** 批次: orders whose contracts are made one after another, in somebody's name. */
export const contractBatch = tenantTable(
  'contract_batch',
  {
    state: text({ enum: batchStates }).notNull(),
    /** In whose name it works: whoever asked last. */
    runBy: ref('sys_user').notNull(),
    /** Counts the times that it was asked: a job of an earlier round does nothing more. */
    round: integer().notNull().default(1),
    /** 订单数 */
    total: integer().notNull(),
    startedAt: instant().notNull(),
    endedAt: instant(),
    /** The reason why it stopped by itself: a key of the catalogue. */
    endReason: text(),
  },
  (t) => [index('contract_batch_started').on(t.tenantId, t.startedAt, t.id)],
)

/** One order of it, and what came of it. */
export const contractBatchRow = tenantTable(
  'contract_batch_row',
  {
    batchId: ref('contract_batch').notNull(),
    orderId: ref('application').notNull(),
    state: text({ enum: batchRowStates }).notNull(),
    /** 合同数 */
    made: integer().notNull().default(0),
    /** Everything that stands in the way: a key of lib/domains/contracts/rules/contract-batch.ts */
    reason: text(),
    /** The names in it. */
    reasonNames: text(),
    doneAt: instant(),
  },
  (t) => [
    uniqueIndex('contract_batch_row_order').on(t.tenantId, t.batchId, t.orderId),
    index('contract_batch_row_state').on(t.tenantId, t.batchId, t.state, t.id),
  ],
)
